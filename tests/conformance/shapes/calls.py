#### TS9001 M() (torch.ones(2, 10),)
import torch
from torch import nn

class Encoder(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.inner = nn.Linear(width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.inner(x))

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(10, 20)
        self.encoder = Encoder(30)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.encoder(self.first(x))  # here
#### TS9001 M() (torch.ones(2, 30),)
import torch
from torch import nn

class Encoder(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.inner = nn.Linear(width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = torch.relu(self.inner(x))
        return x

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder(30)
        self.last = nn.Linear(20, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.encoder(x)
        return self.last(y)  # here
#### good M() (torch.ones(2, 30),)
import torch
from torch import nn

class Encoder(nn.Module):
    def __init__(self, width: int, skip: bool):
        super().__init__()
        self.inner = nn.Linear(width, width)
        self.skip = skip

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if self.skip:
            return x
        return torch.relu(self.inner(x))

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.skipping = Encoder(20, True)
        self.encoder = Encoder(30, False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.encoder(self.skipping(x))
#### good M() (torch.ones(2, 10), 3)
import torch
from torch import nn

class Choice(nn.Module):
    def __init__(self):
        super().__init__()
        self.narrow = nn.Linear(10, 5)
        self.wide = nn.Linear(20, 6)

    def forward(self, x: torch.Tensor, n: int) -> torch.Tensor:
        if n > 3:
            x = self.wide(x)
        else:
            x = self.narrow(x)
        return x

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.choice = Choice()
        self.last = nn.Linear(5, 1)
        self.other = nn.Linear(10, 10)

    def forward(self, x: torch.Tensor, n: int) -> torch.Tensor:
        return self.last(self.choice(self.other(x), n))
#### TS9002 f ()
import torch

def grid(n: int) -> torch.Tensor:
    return torch.zeros(n, 3)

def f() -> torch.Tensor:
    return grid(2) @ torch.zeros(4, 5)  # here
#### good f (0,)
import torch

def grid(n: int) -> torch.Tensor:
    if n > 0:
        return torch.zeros(n, 3)
    return torch.zeros(2, 4)

def f(n: int) -> torch.Tensor:
    return grid(n) @ torch.zeros(4, 5)
#### TS9001 M() (torch.ones(4, 10),)
import torch
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(10, 20)
        self.second = nn.Linear(20, 5)

    def head(self, x: torch.Tensor) -> torch.Tensor:
        return self.second(x)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.first(x)
        return self.head(x)  # here
