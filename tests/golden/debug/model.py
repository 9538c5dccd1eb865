import torch
from torch import nn


def halve(x, times: int):
    for i in range(times):
        x = x / 2
    return x


class Net(nn.Module):
    def __init__(self, bias: float = 1.0):
        super().__init__()
        self.bias = bias

    def forward(self, x):
        total = halve(x, 2)
        if total.sum() > 0:
            total = total + self.bias
        else:
            total = total - self.bias
        shape = total.shape
        return total * 2
