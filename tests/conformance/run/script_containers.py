from typing import Dict, List, Optional, Tuple

import torch
from torch import nn


class Experts(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.experts = nn.ModuleList([nn.Linear(2, 2, bias=False) for _ in range(count)])
        self.heads = nn.ModuleDict({"links": nn.Identity(), "rechts": nn.ReLU()})
        self.weights = nn.ParameterList([nn.Parameter(torch.tensor(float(i))) for i in range(count)])
        for i, expert in enumerate(self.experts):
            nn.init.constant_(expert.weight, i + 1.0)

    def forward(self, x: torch.Tensor, mask: Optional[torch.Tensor] = None) -> Tuple[torch.Tensor, Dict[str, torch.Tensor]]:
        out = torch.zeros_like(x)
        for i, expert in enumerate(self.experts):
            out = out + expert(x) * i
        if mask is not None:
            out = out.masked_fill(mask, -1.0)
        results: Dict[str, torch.Tensor] = {}
        for name, head in self.heads.items():
            results[name] = head(out)
        return out, results


model = Experts(3).eval()
scripted = torch.jit.script(model)
x = torch.tensor([[1.0, -2.0]])
with torch.no_grad():
    print(model(x))
    print(scripted(x))
    print(scripted(x, mask=x < 0))
print(scripted)
print(scripted.code)
print(len(scripted.experts), [type(each).__name__ for each in scripted.experts])
print([name for name, _ in scripted.named_modules()])


@torch.jit.script
def containers(values: List[int], table: Dict[str, int]) -> Tuple[List[int], List[str], int]:
    doubled = [v * 2 for v in values] if len(values) > 2 else values
    keys = list(table.keys())
    keys.sort()
    total = 0
    for key, value in table.items():
        total += value
    values.append(total)
    values.reverse()
    return doubled, keys, max(values)


print(containers([1, 2, 3, 4], {"b": 2, "a": 1}))
print(containers([5], {}))
