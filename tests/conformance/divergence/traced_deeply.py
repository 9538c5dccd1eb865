"""Traces of code with several possible causes. The cause is the decision that the result depends on."""
import torch
from torch import nn


# inputs: -torch.ones(3)
# example: torch.ones(3)
def print_before_item(x):
    if x.sum() > 0:
        print("positive")
    n = x.sum().item()  # trace: item
    return x * n


# inputs: torch.ones(3) * 9
# example: torch.ones(3)
def item_before_branch(x):
    n = x.sum().item()
    print(n)
    if x.max() > 5:  # trace: branch
        y = x + 1
    else:
        y = x - 1
    return y


# inputs: -torch.ones(3)
# example: torch.ones(3)
def number_of_branch(x):
    k = 1
    if x.sum() > 0:
        print("positive")
    if x.max() < 0:  # trace: branch
        k = 3
    if x.min() > 0:
        print("all positive")
    return x * k


# inputs: torch.ones(5)
# example: torch.ones(3)
def counted_in_loop(x):
    count = 0
    for i in range(x.shape[0]):  # trace: loop-count
        if i % 2 == 0:
            count += 1
    return x.sum() * count


# inputs: -torch.ones(2, 4)
# example: torch.ones(2, 4)
class BranchInSubmodule(nn.Module):
    class Gate(nn.Module):
        def forward(self, x):
            if x.mean() > 0:  # trace: branch
                return x
            return x * 0.1

    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)
        self.gate = BranchInSubmodule.Gate()

    def forward(self, x):
        return self.linear(self.gate(x)).sum()


# inputs: torch.ones(5)
# example: torch.ones(3)
class SizeKeptInAttribute(nn.Module):
    def forward(self, x):
        self.size = len(x)  # trace: len
        return self.scaled(x)

    def scaled(self, x):
        return x / self.size


# inputs: torch.ones(5)
# example: torch.ones(3)
def numbers_in_containers(x):
    found = {"sum": x.sum().item(), "one": 1.0}  # trace: item
    numbers = [found["one"], found["sum"]]
    return x * numbers[1]


# inputs: torch.ones(2, 6)
# example: torch.ones(2, 4)
def number_of_function(x):
    def half_of(n):
        return n // 2

    width = half_of(int(x.shape[1]))  # trace: baked-constant
    return x[:, :width]


# inputs: torch.ones(3) * 2, torch.ones(3)
# example: torch.ones(3), torch.ones(3) * 2
def chosen_tensor(x, y):
    largest = x if x.sum() > y.sum() else y  # trace: branch
    return largest * 2 + x
