#### TS2013 f ([1, 2, 3], 2) ;; ([1, 2, 3], 5) ;; ([], 0)
from typing import List

def f(xs: List[int], wanted: int) -> int:
    at = 0
    for x in xs:
        if x == wanted:
            break
        at += 1
    else:
        at = -1
    return at
#### TS2013 f (3,) ;; (0,)
def f(n: int) -> int:
    total = 0
    while n > 0:
        total += n
        n -= 1
    else:
        # it always comes here
        total += 100
    return total
#### TS2013 f (5, 3)
def f(n: int, m: int) -> int:
    total = 0
    for i in range(n):
        for j in range(m):
            if j == 2:
                break
            total += j
        if total > 4:
            break
    else:
        total = -total
    return total
#### TS2011 f (0,) ;; (1,) ;; (2,) ;; (3,) ;; (9,)
def f(kind: int) -> str:
    match kind:
        case 0:
            return "none"
        case 1 | 2:
            # a few
            name = "few"
            return name
        case _ if kind > 5:
            return "many"
        case _:
            return "some"
#### TS2011 f ("a",) ;; ("b",)
def f(name: str) -> int:
    value = 0
    match name:
        case "a": value = 1
        case "b": value = 2
    return value
#### TS2012 f (10,) ;; (3,)
def f(x: int) -> int:
    if (h := x // 2) > 3:
        return h
    return x
#### TS2012 f (torch.tensor([1.0, 2.0]),)
import torch

def f(x: torch.Tensor) -> torch.Tensor:
    return torch.relu(y := x - 1) + y
#### TS5020 M() (torch.ones(2),)
import torch
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 2)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for i in range(len(self.layers)):
            x = self.layers[i](x)
        return x
#### TS5020 M() (torch.ones(2),)
import torch
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 2)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for i in range(len(self.layers)):
            x = self.layers[i](x) * i
        return x
#### TS2024 f (3,)
def f(x: int) -> int:
    return +x
#### TS2023 f (7, 2)
def f(x: int, y: int) -> int:
    x //= y
    return x
#### TS2023 f (torch.eye(2), torch.ones(2, 2))
import torch

def f(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    x @= y + 1
    return x
