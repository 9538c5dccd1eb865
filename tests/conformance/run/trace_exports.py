import torch
from torch import nn


class Counts(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = 3
        self.scale = 2.0
        self.linear = nn.Linear(2, 2)

    @torch.jit.export
    def set_k(self, k: int):
        self.k = k

    @torch.jit.export
    def get_k(self) -> int:
        return self.k

    def forward(self, x):
        return self.linear(x) * self.k


traced = torch.jit.trace(Counts(), torch.ones(1, 2))
print(traced.code)
print(traced.get_k(), traced.k)
traced.set_k(5)
print(traced.get_k(), traced.k)
