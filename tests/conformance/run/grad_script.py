# torch.autograd.grad, backward and .grad in compiled functions: results, errors, loops, second derivatives.
import torch
from typing import List, Optional

@torch.jit.script
def unused(x: torch.Tensor, y: torch.Tensor, allow: bool) -> Optional[torch.Tensor]:
    return torch.autograd.grad([(x * x).sum()], [x, y], allow_unused=allow)[1]

@torch.jit.script
def twice(x: torch.Tensor):
    y = (x * x).sum()
    y.backward()
    y.backward()

@torch.jit.script
def kept(x: torch.Tensor):
    y = (x * x).sum()
    y.backward(retain_graph=True)
    y.backward()
    return x.grad

@torch.jit.script
def vector(x: torch.Tensor):
    (x * x).backward()

@torch.jit.script
def constant(x: torch.Tensor):
    return torch.autograd.grad([x.sum()], [x])

@torch.jit.script
def looped(x: torch.Tensor, n: int):
    y = x
    for i in range(n):
        if i % 2 == 0:
            y = y * x
        else:
            y = torch.sin(y)
    return torch.autograd.grad([y.sum()], [x], create_graph=True)[0]

def energy(x: torch.Tensor) -> torch.Tensor:
    return torch.log1p(x * x).sum()

@torch.jit.script
def second(x: torch.Tensor):
    first = torch.autograd.grad([energy(x)], [x], create_graph=True)[0]
    assert first is not None
    return torch.autograd.grad([first.sum()], [x])[0]

@torch.jit.script
def quiet(x: torch.Tensor):
    with torch.no_grad():
        z = x * 2
    y = x.detach().requires_grad_(True)
    torch.autograd.backward([(y * z).sum(), y.sum()])
    return y.grad, z.requires_grad, x.grad is None

def attempt(function, *args):
    try:
        print(function(*args))
    except Exception as error:
        print(type(error).__name__, [line for line in str(error).splitlines() if line.startswith('RuntimeError')][-1:])

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = torch.ones(3, requires_grad=True)
attempt(unused, x, y, True)
attempt(unused, x, y, False)
attempt(twice, x)
x.grad = None
attempt(kept, x)
attempt(vector, x)
attempt(constant, y.detach())
g = looped(x, 3)
print(g)
print(torch.autograd.grad(g.sum(), x))
print(second(x))
x.grad = None
print(quiet(x))
