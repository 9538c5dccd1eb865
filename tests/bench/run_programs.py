"""What run.py has both sides run. Plain functions of an int, compiled by both."""
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


# Three operators an iteration, on four elements.
def tiny_tensors(n: int) -> float:
    x = torch.ones(4)
    y = torch.full([4], 0.5)
    for _ in range(n):
        x = torch.relu(x * y + y)
    return float(x.sum())
