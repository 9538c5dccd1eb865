import torch
from torch import nn

x = torch.ones(2, requires_grad=True)
print(x.requires_grad, (x * 2).requires_grad, (x * 2).is_leaf, x.is_leaf, x.grad, (x * 2).grad_fn is None)
with torch.no_grad():
    print((x * 2).requires_grad, torch.is_grad_enabled())
    with torch.enable_grad():
        print((x * 2).requires_grad)


@torch.no_grad()
def double(t):
    return t * 2


print(double(x).requires_grad, x.detach().requires_grad, torch.is_grad_enabled())
print(x * 2, x.sum(), (x + 1).exp(), x.view(1, 2), x[0], torch.cat([x, x]))
with torch.inference_mode():
    y = x * 3
print(y)
torch.set_grad_enabled(False)
print((x * 2).requires_grad)
torch.set_grad_enabled(True)
with torch.set_grad_enabled(mode=False):
    print(x * 4)
linear = nn.Linear(2, 1)
nn.init.ones_(linear.weight), nn.init.zeros_(linear.bias)
print(linear(x), linear(torch.ones(2, 2)).shape, linear.weight)
scripted = torch.jit.script(linear)
print(scripted(torch.ones(1, 2)))
try:
    x += 1
except RuntimeError:
    print("RuntimeError")
try:
    torch.ones(2, dtype=torch.long, requires_grad=True)
except RuntimeError:
    print("RuntimeError")
linear.requires_grad_(False)
print(linear(torch.ones(2)).requires_grad)
