import collections

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)

    def forward(self, x, n: int):
        y = self.linear(x)
        for i in range(n):
            if i > 2:
                y = y * 2.5
            else:
                y = torch.cat([y, y], 1)[:, :2]
        print("a")
        return y


def show(graph):
    print(type(graph).__name__, [value.debugName() for value in graph.inputs()], [value.debugName() for value in graph.outputs()])
    for node in graph.nodes():
        print(node.kind(), node.inputsSize(), node.outputsSize(), [value.debugName() for value in node.inputs()],
              [str(value.type()) for value in node.outputs()], node.attributeNames(), len(list(node.blocks())), node.hasMultipleOutputs(),
              node.mustBeNone(), node.isNondeterministic())
        for name in node.attributeNames():
            kind = node.kindOf(name)
            print(' ', name, kind, getattr(node, kind)(name), node.hasAttribute(name))
        for block in node.blocks():
            print(' ', [value.debugName() for value in block.inputs()], [value.debugName() for value in block.outputs()],
                  [inner.kind() for inner in block.nodes()], block.returnNode().kind(), block.paramNode().kind())


scripted = torch.jit.script(Model())
graph = scripted.graph
show(graph)
print(graph.findNode('prim::Loop').kind(), graph.findNode('aten::nope'), graph.findNode('prim::If').kind(),
      [node.kind() for node in graph.findAllNodes('prim::Constant')], len(graph.findAllNodes('aten::slice', False)),
      len(graph.findAllNodes('aten::slice', recurse=True)))
x = list(graph.inputs())[1]
print(x.type(), x.type().kind(), x.unique(), x.node().kind(), [(use.user.kind(), use.offset) for use in x.uses()], x.offset(),
      x.requires_grad(), x.isCompleteTensor(), x.type().annotation_str)
call = graph.findNode('prim::CallMethod')
print(str(call).split('#')[0], call.inputsAt(1).debugName(), call.outputsAt(0).debugName(), call.schema(), call.s('name'))
print(type(call).__name__, type(call.output()).__name__, graph.findNode('prim::Constant').output().toIValue())
print(graph.findNode('prim::If').inputsAt(0).node().kind(), graph.param_node().kind(), graph.return_node().kind())
traced = torch.jit.trace(nn.Linear(2, 2), torch.ones(1, 2))
graph = traced.graph
show(graph)
type_of_input = list(graph.inputs())[1].type()
print(type_of_input, type_of_input.kind(), type_of_input.scalarType(), type_of_input.sizes(), type_of_input.dim(), type_of_input.strides(),
      type_of_input.dtype(), type_of_input.device(), type_of_input.requires_grad(), list(graph.inputs())[1].isCompleteTensor())
inlined = scripted.inlined_graph
print(collections.Counter(node.kind() for node in inlined.nodes()))


@torch.jit.script
def kinds(a, xs: list[int], d: dict[str, float], o: int = 3):
    return a + xs[0]


graph = kinds.graph
for value in graph.inputs():
    print(value.type(), value.type().kind(), value.type().annotation_str, value.type().str())
print(list(graph.inputs())[1].type().getElementType())


@torch.jit.script
def constants(x):
    return x.sum().item(), "abc", 2.5, None, True


graph = constants.graph
for node in graph.nodes():
    if node.kind() == 'prim::Constant':
        print(node.outputsAt(0).toIValue(), node.attributeNames(), node.output().type(), node.mustBeNone())
try:
    graph.findNode('aten::sum').i('nope')
except Exception as error:
    print(type(error).__name__)
