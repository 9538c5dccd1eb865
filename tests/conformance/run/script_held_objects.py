from dataclasses import dataclass, field

import torch
from torch import nn


@dataclass
class Config:
    width: int = 3
    names: list = field(default_factory=list)


class Plain:
    def __init__(self):
        self.width = 1


class Uncompilable:
    def __init__(self):
        self.width = 1

    def names(self):
        return [name for name in self.find(**{})]


@torch.jit.script
@dataclass
class Scripted:
    width: int = 3


class Holds(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.linear = nn.Linear(3, 2)

    def forward(self, x):
        return self.linear(x)


class Reads(Holds):
    def forward(self, x):
        return self.linear(x) * self.config.width


class Stores(Holds):
    def forward(self, x):
        config = self.config
        return self.linear(x)


for cls in (Holds, Reads, Stores):
    for make in (Config, Plain, Uncompilable, Scripted):
        try:
            torch.jit.script(cls(make()))
            print(cls.__name__, make.__name__, 'compiles')
        except Exception as error:
            print(cls.__name__, make.__name__, type(error).__name__)
