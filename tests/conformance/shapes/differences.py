#### TS8001 f (1.234,)
def f(x: float) -> str:
    return "loss {:.2f}".format(x)  # here
#### TS8001 f (1.5,)
def f(x: float) -> str:
    return "{0} and {0}".format(x)  # here
#### good f (1.5,)
def f(x: float) -> str:
    return "{} and {{}}".format(x) if x > 2.0 else "{}, {}".format(x, 1)
#### TS8002 f (1.5,)
def f(x: float) -> str:
    return "%.2f" % x  # here
#### good f (1, "a")
def f(x: int, name: str) -> str:
    return "%d%% of %s" % (x, name)
#### TS8003 f (3,)
def f(x: int) -> str:
    return str(x ** 2)  # here
#### good f (3.0,)
def f(x: float) -> float:
    return x ** 2
#### TS8004 f (2.5,)
def f(x: float) -> str:
    return str(round(x))  # here
#### TS8005 f (torch.ones(1),)
import torch

def f(x: torch.Tensor) -> str:
    return str(x.dtype)  # here
#### TS8005 f (torch.ones(1),)
import torch

def f(x: torch.Tensor) -> str:
    return f"of {x.dtype}"  # here
#### TS8006 f (["a"],)
from typing import List

def f(x: List[str]) -> str:
    return str(x)  # here
#### TS8007 f (1,)
import torch

def f(x: int) -> torch.Tensor:
    return torch.tensor([x, 2.5])  # here
#### good f (1,)
import torch

def f(x: int) -> torch.Tensor:
    return torch.tensor([float(x), 2.5]) + torch.tensor([[1, 2], [3, 4]])
#### TS8008 f (5,)
def f(n: int):
    return n or 10  # here
#### TS8008 f ([3],)
from typing import List

def f(xs: List[int]):
    kept = xs and [1]  # here
    return kept
#### TS8008 f (torch.tensor(2.0), torch.tensor(3.0))
import torch

def f(x: torch.Tensor, y: torch.Tensor):
    return x or y  # here
#### good f (5, [], "a")
from typing import List

def f(n: int, xs: List[int], s: str) -> bool:
    if n or xs:
        return n > 3 and len(xs) == 0
    assert s or n
    return not (n and s) or 1 < n < 3
#### good f (0.1,)
def f(x: float) -> float:
    if x > 1:
        raise ValueError(f"{x} is too much")
    return x
#### TS8009 f (torch.ones(2, 3),)
import torch

def f(x: torch.Tensor) -> bool:
    return x.shape == [2, 3]  # here
#### TS8009 f (torch.ones(2, 3),)
import torch
from typing import List

def f(x: torch.Tensor) -> List[int]:
    return [1] + x.size()  # here
#### good f (torch.ones(2, 3),)
import torch

def f(x: torch.Tensor) -> bool:
    return list(x.shape) == [2, 3] and x.shape == x.size() and x.shape[0] == 2
