import einops_not_here  # skipped: TS1302
from layers_not_here.attention import Attention  # skipped: TS1302
from torch import nn

try:
    import optional_speedups
except ImportError:
    optional_speedups = None


class Mixer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(width, width)

    def forward(self, x):
        return self.layer(x).mixed()  # error: TS5001


class Attending(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.attention = Attention(width)

    def forward(self, x):
        return self.attention(einops_not_here.rearrange(x, "b h -> h b"))
