from collections import OrderedDict

import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.full((2,), 2.0))
        self.register_buffer("steps", torch.zeros((), dtype=torch.long))
        self.register_buffer("hidden", torch.ones(1), persistent=False)
        self.register_parameter("bias", None)

    def forward(self, x):
        self.steps += 1
        return x * self.weight


torch.manual_seed(0)
model = nn.Sequential(OrderedDict(first=Scale(), act=nn.ReLU(), last=nn.Linear(2, 1)))
seen = []
handle = model.first.register_forward_hook(lambda module, args, out: seen.append((type(module).__name__, tuple(out.shape))))
before = model.last.register_forward_pre_hook(lambda module, args: (args[0] + 1,))
with torch.no_grad():
    print(model(torch.tensor([[1.0, -1.0]])))
    handle.remove()
    before.remove()
    print(model(torch.tensor([[1.0, -1.0]])))
print(seen, model.first.steps, list(model.state_dict()), model.first.bias)
print([name for name, _ in model.named_parameters()], [name for name, _ in model.named_buffers()])
model.train()
print([m.training for m in model.modules()], model.eval().training)
for parameter in model.last.parameters():
    parameter.requires_grad = False
print([p.requires_grad for p in model.parameters()])
model.add_module("extra", nn.Identity())
print(model, len(model), model[1], model[:2], "extra" in dict(model.named_children()))
del model.extra
model.first.weight.data.fill_(3)
with torch.no_grad():
    model.first.weight.add_(1)
    model.last.weight.copy_(torch.ones(1, 2))
    nn.init.zeros_(model.last.bias)
print(model.first.weight, model(torch.ones(1, 2)).item())
copy = Scale()
copy.load_state_dict(model.first.state_dict())
print(torch.equal(copy.weight, model.first.weight), copy.steps, copy.weight is model.first.weight)
shared = nn.Linear(2, 2)
tied = nn.ModuleList([shared, shared])
print(len(list(tied.parameters())), len(tied.state_dict()))
layers = nn.ModuleList([nn.Linear(1, 1)])
layers.append(nn.Linear(1, 2))
layers.extend([nn.ReLU()])
layers.insert(0, nn.Tanh())
print(layers, len(layers[1:]))
table = nn.ModuleDict([["a", nn.ReLU()]])
table["b"] = nn.Sigmoid()
print(list(table.keys()), table.pop("a"), "a" in table)
