#### TS2015 f (3,)
def f(x: int, *, scale: int = 2) -> int:
    return x * scale
#### TS2014 f (3,)
def f(x: int, *args) -> int:
    return x + 1
#### TS2014 f (3,)
def f(x: int, **options: int) -> int:
    return x + 1
#### TS3011 f () ;; ([1],)
import torch
from typing import List

def f(xs: List[int] = []) -> int:
    return len(xs)
#### TS3011 f () ;; ([7, 8],)
from typing import List, Optional

def f(xs: List[int] = [1, 2]) -> int:
    """Adds them."""
    total = 0
    for x in xs:
        total += x
    return total
#### TS3010 f (torch.ones(2),)
import torch

def f(x: torch.Tensor, scale=2.0) -> torch.Tensor:
    return x * scale
#### TS3010 f (3,) ;; (3, 4)
from typing import Optional

def f(x: int, y: int = None) -> int:
    if y is None:
        return x
    return x + y
#### TS3002 f ([1, 2],)
from typing import Tuple

def f(xs: Tuple[int, ...]) -> int:
    total = 0
    for x in xs:
        total += x
    return total
#### TS3002 f ((1, 2),)
def f(pair: (int, int)) -> int:
    return pair[0] + pair[1]
#### TS3002@1.13 f (None,) ;; ([1, 2],)
from typing import Optional

def f(xs: Optional[list[int]]) -> int:
    if xs is None:
        return 0
    return len(xs)
#### TS3002@1.13 f (3,)
from typing import Optional

def f(x: int, y: int | None = None) -> int:
    if y is not None:
        return y
    return x
#### TS3003 f ([torch.ones(2)],)
import torch
from typing import List

def f(xs: List) -> torch.Tensor:
    return xs[0]
#### TS3001 f -
def f(xs: List[int]) -> int:
    return len(xs)
#### TS3007 f (3,)
def f(x):
    #type: (int) -> int
    return x + 1
#### TS3105 f (3.0,)
def f(x: float) -> int:
    return x * 2
#### TS3105 f (3,)
def f(x: int) -> float:
    if x > 2:
        return 1
    return 0.5
#### TS3014 f (torch.ones(2),)
import torch

def f(x: torch.FloatTensor) -> torch.Tensor:
    return x * 2
#### TS6014 f (3,)
import torch

@torch.jit._overload
def g(x: int, n: int = 2) -> int: ...

@torch.jit._overload
def g(x: float, n: int = 1) -> float: ...

def g(x, n=2):
    return x * n

def f(x: int) -> int:
    return g(x)
