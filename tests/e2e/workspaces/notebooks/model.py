from torch import nn


class Generator(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.layer = nn.Linear(width, width)

    def forward(self, noise):
        return self.layer(noise).image()  # candidate: TS5001
