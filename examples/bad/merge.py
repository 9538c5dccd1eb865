"""Branches that leave a name with different types, or leave it undefined."""
import torch
from torch import Tensor


@torch.jit.script
def pick(x: Tensor, flag: bool) -> Tensor:
    if flag:
        result = x.sum()
    else:
        result = 0.0
    return x + result


@torch.jit.script
def last(n: int) -> int:
    for i in range(n):
        found = i
    return found
