import torch
from torch import nn

from layers import Residual


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.block = Residual(width)

    def forward(self, x):
        limits = torch.ones(3).row_limits()  # error: TS5001
        return torch.minimum(self.block(x), limits)
