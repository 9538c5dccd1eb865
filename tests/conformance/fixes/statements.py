#### TS2025 f (1,) ;; (-1,)
def f(x: int) -> int:
    if x < 0:
        raise
    return x
#### TS2027 f (1,) ;; (-1,)
def f(x: int) -> int:
    y: int
    if x > 0:
        y = 1
    else:
        y = 2
    return y
#### TS2027 f ([1, 2],)
from typing import List

def f(xs: List[int]) -> List[int]:
    out: List[int]
    out = []
    for x in xs:
        out.append(x + 1)
    return out
#### TS2009 f (2,)
def double(x: int) -> int:
    return 2 * x

def f(x: int) -> int:
    global double
    return double(x)
#### TS2008 f (4.0,)
def f(x: float) -> float:
    import math
    return math.sqrt(x)
#### TS2008 f (torch.ones(2),)
import torch

def f(x: torch.Tensor) -> torch.Tensor:
    from torch.nn.functional import relu
    y = relu(x)
    return y
#### TS2006 f (torch.tensor([1.0, -2.0]),)
import torch

def f(x: torch.Tensor) -> torch.Tensor:
    def clip(y: torch.Tensor) -> torch.Tensor:
        return y.clamp(0.0, 1.0)
    return clip(x) + clip(-x)
#### TS2006 M() (torch.ones(3),)
import torch

class M(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        def half(y: torch.Tensor) -> torch.Tensor:
            # of everything
            return y / 2

        return half(x)
#### TS2007 f (3,)
def f(x: int) -> int:
    class Box:
        def __init__(self, value: int):
            self.value = value

    return Box(x).value
#### TS2104 f (1,)
def f(x: int) -> int:
    if x > 0:
        ...
    return x
#### TS2109 f (1,) ;; (-1,)
def f(x: int) -> int:
    if x < 0:
        raise "negative"
    return x
#### TS3103 f (1,) ;; (-1,)
def f(x: int) -> int:
    y = 0
    if x > 0:
        y: int = 1
    return y
#### TS3106 f (1,) ;; (5,)
from typing import Optional

def f(x: int) -> Optional[int]:
    if x > 3:
        return x
#### TS2102 f (1,)
def f(x: int) -> int:
    y = x
    z = y + 1
    del (y, z)
    return x
#### TS2101 f ((1, 2),)
from typing import Tuple

def f(pair: Tuple[int, int]) -> int:
    [a, b] = pair
    return b - a
#### TS2028 M() (torch.ones(2),)
import torch

class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls: int = 1
        return x + self.calls
