"""Functions and a module for TorchScript. Größe, 漢字 and 🌰 are here to make columns count."""
from typing import List, Optional

import torch
from torch import Tensor, nn

from layers import scale


@torch.jit.script
def pick(größe: Optional[int], names: List[str]) -> str:
    label = "🌰 漢字"
    n = größe + 1
    return names[n] + label


class Encoder(nn.Module):
    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.proj = nn.Linear(width, 4)

    def forward(self, x: Tensor) -> Tensor:
        h = self.proj(x)
        if bool(h.sum() > 0):
            h = scale(h, 2.0)
        return torch.relu(h)


encoder = torch.jit.script(Encoder())
