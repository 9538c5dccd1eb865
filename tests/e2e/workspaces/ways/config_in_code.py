"""A model whose arguments are a dict in the code."""
import torch
from torch import nn

cfg = {"model": {"width": 8, "bias": False}, "output": "scorer.pt"}


class Scorer(nn.Module):
    has_bias: torch.jit.Final[bool]

    def __init__(self, width, bias):
        super().__init__()
        self.layer = nn.Linear(width, 1, bias=bias)
        self.has_bias = bias

    def forward(self, x):
        if self.has_bias:
            return x.biased()  # the configuration excludes this branch
        else:
            return self.layer(x).unbiased()  # error: TS5001


model = Scorer(**cfg["model"])
torch.jit.script(model).save(cfg["output"])  # root
