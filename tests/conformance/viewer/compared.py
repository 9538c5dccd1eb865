# A network whose trace keeps a branch and a number of its example, for the viewer's pages.
import torch
from torch import Tensor, nn


class Block(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        if bool(x.sum() > 0):
            x = torch.relu(x)
        return x + 1


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.Sequential(Block(), Block(), Block())

    def forward(self, x: Tensor) -> Tensor:
        y = self.blocks(x * 2)
        return y / float(y.max())
