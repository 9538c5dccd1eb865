from typing import Any, Final, List, Tuple, Union

import torch
from torch import nn


@torch.jit.interface
class Filter(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        pass


class Half(nn.Module):
    factor: Final[float] = 0.5

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.factor


class Shift(nn.Module):
    def __init__(self, by):
        super().__init__()
        self.by = by

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.by


class Chain(nn.Module):
    filter: Filter

    def __init__(self):
        super().__init__()
        self.filter = Half()
        self._size = 3

    @property
    def size(self) -> int:
        return self._size

    @size.setter
    def size(self, value: int):
        self._size = value

    def forward(self, x):
        if self.training:
            x = x * 10
        return self.filter(x) + self.size

    @torch.jit.export
    def grow(self, by: int = 1):
        self.size = self.size + by


def kind(x: Any) -> str:
    if isinstance(x, int):
        return "int"
    if isinstance(x, torch.Tensor):
        return "Tensor"
    return "other"


def either(x: Union[int, str, List[int]]) -> int:
    if isinstance(x, str):
        return len(x)
    if isinstance(x, int):
        return x
    return sum(x)


chain = torch.jit.script(Chain())
print(chain(torch.ones(2)), chain.eval()(torch.ones(2)), chain.training)
chain.grow()
chain.grow(by=4)
print(chain(torch.ones(1)))
print(chain.code)
print(chain.grow.code)
print(chain.filter.factor)
scripted_kind, scripted_either = torch.jit.script(kind), torch.jit.script(either)
print(scripted_kind(1), scripted_kind(torch.ones(1)), scripted_kind("a"), scripted_either("abc"), scripted_either(4), scripted_either([1, 2]))
shift = torch.jit.script(Shift(2.5))
print(shift(torch.zeros(1)), shift.by, shift.forward.schema if False else shift.forward.name)
shift.by = 1.0
print(shift(torch.zeros(1)))
module = torch.jit.script(nn.Sequential(Half(), nn.ReLU()))
print(module, len(module), module[0], [type(each).__name__ for each in module])
print(hasattr(chain, "nothing"), chain.original_name, isinstance(chain, nn.Module))
