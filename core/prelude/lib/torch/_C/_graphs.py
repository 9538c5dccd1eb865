# Graphs of compiled functions, for programs that read them. The parts of a graph are native: torch._C._ir_...().
from torch import _C


# Wraps a native part; two wrappers of the same part are equal.
class _Part:
    def __init__(self, part):
        self._part = part

    def __eq__(self, other):
        return isinstance(other, _Part) and _C._ir_key(self._part) == _C._ir_key(other._part)

    def __hash__(self):
        return hash(_C._ir_key(self._part))

    def _values(self, read):
        return iter([Value(part) for part in read(self._part)])


class Type(_Part):
    @property
    def annotation_str(self):
        return _C._ir_type_facts(self._part)[2]

    def kind(self):
        return _C._ir_type_facts(self._part)[0]

    def str(self):
        return _C._ir_type_facts(self._part)[1]

    def qualified_name(self):
        return _C._ir_type_facts(self._part)[3]

    name = qualified_name

    def __str__(self):
        return self.annotation_str

    __repr__ = __str__

    def __eq__(self, other):
        return isinstance(other, Type) and self.str() == other.str()

    def __hash__(self):
        return hash(self.str())

    def containedTypes(self):
        return [Type(part) for part in _C._ir_contained(self._part)]

    elements = containedTypes

    def getElementType(self):
        return self.containedTypes()[0]

    def getKeyType(self):
        return self.containedTypes()[0]

    def getValueType(self):
        return self.containedTypes()[1]

    def scalarType(self):
        return _C._ir_tensor_facts(self._part)[0]

    def dtype(self):
        import torch

        name = self.scalarType()
        return None if name is None else getattr(torch, _DTYPES.get(name, name.lower()))

    def sizes(self):
        sizes = _C._ir_tensor_facts(self._part)[1]
        return None if sizes is None or None in sizes else sizes

    def varyingSizes(self):
        return _C._ir_tensor_facts(self._part)[1]

    def dim(self):
        sizes = _C._ir_tensor_facts(self._part)[1]
        return None if sizes is None else len(sizes)

    def strides(self):
        return _C._ir_tensor_facts(self._part)[2]

    def device(self):
        import torch

        name = _C._ir_tensor_facts(self._part)[3]
        return None if name is None else torch.device(name)

    def requires_grad(self):
        return _C._ir_tensor_facts(self._part)[4] is not False


_DTYPES = {'Byte': 'uint8', 'Char': 'int8', 'BFloat16': 'bfloat16', 'ComplexFloat': 'complex64',
           'ComplexDouble': 'complex128'}


class Value(_Part):
    def debugName(self):
        return _C._ir_value_facts(self._part)[0]

    def unique(self):
        return _C._ir_value_facts(self._part)[1]

    def offset(self):
        return _C._ir_value_facts(self._part)[2]

    def node(self):
        return Node(_C._ir_node_of(self._part))

    def type(self):
        return Type(_C._ir_type(self._part))

    def uses(self):
        return [Use(Node(user), offset) for user, offset in _C._ir_uses(self._part)]

    def toIValue(self):
        return _C._ir_constant(self._part)

    def requires_grad(self):
        return self.type().requires_grad()

    def isCompleteTensor(self):
        return self.type().kind() == 'TensorType' and None not in _C._ir_tensor_facts(self._part_of_type())

    def _part_of_type(self):
        return _C._ir_type(self._part)

    def __repr__(self):
        return f'{self.debugName()} defined in ({self.node()})'


class Use:
    def __init__(self, user, offset):
        self.user = user
        self.offset = offset


