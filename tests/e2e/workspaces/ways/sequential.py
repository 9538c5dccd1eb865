"""Blocks in a Sequential."""
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(width, width)

    def forward(self, x):
        return x + self.layer(x).gated()  # error: TS5001


def make(depth, width=8):
    return nn.Sequential(*[Block(width) for _ in range(depth)], nn.ReLU())


torch.jit.script(make(3)).save("blocks.pt")  # root
