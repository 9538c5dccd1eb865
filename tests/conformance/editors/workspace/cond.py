"""A model with a branch that a trace loses."""
import torch
from torch import nn


class CondModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        total = torch.relu(x)
        if total.sum() > 3:
            total = total * 2
        else:
            total = total - 1
        return self.layer(total)