class Node(_Part):
    def kind(self):
        return _C._ir_node_facts(self._part)[0]

    def schema(self):
        return _C._ir_node_facts(self._part)[1]

    def mustBeNone(self):
        return _C._ir_node_facts(self._part)[2]

    def isNondeterministic(self):
        return _C._ir_node_facts(self._part)[3]

    def inputs(self):
        return self._values(_C._ir_inputs)

    def outputs(self):
        return self._values(_C._ir_outputs)

    def inputsSize(self):
        return len(_C._ir_inputs(self._part))

    def outputsSize(self):
        return len(_C._ir_outputs(self._part))

    def inputsAt(self, i):
        return list(self.inputs())[i]

    def outputsAt(self, i):
        return list(self.outputs())[i]

    def input(self):
        only, = self.inputs()
        return only

    def output(self):
        only, = self.outputs()
        return only

    def hasMultipleOutputs(self):
        return self.outputsSize() > 1

    def hasUses(self):
        return any(value.uses() for value in self.outputs())

    def blocks(self):
        return iter([Block(part) for part in _C._ir_blocks(self._part)])

    def scopeName(self):
        return ''

    def findNode(self, kind, recurse=True):
        return next(_found(list(self.blocks()), kind, recurse), None)

    def findAllNodes(self, kind, recurse=True):
        return list(_found(list(self.blocks()), kind, recurse))

    def attributeNames(self):
        return [name for name, _, _ in _C._ir_attributes(self._part)]

    def hasAttributes(self):
        return bool(_C._ir_attributes(self._part))

    def hasAttribute(self, name):
        return name in self.attributeNames()

    def kindOf(self, name):
        return self._attribute(name)[0]

    def _attribute(self, name, accessor=None):
        for own, kind, value in _C._ir_attributes(self._part):
            if own == name:
                if accessor not in (None, kind):
                    raise RuntimeError(f'attribute {name!r} of {self.kind()} is read by {kind}(), not by {accessor}()')
                return kind, value
        raise RuntimeError(f"no attribute {name!r}; attributes of {self.kind()}: {', '.join(self.attributeNames())}")

    def __repr__(self):
        return _C._ir_node_text(self._part)


def _accessor(kind):
    def read(self, name):
        return self._attribute(name, kind)[1]

    read.__name__ = kind
    return read


for _kind in ('i', 'f', 'c', 's', 't', 'is', 'fs', 'ss', 'ts', 'ival', 'ty', 'tys'):
    setattr(Node, _kind, _accessor(_kind))
Node.is_ = getattr(Node, 'is')


class Block(_Part):
    def nodes(self):
        return iter([Node(part) for part in _C._ir_nodes(self._part)])

    def inputs(self):
        return self._values(_C._ir_inputs)

    def outputs(self):
        return self._values(_C._ir_outputs)

    def paramNode(self):
        return Node(_C._ir_param_node(self._part))

    def returnNode(self):
        return Node(_C._ir_return_node(self._part))

    def owningNode(self):
        owner = _C._ir_owning_node(self._part)
        return None if owner is None else Node(owner)


# The nodes of a kind: those of a block, then those inside of its nodes.
def _found(blocks, kind, recurse):
    for block in blocks:
        nodes = list(block.nodes())
        yield from (node for node in nodes if node.kind() == kind)
        if recurse:
            for node in nodes:
                yield from _found(list(node.blocks()), kind, recurse)


# The graph of a compiled function or method.
class Graph:
    def __init__(self, handle, name, inlined=False, canonical=False):
        self._handle = handle
        self._name = name
        self._inlined = inlined
        self._canonical = canonical
        self._read = None

    def __repr__(self):
        return self.str()

    def str(self, print_source_ranges=True):
        return self._handle.graph(self._name, self._inlined, self._canonical, print_source_ranges)

    def copy(self):
        return Graph(self._handle, self._name, self._inlined, self._canonical)

    def block(self):
        form = (self._inlined, self._canonical)
        if self._read is None or self._read[0] != form:
            self._read = (form, Block(_C._ir_graph(self._handle, self._name, *form)))
        return self._read[1]

    def nodes(self):
        return self.block().nodes()

    def inputs(self):
        return self.block().inputs()

    def outputs(self):
        return self.block().outputs()

    def param_node(self):
        return self.block().paramNode()

    def return_node(self):
        return self.block().returnNode()

    def findNode(self, kind, recurse=True):
        return next(_found([self.block()], kind, recurse), None)

    def findAllNodes(self, kind, recurse=True):
        return list(_found([self.block()], kind, recurse))


def _jit_pass_canonicalize(graph, keep_unique_names=True):
    return Graph(graph._handle, graph._name, graph._inlined, True)


def _jit_pass_inline(graph):
    graph._inlined = True
