#### TS3109 f -
def f(x: float) -> float:
    return math.sqrt(x)
#### TS3122 f (torch.ones(2),)
import torch

EPSILON = 1e-5
SHIFT = -2

def f(x: torch.Tensor) -> torch.Tensor:
    return (x + EPSILON) * SHIFT
#### TS4001 f (torch.ones(2),)
import torch
from typing import Optional

def f(x: Optional[torch.Tensor]) -> torch.Tensor:
    return x + 1
#### TS4001 f (3,) ;; (None,)
from typing import Optional

def f(x: Optional[int]) -> int:
    if x != None:
        return x + 1
    return 0
#### TS4001 M() (torch.ones(2),)
import torch
from typing import Optional

class M(torch.nn.Module):
    shift: Optional[int]

    def __init__(self):
        super().__init__()
        self.shift = 3

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.shift is not None:
            return x + self.shift
        return x
#### TS4002 f ([1],) ;; ([],) ;; (None,)
from typing import List, Optional

def f(xs: Optional[List[int]]) -> int:
    if xs:
        return len(xs)
    return -1
#### TS4002 f (True,) ;; (None,) ;; (False,)
from typing import Optional

def f(flag: Optional[bool]) -> int:
    if not flag:
        return 0
    return 1
#### TS3119 f (torch.tensor(3),)
import torch

def f(n: torch.Tensor) -> int:
    total = 0
    for i in range(n):
        total += i
    return total
#### TS5001 f (torch.tensor([0.0, 1.0]),)
import torch

def f(x: torch.Tensor) -> torch.Tensor:
    return x.bool()
#### TS5001 f (torch.ones(2, 3),)
import torch

def f(x: torch.Tensor) -> int:
    return x.nelement() * x.ndimension()
#### TS2111 f (3.7,) ;; (-3.7,)
import math

def f(x: float) -> int:
    return math.trunc(x)
#### TS2111 f (8.0,)
import math

def f(x: float) -> float:
    return 2 * math.log2(x)
#### TS6004 f (torch.ones(2, 3),)
import torch

def f(x: torch.Tensor) -> torch.Tensor:
    return torch.sum(x, axis=1, keepdims=True)
#### TS6004 f (torch.ones(2, 3),)
import torch

def f(x: torch.Tensor) -> torch.Tensor:
    return torch.squeeze(x, axis=0)
#### TS5008 f ([1, 2, 3],)
from typing import List

def f(xs: List[int]) -> int:
    total = 0
    for x in reversed(xs):
        total = 2 * total + x
    return total
#### TS3101 f (3,) ;; (0,)
def f(n: int) -> float:
    total = 0
    for i in range(n):
        total = total * 0.5
    return float(total)
#### TS3102 f (2.5,)
def f(x: float) -> float:
    scale: float = 2
    return x * scale
#### TS3108 f (True,) ;; (False,)
def f(flag: bool) -> float:
    return 1 if flag else 2.5
#### TS6001 f (2,)
def scaled(x: float, by: float) -> float:
    return x * by

def f(n: int) -> float:
    return scaled(n, 3)
#### TS6001 f (3,)
def f(n: int) -> int:
    seen = []
    for i in range(n):
        seen.append(i)
    return len(seen)
#### TS6001 f (3,)
def f(n: int):
    seen = {}
    seen["count"] = n
    return seen
#### TS6001 f (3,)
def f(n: int):
    seen = dict()
    seen[n] = "three"
    return seen
#### TS6001 f (3,)
def f(n: int):
    seen = {}
    seen.update({"count": n, "twice": 2 * n})
    return seen
#### TS6001 f (3,)
def f(n: int):
    seen = {}
    seen.setdefault(n, 0.5)
    return seen
#### TS6001 f (3,)
def f(n: int):
    seen = list()
    seen.append(n)
    return seen
#### TS6001 f (3,)
def f(n: int):
    from_index = {}
    for i in range(n):
        from_index[i] = 0.5 * i
    return from_index
#### TS8008 f (5,) ;; (0,)
def f(n: int):
    m = n or 10
    return [m, n and 2]
#### TS4001 M() (torch.ones(2),)
from typing import Optional
import torch

class M(torch.nn.Module):
    scale: Optional[torch.Tensor]

    def __init__(self):
        super().__init__()
        self.scale = torch.ones(2)

    def forward(self, x):
        return x * self.scale.sum()
#### TS4001 f ([1, 2],)
from typing import List, Optional

def f(xs: Optional[List[int]]) -> int:
    total = 0
    for x in xs:
        total += x
    return total
#### TS3110 f (3,)
def f(n: int) -> int:
    if n > 1:
        y = n + 1
    return y
#### TS3110 f (torch.ones(2), 3)
import torch

def f(x, n: int):
    for i in range(n):
        y = x + i
    return y
#### TS3110 f (3,)
def f(n: int):
    if n > 1:
        ys = [n]
    return len(ys)
#### TS3106 f (3,)
def f(n: int) -> int:
    if n > 1:
        return n
#### TS6001 f (torch.ones(2, 3),)
import torch

def rows(n):
    return torch.zeros(2, 3) + n

def f(x):
    return rows(x.size(0))
