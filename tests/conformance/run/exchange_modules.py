"""Modules and weights that a program writes and another reads: run with "write", then with "read" in the same folder."""
import sys
from typing import Dict, List, NamedTuple, Optional, Tuple

import torch
from torch import nn


class Point(NamedTuple):
    x: int
    y: float


class Attention(nn.Module):
    point: Point
    table: Dict[str, int]
    names: List[str]

    def __init__(self, size: int):
        super().__init__()
        self.query = nn.Linear(size, size)
        self.names = ["a", "ü"]
        self.table = {"one": 1, "two": 2}
        self.point = Point(1, 0.5)
        self.register_buffer("scale", torch.tensor([2.0, 0.5]))

    def forward(self, x: torch.Tensor, mask: Optional[torch.Tensor] = None) -> Tuple[torch.Tensor, Dict[str, torch.Tensor]]:
        y = torch.softmax(self.query(x) * self.scale, dim=-1)
        if mask is not None:
            y = y.masked_fill(mask, 0.0)
        if y.sum() > 1e6:
            raise ValueError("zu groß")
        steps: List[int] = []
        for i in range(x.size(0)):
            steps.append(i + self.table["two"])
        return y * len(steps), {name: y[0] for name in self.names}

    @torch.jit.export
    def describe(self) -> str:
        return self.names[1] + str(self.point.y)


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Attention(2), Attention(2)])
        self.tied = nn.Linear(2, 2, bias=False)
        self.tied.weight = self.blocks[0].query.weight

    def forward(self, x):
        for block in self.blocks:
            x = block(x)[0]
        return self.tied(x)


def write():
    torch.manual_seed(0)
    model = Stack().eval()
    torch.jit.script(model).save("scripted.pt")
    conv = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.Flatten()).eval()
    with torch.no_grad():
        torch.jit.trace(conv, torch.rand(1, 1, 5, 5)).save("traced.pt")
    torch.save(model.state_dict(), "state.pt")
    torch.save({"x": torch.arange(6).view(2, 3).t(), "list": [1, None, "ü"], "half": torch.ones(2, dtype=torch.float16)}, "values.pt")


def read():
    x = torch.tensor([[0.5, -1.0], [2.0, 0.25]])
    scripted = torch.jit.load("scripted.pt")
    print(scripted)
    print(scripted.code)
    block = getattr(scripted.blocks, "1")
    print(block.code)
    print(block.describe.code)
    with torch.no_grad():
        print(scripted(x))
        print(block(x, mask=x > 1), block.describe(), block.point, block.table)
    print(scripted.tied.weight.data_ptr() == getattr(scripted.blocks, "0").query.weight.data_ptr())
    traced = torch.jit.load("traced.pt")
    print(traced.code)
    with torch.no_grad():
        print(traced(torch.ones(1, 1, 5, 5)))
    print([(name, tuple(p.shape)) for name, p in traced.named_parameters()], traced.training)
    model = Stack()
    print(model.load_state_dict(torch.load("state.pt")))
    with torch.no_grad():
        print(torch.allclose(model.eval()(x), scripted(x)))
    print(torch.load("values.pt"))


if __name__ == "__main__":
    {"write": write, "read": read}[sys.argv[1]]()
