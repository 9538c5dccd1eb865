# Operators in place that overwrite all elements: no gradient flows through them.
import torch

WRITES = {
    "zero_": lambda t: t.zero_(),
    "fill_": lambda t: t.fill_(2.0),
    "fill_ by a tensor": lambda t: t.fill_(torch.tensor(3.0, requires_grad=True)),
    "ceil_": lambda t: t.ceil_(),
    "copy_": lambda t: t.copy_(torch.ones(3)),
    "row": lambda t: t[1:].zero_(),
    "masked": lambda t: t.masked_fill_(t > 3, 0.0),
    "index": lambda t: t.index_fill_(0, torch.tensor([0]), 1.0),
    "set": lambda t: t.__setitem__(slice(0, 2), 0.0),
    "normal_": lambda t: t.normal_(),
    "uniform_": lambda t: t.uniform_(),
    "bernoulli_": lambda t: t.bernoulli_(0.5),
    "exponential_": lambda t: t.exponential_(),
    "geometric_": lambda t: t.geometric_(0.5),
    "random_": lambda t: t.random_(4),
}


@torch.jit.script
def scripted(x: torch.Tensor) -> torch.Tensor:
    y = x * 3
    z = torch.sin(y)
    z.zero_()
    return z + x


for name, write in WRITES.items():
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    y = x * 3
    write(y)
    print(name, y.requires_grad, torch.autograd.grad((torch.sin(y) + x).sum() - x.sum(), x)[0].ne(0).tolist())
for _ in range(3):
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    print(scripted(x).sum().item(), torch.autograd.grad(scripted(x).sum(), x)[0])
