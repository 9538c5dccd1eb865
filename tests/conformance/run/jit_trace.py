"""Typical uses of torch.jit.trace: modules, methods, checks, saving."""
import os
import tempfile

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3)
        self.bn = nn.BatchNorm2d(2)
        self.register_buffer('scale', torch.ones(1))

    def forward(self, x):
        return torch.relu(self.bn(self.conv(x))) * self.scale

    def weighted_kernel_sum(self, weight):
        return weight * self.conv.weight


def branch(x):
    return x * 2 if x.sum() > 0 else x


@torch.jit.script_if_tracing
def accumulate(x, n: int):
    for i in range(n):
        x = x + i
    return x


torch.manual_seed(0)
net = Net().eval()
x = torch.rand(1, 1, 4, 4)
traced = torch.jit.trace(net, x)
print(traced)
print([name for name, _ in traced.named_parameters()], list(traced.state_dict()))
print(type(traced).__name__, type(traced.conv).__name__, isinstance(traced, torch.jit.ScriptModule), isinstance(traced, nn.Module))
print(torch.allclose(traced(x), net(x)), traced.training, traced.conv.weight.shape, traced.original_name, traced.conv.original_name)
print(traced.graph is not None, traced.inlined_graph is not None)

path = os.path.join(tempfile.mkdtemp(), 'net.pt')
traced.save(path)
loaded = torch.jit.load(path)
print(loaded.code, loaded.conv.code)
print(torch.equal(loaded(x), traced(x)))

methods = torch.jit.trace_module(net, {'forward': x, 'weighted_kernel_sum': torch.rand(2, 1, 3, 3)})
print(methods.weighted_kernel_sum.code, methods.forward(x).shape)
print(methods.weighted_kernel_sum(torch.ones(2, 1, 3, 3)).shape)
try:
    torch.jit.trace(net.weighted_kernel_sum, torch.rand(2, 1, 3, 3))
except AttributeError:
    print('a method of a module has to be traced by trace_module')
print(torch.jit.trace(net.forward, x).code)

checked = torch.jit.trace(branch, torch.ones(2), check_inputs=[(torch.ones(3),), (torch.ones(1),)])
print(checked.name, checked.qualified_name.split('.')[-1], checked(-torch.ones(2)))
try:
    torch.jit.trace(branch, torch.ones(2), check_inputs=[(-torch.ones(3),)])
except torch.jit.TracingCheckError:
    print('the other way of the branch is another graph')
torch.jit.save(checked, path)
print(torch.jit.load(path)(torch.ones(2)))

traced.eval()
traced.train()
print(traced.training, traced.bn.training)
print(torch.jit.trace(nn.Dropout(), torch.ones(3), check_trace=False).code)
print(torch.jit.trace(traced, x) is traced)
with torch.no_grad():
    traced.conv.weight.fill_(0.5)
print(net.conv.weight.sum() == traced.conv.weight.sum())
for parameter in traced.parameters():
    print(parameter.shape, parameter.requires_grad)

print(torch.jit.is_tracing(), torch.jit.trace(lambda x: x + int(torch.jit.is_tracing()), torch.ones(1)).code)
print(accumulate(torch.ones(1), 3))
print(torch.jit.trace(lambda x: accumulate(x, x.size(0)), torch.ones(2)).code)
