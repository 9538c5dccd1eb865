import torch
from torch import nn


@torch.jit.script
def divide(a: int, b: int) -> int:
    if b == 0:
        raise ZeroDivisionError("durch null")
    return a // b


@torch.jit.script
def pick(values: torch.Tensor, i: int):
    assert i >= 0, "index is negative"
    return values[i]


class Checked(nn.Module):
    def forward(self, x):
        if x.dim() != 2:
            raise ValueError(f"two dimensions, not {x.dim()}")
        return x.sum()


print(divide(7, 2))
for call in (lambda: divide(1, 0), lambda: pick(torch.arange(3), -1), lambda: pick(torch.arange(3), 5),
             lambda: torch.jit.script(Checked())(torch.ones(1)), lambda: divide(1.5, 2), lambda: divide(1), lambda: divide(1, 2, 3),
             lambda: divide(1, c=2)):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, isinstance(error, RuntimeError), isinstance(error, torch.jit.Error))


def unsupported(x):
    with open("file") as f:
        return x + len(f.read())


def mixed(x: bool):
    if x:
        y = 1
    else:
        y = "a"
    return y


def unknown(x):
    return undefined_function(x)


for function in (unsupported, mixed, unknown):
    try:
        torch.jit.script(function)
        print("compiled")
    except Exception as error:
        print(type(error).__name__)

try:
    torch.jit.script(Checked)
except Exception as error:
    print(type(error).__name__)
try:
    torch.ones(2, 3) @ torch.ones(2, 3)
except RuntimeError as error:
    print(error)
try:
    torch.ones(2) + torch.ones(3)
except RuntimeError as error:
    print(error)
try:
    torch.tensor([1, 2, 3]).view(2, 2)
except RuntimeError as error:
    print(error)
try:
    torch.zeros(3)[5]
except IndexError as error:
    print(error)
try:
    torch.cat([torch.ones(1, 2), torch.ones(1, 3)])
except RuntimeError as error:
    print(error)
try:
    nn.Linear(3, 2)(torch.ones(2, 4))
except RuntimeError as error:
    print(error)
