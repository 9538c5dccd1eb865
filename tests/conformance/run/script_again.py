import torch
from torch import nn


class Bad(nn.Module):
    def forward(self, x):
        return x.foo()


class Outer(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        return self.inner(x)


def helper(x):
    return x.foo()


def calls(x):
    return helper(x)


def calls_too(x):
    return helper(x) + 1


bad = Bad()
for each in (bad, bad, Outer(bad), Bad(), helper, helper, calls, calls_too):
    try:
        torch.jit.script(each)
        print('compiles')
    except RuntimeError as error:
        print('RuntimeError')
