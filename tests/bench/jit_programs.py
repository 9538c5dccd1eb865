"""Measures functions of TorchScript: "python3 jit_programs.py eager|script", or the same under "tsdbg run".

Prints a line for each function: its name, the seconds of its fastest run and of its first one, a number that its result gives.
"""
import sys
import time

import torch

RUNS = 15


def integers(n: int) -> int:
    total = 0
    for i in range(n):
        total += i % 7
    return total


def cheap(x, y):
    return torch.relu((((x * y + 0.5) * y - x) + y) * 2.0)


def functions(x, y):
    return torch.relu(torch.sigmoid(torch.tanh(x * y + 0.5) * y - x) + y)


def gelu(x, bias):
    return torch.nn.functional.gelu(x + bias) * 0.5


def standardise(x, mean, scale, shift):
    return torch.clamp((x - mean) * scale + shift, -3.0, 3.0)


def loss(x, y):
    return ((x - y) ** 2).mean()


def cell(gates, c):
    i, f, g, o = gates.chunk(4, 1)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(c)


# Three operators in each iteration, on four elements.
def tiny(x, y, n: int):
    for _ in range(n):
        x = torch.relu(x * y + y)
    return x


def best(work):
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - start)
    return min(times), times[0], result


def main():
    torch.manual_seed(0)
    torch.set_num_threads(1)
    x, y = torch.randn(1000, 1000), torch.randn(1000, 1000)
    row, column = torch.randn(1000), torch.rand(1000, 1)
    cases = [
        ("integers", integers, (1000000,)),
        ("cheap", cheap, (x, y)),
        ("functions", functions, (x, y)),
        ("gelu", gelu, (x, row)),
        ("standardise", standardise, (x, column, column, row)),
        ("loss", loss, (x, y)),
        ("cell", cell, (torch.randn(64, 4096), torch.randn(64, 1024))),
        ("tiny", tiny, (torch.ones(4), torch.full([4], 0.5), 10000)),
    ]
    for name, function, arguments in cases:
        called = torch.jit.script(function) if sys.argv[1] == "script" else function
        seconds, first, result = best(lambda: called(*arguments))
        print(name, seconds, first, float(result.abs().sum()) if isinstance(result, torch.Tensor) else result)


main()
