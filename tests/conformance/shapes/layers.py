#### TS9001 M() (torch.ones(2, 10),)
import torch
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(10, 20)
        self.second = nn.Linear(30, 5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = torch.relu(self.first(x))
        return self.second(y)  # here
#### TS9001 M() (torch.ones(2, 3, 8, 8),)
import torch
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.Conv2d(16, 8, 3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.net(x)  # here
#### TS9001 M() ()
import torch
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)

    def forward(self) -> torch.Tensor:
        return self.conv(torch.zeros(5, 5))  # here
#### TS9003 M() (torch.ones(2, 10),)
import torch
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.wide = nn.Linear(10, 20)
        self.narrow = nn.Linear(20, 12)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.narrow(self.wide(x))  # here
#### good M() (torch.ones(2, 10),)
import torch
from torch import nn
from torch.nn import functional as F

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.wide = nn.Linear(10, 20)
        self.narrow = nn.Linear(20, 10)
        self.one = nn.Linear(10, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = F.dropout(F.relu(self.wide(x)), 0.5, self.training)
        if h.dim() == 3:
            h = h.flatten(0, 1)
        return (x + self.narrow(h)) * self.one(x)
#### good M() (torch.ones(2, 10),)
import torch
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(10, 20)
        self.second = nn.Linear(30, 5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.first(x)
        if y.shape[-1] == 30:
            return self.second(y)
        return y
#### good M() (torch.ones(2, 3, 8, 8),)
import torch
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU(), nn.MaxPool2d(2), nn.AdaptiveAvgPool2d(1), nn.Flatten())
        self.head = nn.Linear(8, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(x))
#### TS9001 M() (torch.zeros(4, 6, dtype=torch.long),)
import torch
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(10, 32)
        self.norm = nn.LayerNorm(16)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.words(x)
        return self.norm(y)  # here
#### good M() (torch.zeros(4, 6, dtype=torch.long),)
import torch
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(10, 32)
        self.norm = nn.LayerNorm(32)
        self.head = nn.Sequential(nn.Linear(32, 8), nn.GELU(), nn.Linear(8, 2))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.norm(self.words(x)) + torch.zeros(32))
