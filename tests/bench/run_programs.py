"""Functions of an int that run.py compiles and runs on both sides."""
import torch


def integers(n: int) -> int:
    total = 0
    for i in range(n):
        total += i
    return total


def branches(n: int) -> int:
    total = 0
    for i in range(n):
        if i % 3 == 0:
            total += i * 2
        else:
            total -= i
    return total


# Three operators in each iteration, on four elements.
def tiny_tensors(n: int) -> float:
    x = torch.ones(4)
    y = torch.full([4], 0.5)
    for _ in range(n):
        x = torch.relu(x * y + y)
    return float(x.sum())
