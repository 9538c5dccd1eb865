#### TS5007 f (3,)
class Doubler:
    def run(self, x: int) -> int:
        return 2 * x

def f(x: int) -> int:
    return Doubler().run(x)
#### TS5013 f (3,)
import torch
from dataclasses import dataclass

@dataclass
class Point:
    x: int
    y: int

def f(x: int) -> int:
    return Point(x, x).y
#### TS5016 M() (torch.ones(2),)
import torch

class M(torch.nn.Module):
    __constants__ = ["names", "scale"]

    def __init__(self):
        super().__init__()
        self.names = {"a": 1}
        self.scale = 2

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.scale * self.names["a"]
#### TS5017 M() (torch.ones(2),)
import torch

class M(torch.nn.Module):
    __constants__ = ["calls"]

    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls = self.calls + 1
        return x * self.calls
#### TS5017 M() (torch.ones(2),)
import torch
from typing import Final

class M(torch.nn.Module):
    calls: Final[int]

    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls = self.calls + 1
        return x * self.calls
#### TS5018 M() -
import torch

class M(torch.nn.Module):
    def __init__(self):
        self.scale = 2

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.scale

scripted = torch.jit.script(M())
#### TS5022 M() -
import torch

class M(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * 2

scripted = torch.jit.script(M)
#### TS5026 M() (torch.ones(2),)
import torch
from typing import List

class M(torch.nn.Module):
    """Keeps what it has seen."""

    def __init__(self):
        super().__init__()
        self.seen: List[int] = []

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + len(self.seen)
#### TS5026 M() (torch.ones(2),)
import torch
from typing import Dict, Optional
from torch import Tensor

class M(torch.nn.Module):
    scale = 2.0

    def __init__(self):
        super().__init__()
        self.last: Optional[Tensor] = None
        self.counts = torch.jit.annotate(Dict[str, int], {})

    def forward(self, x: Tensor) -> Tensor:
        last = self.last
        if last is not None:
            x = x + last
        self.last = x
        self.counts["calls"] = 1
        return x
