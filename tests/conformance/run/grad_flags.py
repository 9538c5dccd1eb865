import torch
from torch import nn

x = torch.ones(2, requires_grad=True)
y = x * 2
print(x, x.requires_grad, x.is_leaf, x.grad)
print(y, y.requires_grad, y.is_leaf)
print((y + 1).sum(), y.mean(), y.detach(), y.data)
print(y.view(1, 2), y[0], y.exp(), y @ y, y.unsqueeze(0), torch.cat([y, y]), torch.stack([y]))
with torch.no_grad():
    print((x * 3).requires_grad, torch.is_grad_enabled())


@torch.no_grad()
def f(t):
    return t * 2


print(f(x).requires_grad)
with torch.enable_grad():
    print((x + 1).requires_grad)
with torch.inference_mode():
    print((x + 1).requires_grad)
torch.manual_seed(0)
layer = nn.Linear(2, 2)
print(layer(torch.ones(1, 2)))
print(layer.weight)
layer.weight.requires_grad_(False)
print([p.requires_grad for p in layer.parameters()])
for p in layer.parameters():
    p.requires_grad = False
print(layer(torch.ones(1, 2)))
try:
    x += 1
except RuntimeError:
    print("RuntimeError")
try:
    torch.ones(1, dtype=torch.long).requires_grad_()
except RuntimeError:
    print("RuntimeError")
print(torch.relu(layer(x).requires_grad_() if False else y), nn.functional.softmax(y, 0))
