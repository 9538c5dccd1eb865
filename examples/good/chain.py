"""A chain of operators that machine code computes in one loop over vectors."""
import torch


def chain(x, y):
    return torch.relu(torch.sigmoid(torch.tanh(x * y + 0.5) * y - x) + y)
