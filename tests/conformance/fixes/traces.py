#### TS7007 trace -
import torch

def f(x):
    return x.sum(0) / len(x)

traced = torch.jit.trace(f, torch.rand(2, 3))
assert torch.equal(traced(torch.ones(4, 3)), f(torch.ones(4, 3)))
#### TS7012 trace -
import torch

def f(x):
    return x.data * 2

traced = torch.jit.trace(f, torch.rand(2, 3))
assert torch.equal(traced(torch.ones(2, 3)), f(torch.ones(2, 3)))
#### TS7015 trace -
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(3)

    def forward(self, x):
        return self.norm(x)

torch.jit.trace(Net(), torch.rand(2, 3))
#### TS7017 trace -
import torch

def f(x):
    return [x + 1, x * 2]

traced = torch.jit.trace(f, torch.rand(2, 3))
