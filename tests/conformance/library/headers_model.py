"""Saves the module that headers.cpp loads."""
from typing import List

import torch


class Inner(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = 1.5

    def forward(self, x):
        return x * self.scale


class Whole(torch.nn.Module):
    names: List[str]

    def __init__(self):
        super().__init__()
        self.inner = Inner()
        self.weight = torch.nn.Parameter(torch.ones(2, 3))
        self.register_buffer("seen", torch.zeros(4))
        self.names = ["a", "b"]

    def forward(self, x):
        doubled, rank = torch.ops.library_suite.twice(self.inner(x))
        return {"doubled": doubled}, rank, torch.ops.library_suite.scaled(x), torch.ops.library_suite.joined("n", None)

    @torch.jit.export
    def summed(self):
        return float(self.weight.sum())


def save(path):
    library = torch.library.Library("library_suite", "DEF")
    library.define("scaled(Tensor x, float by=2.) -> float")
    library.define("joined(str _0, int? _1) -> str")
    library.define("twice(Tensor x) -> (Tensor, int)")
    torch.jit.script(Whole()).save(path)
