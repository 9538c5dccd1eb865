import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3, padding=1)
        self.norm = nn.BatchNorm2d(4)
        self.fc = nn.Linear(4 * 7 * 7, 3)

    def forward(self, x, scale: float = 2.0):
        x = F.max_pool2d(F.relu(self.norm(self.conv(x))), 2)
        return {"logits": self.fc(x.flatten(1)) * scale, "features": x.mean(dim=(2, 3))}


class Loss(nn.Module):
    def forward(self, a, b):
        return (a - b).pow(2).mean(), [a.size(0), b.shape[1]]


torch.manual_seed(4)
net = Net().eval()
x = torch.rand(2, 1, 14, 14)
with torch.no_grad():
    traced = torch.jit.trace(net, x, strict=False)
    print(traced.code)
    out = traced(x)
    print({key: tuple(value.shape) for key, value in out.items()}, torch.allclose(out["logits"], net(x)["logits"], atol=1e-5))
print([name for name, _ in traced.named_parameters()], traced.training)
torch.jit.save(traced, "net.pt")
again = torch.jit.load("net.pt")
with torch.no_grad():
    print(torch.allclose(again(x)["features"], out["features"]), again.conv.weight.shape)


@torch.jit.script
def clip(v, low: float):
    if bool(v.min() < low):
        v = v.clamp(min=low)
    return v


def work(v):
    return clip(v * 2, 1.0) + v.t()


traced_function = torch.jit.trace(work, torch.rand(2, 2))
print(traced_function.code)
print(traced_function(torch.tensor([[0.0, 1.0], [2.0, 3.0]])))
print(torch.jit.trace(lambda a, b: torch.cat([a, b]).sum(0, keepdim=True), (torch.ones(1, 2), torch.zeros(2, 2))).graph)


class Two(nn.Module):
    def forward(self, x):
        return x + 1

    def back(self, x):
        return x - 1


module = torch.jit.trace_module(Two(), {"forward": torch.ones(2), "back": torch.ones(2)})
print(module.back(torch.zeros(2)), module.code, module.back.code)
try:
    torch.jit.trace(lambda x: {"a": x}, torch.ones(1))
except RuntimeError:
    print("RuntimeError")
