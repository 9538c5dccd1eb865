"""A module with submodules: the graph of forward depends on the code in `__init__`."""
from typing import Dict, List

import torch
from torch import Tensor, nn


class Block(nn.Module):
    def __init__(self, width: int, bottleneck: bool = False) -> None:
        super().__init__()
        inner = width // 2 if bottleneck else width
        self.body = nn.Sequential(
            nn.Conv2d(width, inner, 3, padding=1, bias=False),
            nn.BatchNorm2d(inner),
            nn.ReLU(inplace=True),
            nn.Conv2d(inner, width, 1),
        )

    def forward(self, x: Tensor) -> Tensor:
        return x + self.body(x)


class Classifier(nn.Module):
    def __init__(self, classes: int = 10, width: int = 16, depth: int = 3) -> None:
        super().__init__()
        self.stem = nn.Conv2d(3, width, 7, stride=2, padding=3)
        self.blocks = nn.ModuleList(Block(width, bottleneck=i % 2 == 1) for i in range(depth))
        self.heads = nn.ModuleDict({"class": nn.Linear(width, classes), "pose": nn.Linear(width, 6)})

    def forward(self, x: Tensor) -> Dict[str, Tensor]:
        x = self.stem(x)
        kept: List[Tensor] = []
        for block in self.blocks:  # unrolled, because each block is a different module
            x = block(x)
            kept.append(x.mean([2, 3]))
        pooled = torch.stack(kept).sum(0)
        return {name: head(pooled) for name, head in self.heads.items()}


scripted = torch.jit.script(Classifier())
