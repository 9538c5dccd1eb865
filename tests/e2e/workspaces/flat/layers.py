from torch import nn


class Residual(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(width, width)

    def forward(self, x):
        total = x + self.layer(x)
        return totals  # error: TS3109


class Unused(nn.Module):
    def forward(self, x):
        return [y for y in x if y is not None]  # candidate: TS2018
