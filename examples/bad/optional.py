"""A value that may be None is used without a check."""
from typing import Optional

import torch
from torch import Tensor


@torch.jit.script
def attend(query: Tensor, key: Tensor, mask: Optional[Tensor] = None) -> Tensor:
    weights = query.matmul(key.t())
    if mask != None:
        weights = weights + mask
    return weights.softmax(-1)


@torch.jit.script
def scaled(x: Tensor, factor: Optional[float]) -> Tensor:
    return x * (factor + 1.0)
