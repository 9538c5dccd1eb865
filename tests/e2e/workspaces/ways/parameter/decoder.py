import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.out = nn.Linear(width, 1)

    def forward(self, x, lengths):
        steps = lengths + "1"  # error: TS6001
        return self.out(x) * steps
