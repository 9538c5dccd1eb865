import copy
from typing import Final

import torch
from torch import nn


class A(nn.Module):
    scale: Final[float]
    __constants__ = ["size"]

    def __init__(self):
        super().__init__()
        self.scale = 2.5
        self.size = 4
        self.mode = "x"
        self.flag = True
        self.items = (1, 2)

    def forward(self, x):
        if self.flag:
            x = x * self.scale
        return x + self.size


a = torch.jit.script(A())
print(a.scale, a.size, a.mode, a.flag, a.items)
a.save("a.pt")
b = torch.jit.load("a.pt")
print(b(torch.ones(1)), b.mode, b.flag, b.items)
print(b.scale, b.size)
print(hasattr(b, "forward"), b.code)
b.flag = False
print(b(torch.ones(1)))
try:
    b.nothing = 3
    print(b.nothing)
except Exception as e:
    print(type(e).__name__)
print(dict(b.named_buffers()), b.to(torch.float64) is b, b.half() is b)
print([n for n in ("eval", "train", "parameters", "state_dict", "save", "graph", "inlined_graph", "code_with_constants") if hasattr(b, n)])
c = torch.jit.script(nn.BatchNorm1d(2))
c.running_mean += 1
print(c.running_mean, c.state_dict()["running_mean"])
c.load_state_dict(nn.BatchNorm1d(2).state_dict())
print(c.running_mean, c.eval()(torch.ones(1, 2)).detach())
d = copy.deepcopy(c)
d.running_mean.fill_(9)
print(c.running_mean, d.running_mean, type(d).__name__)
print(c.double().running_mean.dtype)
