"""Calls that match no overload: the message names the closest overload."""
from typing import List

import torch
from torch import Tensor


def halves(x: Tensor, sizes: List[int]) -> List[Tensor]:
    return torch.split(x, sizes)


@torch.jit.script
def run(x: Tensor) -> Tensor:
    a, b = halves(x, 2.0)
    y = torch.conv2d(a, wieght=b)
    return y.sotfmax(-1)
