"""torch.jit.save into an open file."""
import io

import torch
from torch import nn


class Filter(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("kernel", torch.ones(1, 1, 3))

    def forward(self, signal):
        return nn.functional.conv1d(signal, self.kernels)  # error: TS5001


def write(path):
    with open(path, "wb") as f:
        torch.jit.save(torch.jit.script(Filter()), f)  # root


def to_bytes(model):
    f = io.BytesIO()
    torch.jit.save(torch.jit.script(model), f)
    return f.getvalue()


def test_bytes():
    assert to_bytes(nn.Linear(2, 2))
