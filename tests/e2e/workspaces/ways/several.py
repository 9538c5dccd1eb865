"""A helper that returns the model with something else, and a loop over sizes."""
import torch
from torch import nn


class Sized(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(width, width)

    def forward(self, x):
        return self.layer(x).sized()  # error: TS5001


def create(size):
    widths = {"s": 4, "m": 8, "l": 16}
    model = Sized(widths[size])
    return model, sum(p.numel() for p in model.parameters())


for size in "sml":
    model, count = create(size)
    print(f"{size}: {count} parameters")
    torch.jit.script(model).save(f"sized_{size}.pt")  # root
