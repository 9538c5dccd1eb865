# A function with nested control flow, for the viewer's pages.
import torch
from torch import Tensor


def steps(x: Tensor, count: int) -> Tensor:
    total = torch.zeros_like(x)
    for i in range(count):
        if bool(x.sum() > 0):
            total = total + x * float(i)
        else:
            total = total - torch.relu(x)
    return torch.tanh(total)


def changed(x: Tensor, count: int) -> Tensor:
    total = torch.zeros_like(x)
    for i in range(count):
        if bool(x.sum() > 1):
            total = total + x * float(i)
        else:
            total = total - torch.relu(x)
        total = total.clamp(-1.0, 1.0)
    return total
