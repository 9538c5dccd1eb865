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
#### TS9001 M() (torch.ones(2, 10),)
import torch
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(10, 20), nn.BatchNorm1d(30))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.net(x.view(-1, 10))  # here
#### good M() (torch.ones(2, 3, 10),)
import torch
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(10, 20), nn.BatchNorm1d(3), nn.GroupNorm(3, 3), nn.InstanceNorm1d(3))
        self.last = nn.Linear(20, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.last(self.net(x))
#### TS9001 M() ()
import torch
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.GroupNorm(2, 8)

    def forward(self) -> torch.Tensor:
        return self.norm(torch.zeros(1, 4, 5))  # here
#### TS9001 M() ()
import torch
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten())
        self.head = nn.Linear(8 * 16 * 16, 10)

    def forward(self) -> torch.Tensor:
        return self.head(self.body(torch.zeros(1, 3, 32, 32)))  # here
#### good M() ()
import torch
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(8, 4, 3, 2, "valid"),
                                  nn.AvgPool2d(2, 1), nn.Flatten())
        self.head = nn.Linear(4 * 6 * 6, 10)

    def forward(self) -> torch.Tensor:
        return self.head(self.body(torch.zeros(1, 3, 32, 32)))
#### good M() ()
import torch
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv1d(3, 8, 3, 2, 1, 2), nn.MaxPool1d(3, 2, 1, 1, False, True), nn.ZeroPad2d((1, 1, 0, 0)))
        self.deep = nn.Sequential(nn.Conv3d(1, 2, (1, 2, 3)), nn.MaxPool3d((1, 2, 2)), nn.AdaptiveAvgPool3d((3, 1, 1)), nn.Flatten(2))
        self.head = nn.Linear(3, 10)

    def forward(self) -> torch.Tensor:
        x = self.body(torch.zeros(5, 3, 33))
        y = self.deep(torch.zeros(5, 1, 4, 9, 9))
        return self.head(y).sum() + x.sum()
#### TS9001 M() (torch.ones(2, 3, 16, 16),)
import torch
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(3, 8, 3), nn.AdaptiveAvgPool2d((2, 2)), nn.Flatten(), nn.Linear(16, 4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.net[0](x)
        z = y.view(2, 8, 14, 14)
        return self.net[3](self.net[2](self.net[1](z)))  # here
#### TS9001 M() ()
import torch
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 1, 5)

    def forward(self) -> torch.Tensor:
        return self.conv(torch.zeros(1, 1, 3, 8))  # here
#### good M() (torch.ones(2, 3, 16, 16),)
import torch
from torch import nn

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(3, 8, 3), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 4), nn.BatchNorm1d(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.net(x)
