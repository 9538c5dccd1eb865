"""Scripted programs with branches, loops, lists and writes: (name, program, inputs, other inputs, --dynamic)."""
from typing import Dict, List, Optional, Tuple

import torch
from torch import Tensor, nn


def branch(x: Tensor) -> Tensor:
    if bool(x.sum() > 0):
        return x * 2
    return x - 1


def branch_nested(x: Tensor, y: Tensor) -> Tuple[Tensor, int]:
    count = 0
    if bool(x.sum() > 0):
        if bool(y.sum() > 0):
            x = x + y
            count = 1
        else:
            x = x - y
    else:
        count = x.size(0)
    return x, count


def raises(x: Tensor) -> Tensor:
    if bool(x.max() > 1000):
        raise ValueError("too large")
    assert x.dim() == 2
    return x.relu()


def for_loop(x: Tensor) -> Tensor:
    total = torch.zeros_like(x[0])
    for i in range(x.size(0)):
        total = total + x[i] * i
    return total


def while_loop(x: Tensor) -> Tuple[Tensor, int]:
    rounds = 0
    while bool(x.sum() < 100) and rounds < 50:
        x = x * 2
        rounds += 1
    return x, rounds


def loop_list(x: Tensor) -> Tensor:
    all: List[Tensor] = []
    for i in range(x.size(0)):
        all.append(x[i] + i)
    return torch.stack(all)


def loop_break(x: Tensor) -> int:
    found = -1
    for i in range(x.size(0)):
        if bool(x[i].sum() > 0):
            found = i
            break
    return found


def writes(x: Tensor) -> Tensor:
    y = x.clone()
    y[0] = 1.0
    y[:, 1:3] += 10.0
    y.view(-1)[0:2].mul_(3.0)
    y.t()[1].zero_()
    return y


def writes_in_branch(x: Tensor) -> Tensor:
    y = x * 1.0
    part = y[0]
    if bool(x.sum() > 0):
        part.add_(5.0)
    else:
        y.mul_(2.0)
    return y + part


def writes_in_loop(x: Tensor) -> Tensor:
    y = torch.zeros_like(x)
    for i in range(x.size(0)):
        y[i] = x[i] * i
    return y


def masks(x: Tensor) -> Tensor:
    y = x.clone()
    y[y < 0] = 0.0
    y.masked_fill_(y > 1, 1.0)
    return torch.where(y > 0.5, y, -y)


def indices(x: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
    at = torch.tensor([1, 0])
    kept = x[x[:, 0] > 0]
    return x[at], x[:, at], kept


def puts(x: Tensor) -> Tensor:
    y = x.clone()
    at = torch.tensor([0, 1])
    y[at, at] = torch.tensor([7.0, 8.0])
    y[:, at] += 1.0
    return y


def optional(x: Tensor, y: Optional[Tensor]) -> Tensor:
    if y is None:
        return x
    return x + y


def dictionary(x: Tensor) -> Dict[str, Tensor]:
    result = {"a": x + 1}
    result["b"] = x * 2
    return result


def lists(x: List[Tensor]) -> List[Tensor]:
    result: List[Tensor] = []
    for each in x:
        result.append(each.relu())
    result.reverse()
    return result


def sizes(x: Tensor) -> Tensor:
    n, c = x.shape[0], x.shape[1]
    y = x.reshape(n * c, -1).unsqueeze(0)
    return y.expand(2, -1, -1).reshape(2 * n, c, -1) / float(n) + n // 2 % 3


def ints(x: Tensor) -> Tuple[int, float]:
    n = int(x.sum())
    return n // 3 + n % 5 - max(n, 2), float(n) / 4


def sequences(x: Tensor) -> List[Tensor]:
    parts: List[Tensor] = []
    i = 0
    while i < x.size(0) and bool(x[i, 0] > -1):
        parts.append(x[i])
        i += 1
    return parts


def sorts(x: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor]:
    values, order = x.sort(dim=1, descending=True)
    top, at = x.topk(2, dim=1)
    return values, order, top, at


def reductions(x: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor]:
    return x.mean(dim=1, keepdim=True), x.std(dim=0), x.argmax(dim=1), x.norm(2.0, dim=1)


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(4, 4)

    def forward(self, x: Tensor, h: Tensor) -> Tensor:
        return torch.tanh(self.gate(x) + h)


class Scan(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = Cell()

    def forward(self, x: Tensor) -> Tuple[Tensor, Tensor]:
        h = torch.zeros(x.size(1), 4)
        outputs: List[Tensor] = []
        for i in range(x.size(0)):
            h = self.cell(x[i], h)
            outputs += [h]
        return torch.stack(outputs), h


X = torch.tensor([[1.0, -2.0, 3.0, 0.5], [-1.0, 2.0, 0.25, 4.0], [0.1, 0.2, -0.3, 0.4]])
Y = torch.tensor([[-1.0, -2.0, 3.0, 0.5], [-1.0, -2.0, 0.25, -4.0], [0.1, 0.2, -0.3, 0.4], [1, 2, 3, 4]])

CASES = [
    ("branch", branch, [X], [Y], ""),
    ("branch_nested", branch_nested, [X, X], [Y, Y - 9], ""),
    ("raises", raises, [X], [Y], ""),
    ("for_loop", for_loop, [X], [Y], ""),
    ("for_loop unrolled", for_loop, [X], [], ""),
    ("while_loop", while_loop, [X], [Y + 1], ""),
    ("loop_list", loop_list, [X], [Y], ""),
    ("loop_break", loop_break, [X], [Y], ""),
    ("writes", writes, [X], [], ""),
    ("writes, dynamic", writes, [X], [Y], ""),
    ("writes_in_branch", writes_in_branch, [X], [Y], ""),
    ("writes_in_loop", writes_in_loop, [X], [Y], ""),
    ("masks", masks, [X], [Y], ""),
    ("indices", indices, [X], [Y], ""),
    ("puts", puts, [X], [Y], ""),
    ("optional", optional, [X, None], [], ""),
    ("optional given", optional, [X, X], [Y, Y], ""),
    ("dictionary", dictionary, [X], [Y], ""),
    ("lists", lists, [[X, Y]], [], ""),
    ("sizes", sizes, [torch.rand(2, 3, 4)], [torch.rand(5, 2, 6)], "all"),
    ("ints", ints, [X], [Y * 7], ""),
    ("sequences", sequences, [X], [Y], ""),
    ("sorts", sorts, [X], [Y], ""),
    ("reductions", reductions, [X], [Y], ""),
    ("Scan", Scan, [torch.rand(3, 2, 4)], [torch.rand(5, 2, 4)], ""),
]
