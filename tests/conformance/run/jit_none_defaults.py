import torch
from torch import nn
from typing import List, Tuple


def outcome(function, *args):
    try:
        return function(*args)
    except Exception as error:
        return type(error).__name__


@torch.jit.script
def unused(x, mask=None):
    return x * 2


@torch.jit.script
def returned(x, mask=None):
    return mask


@torch.jit.script
def added(x, mask=None):
    if mask is not None:
        x = x + mask
    return x


@torch.jit.script
def chosen(x, other=None, flag: bool = False):
    y = x
    if flag:
        y = other
    return y + 1


x = torch.ones(2)
print(unused.schema, unused(x), unused(x, None))
print(returned(x), returned(x, None), returned(x, x))
print(outcome(added, x), outcome(added, x, None), outcome(added, x, x))
print(outcome(chosen, x), outcome(chosen, x, None, True), outcome(chosen, x, x, True))


def ints(x, n: int = None):
    return x


def lists(x, xs: List[torch.Tensor] = None):
    return x


def pairs(x, xs: Tuple[torch.Tensor, torch.Tensor] = (None, None)):
    return x


def omits(x):
    return added(x)


for function in (ints, lists, pairs, omits):
    print(function.__name__, type(outcome(torch.jit.script, function)).__name__)


class Block(nn.Module):
    def forward(self, x, mask=None):
        return x if mask is None else x + mask


class Omits(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = Block()

    def forward(self, x):
        return self.block(x)


class Passes(Omits):
    def forward(self, x, mask=None):
        return self.block(x, mask)


class Gives(Omits):
    def forward(self, x):
        return self.block(x, mask=x)


for cls in (Block, Omits, Passes, Gives):
    made = outcome(torch.jit.script, cls())
    print(cls.__name__, made if isinstance(made, str) else outcome(made, x))
