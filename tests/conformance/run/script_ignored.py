from typing import List

import torch
from torch import nn

log = []


@torch.jit.ignore
def remember(x: torch.Tensor, label: str) -> int:
    log.append((label, x.tolist()))
    return len(log)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    @torch.jit.ignore
    def describe(self, x: torch.Tensor) -> List[str]:
        return [f"{value:.1f}" for value in x.tolist()]

    @torch.jit.unused
    def never(self, x: torch.Tensor) -> torch.Tensor:
        import numpy as np
        return torch.from_numpy(np.sort(x.numpy()))

    def forward(self, x):
        words = self.describe(x)
        count = remember(x, ",".join(words))
        return x * count


model = torch.jit.script(Model())
print(model(torch.tensor([1.0, 2.5])))
print(model(torch.tensor([3.0])))
print(log)
print(model.code)


@torch.jit.script
def total(x):
    return x.sum() + remember(x, "total")


print(total(torch.ones(3)), log[-1])
try:
    model.save("model.pt")
except Exception as error:
    print("not saved")
