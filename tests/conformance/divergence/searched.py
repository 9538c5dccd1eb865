"""Cases whose inputs `--search` has to find, starting from the example of the trace."""
from typing import List

import torch
from torch import nn


# example: torch.ones(2, 3)
# search: 200
class CondModel(nn.Module):
    def forward(self, x):
        if torch.sum(x) > 10:  # trace: branch
            return x
        else:
            return x + 10


# example: torch.ones(3)
# search: 200
def negative(x):
    if x.min() < 0:  # trace: branch
        x = x.abs()
    return x.sqrt()


# example: torch.ones(3)
# search: 200
def large_only(x):
    if bool((x > 50).all()):  # trace: branch
        return x / 100
    return x


# example: torch.ones(3)
# search: 200
def dtype_matters(x):
    if x.dtype == torch.float64:  # trace: dtype-branch
        x = x * 2
    return x


# example: torch.ones(3)
# search: 200
def rank_matters(x):
    if x.dim() == 2:  # trace: rank-branch
        x = x * 2
    return x + 1


# example: torch.ones(2, 3)
# search: 200
def long_rows(x):
    if x.shape[1] > 16:  # trace: branch
        x = x[:, :16]
    return x * 2


# example: torch.ones(3, 2)
# search: 200
def sums_rows(x):
    total = torch.zeros(2)
    for i in range(x.shape[0]):  # trace: loop-count
        total = total + x[i]
    return total


# example: torch.ones(3, 2)
# search: 200
def over_rows(x):
    total = torch.zeros(2)
    for row in x:  # trace: iteration
        total = total + row
    return total


# example: torch.ones(4)
# search: 200
def divided_by_length(x):
    return x / len(x)  # trace: len


# example: torch.ones(4)
# search: 200
def scaled_by_item(x):
    return x * x.max().item()  # trace: item


# example: torch.ones(4), torch.tensor(3.0)
# search: 200
def second_argument_decides(x, limit):
    if limit < 0:  # trace: branch
        return x - limit
    return x + 1


# example: torch.ones(2), torch.ones(2)
# search: 400
def two_conditions(x, y):
    if x.sum() > 10:
        if y.sum() < -10:  # trace: branch
            x = x * 2
    return x + y


# inputs: torch.ones(2, dtype=torch.int64), 1
# search: 200
def text_of_number(x, n: int):
    text = "few"
    if n > 20:
        text = "{:>8}".format(n)  # script: script-semantics
    return text


# inputs: 1.0
# search: 200
def ratio(a: float):
    return 100 / a  # script: script-semantics


# inputs: [1, 2, 3]
# search: 200
def empty_list(items: List[int]):
    if len(items) == 0:
        raise IndexError("nothing is there")  # script: exception
    return items[0]


# inputs: "name", 2
# search: 300
def text_decides(name: str, n: int):
    if name == "":
        return str(n // 2 and 7)  # script: script-semantics
    return name


# inputs: True, 5
# search: 200
def flag_decides(flag: bool, n: int):
    if flag:
        return str(n)
    return str(n or 7)  # script: script-semantics


# example: torch.ones(2, 4)
# search: 60
# agrees: trace
def nothing_to_find(x):
    return torch.where(x > 0, x, -x).sum(0)
