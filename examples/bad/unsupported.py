"""Python constructs that TorchScript lacks, and their replacements."""
import torch
from torch import Tensor


@torch.jit.script
def apply(x: Tensor, names: set) -> Tensor:
    double = lambda v: v * 2
    try:
        y = double(x)
    except RuntimeError:
        y = x
    seen = {"a", "b"}
    if (n := len(seen)) > 1:
        y = y + n
    return y
