"""Modules that nothing scripts: their problems are only information."""
from torch import nn


class Ensemble(nn.Module):
    def __init__(self):
        super().__init__()
        self.members = nn.ModuleList([nn.Linear(2, 2) for _ in range(3)])

    def forward(self, x):
        return {type(member) for member in self.members}  # candidate: TS2005


class Fine(nn.Module):
    def forward(self, x):
        return x * 2
