import torch


@torch.jit.script
def work(x, n: int):
    return x * n


@torch.jit.script
def both(x):
    first = torch.jit.fork(work, x, 2)
    second = work(x, 3)
    return torch.jit.wait(first) + second


print(both(torch.ones(2)))
future = torch.jit.fork(lambda t: t + 1, torch.zeros(2))
print(torch.jit.wait(future))
