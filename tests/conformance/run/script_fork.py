from typing import List

import torch
from torch import nn


class Step(nn.Module):
    def __init__(self, factor: float):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        return x * self.factor


class Parallel(nn.Module):
    def __init__(self, factors: List[float]):
        super().__init__()
        self.steps = nn.ModuleList([Step(f) for f in factors])

    def forward(self, x):
        futures: List[torch.jit.Future[torch.Tensor]] = []
        for step in self.steps:
            futures.append(torch.jit.fork(step, x))
        results: List[torch.Tensor] = []
        for future in futures:
            results.append(torch.jit.wait(future))
        return torch.stack(results)


model = Parallel([1.0, 2.0, 3.0])
scripted = torch.jit.script(model)
x = torch.tensor([1.0, -1.0])
print(model(x))
print(scripted(x))
print(torch.equal(model(x), scripted(x)))
future = torch.jit.fork(torch.add, torch.ones(1), 2)
print(future.wait(), torch.futures.Future.__name__)
