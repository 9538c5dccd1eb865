# Training of scripted modules: compiled code records straight lines of operators as one node. Each call
# is made several times, because the first one records.
import torch
import torch.nn as nn
import torch.nn.functional as F
from typing import List, Tuple


def show(*tensors):
    print(*["None" if t is None else [round(v, 4) for v in t.detach().reshape(-1).tolist()] for t in tensors])


class Block(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.inner = nn.Linear(width, 2 * width)
        self.outer = nn.Linear(2 * width, width)
        self.norm = nn.LayerNorm(width)
        self.scale = nn.Parameter(torch.full((width,), 0.5))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = F.gelu(self.inner(x))
        return self.norm(x + self.outer(h) * self.scale)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block(4), Block(4)])
        self.drop = nn.Dropout(0.25)
        self.head = nn.Linear(4, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = self.drop(block(x))
        return self.head(torch.tanh(x))


torch.manual_seed(3)
net = torch.jit.script(Net())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
for step in range(6):
    # The last steps have another batch.
    x = torch.linspace(-1, 1, 8 if step < 4 else 12).reshape(-1, 4)
    y = torch.arange(x.size(0)) % 3
    optimizer.zero_grad()
    loss = F.cross_entropy(net(x), y)
    loss.backward()
    optimizer.step()
    print(step, round(loss.item(), 4))
show(*net.parameters())


@torch.jit.script
def mixed(x: torch.Tensor, y: torch.Tensor, n: int) -> Tuple[torch.Tensor, torch.Tensor]:
    z = x * y + 1.0
    parts: List[torch.Tensor] = []
    for i in range(n):
        z = torch.sigmoid(z) * x - y
        parts.append(z.sum() * float(i + 1))
    w = z * 2.0
    w += x.detach()
    w.mul_(y)
    return torch.stack(parts).sum() + (w.t() @ z).relu().mean(), w


for size in (2, 2, 3):
    x = torch.linspace(-1, 1, 2 * size).reshape(size, 2).requires_grad_()
    y = torch.tensor([0.5, -1.5], requires_grad=size == 2)
    loss, w = mixed(x, y, size)
    show(loss, *torch.autograd.grad(loss, [x, y] if size == 2 else [x], retain_graph=True))
    (w * w).sum().backward()
    show(x.grad, y.grad)


@torch.jit.script
def energy(x: torch.Tensor, k: torch.Tensor) -> torch.Tensor:
    d = (x.unsqueeze(0) - x.unsqueeze(1)).pow(2).sum(-1) + 0.1
    return (k * torch.exp(-d) + torch.sqrt(d)).sum()


for i in range(4):
    # Forces in the loss: second order.
    x = torch.tensor([[0.1, 0.2], [0.4, -0.3], [-0.5, 0.7]], requires_grad=True)
    k = torch.tensor(1.5 + i, requires_grad=True)
    force = -torch.autograd.grad(energy(x, k), x, create_graph=True)[0]
    (force * force).sum().backward()
    show(force, x.grad, k.grad)


@torch.jit.script
def outputs(x: torch.Tensor, p: torch.Tensor):
    a = torch.sin(x) * p
    b = torch.cos(a)
    return a, b, a.t(), a.detach() * b, x.size(0)


for i in range(3):
    x = torch.linspace(-1, 1, 6).reshape(2, 3).requires_grad_()
    p = torch.tensor(0.5, requires_grad=i == 1)
    a, b, c, d, n = outputs(x, p)
    print(n, [t.requires_grad for t in (a, b, c, d)], [t.is_leaf for t in (a, b, c, d)])
    # Of some results only.
    show(*torch.autograd.grad(b.sum(), [x], retain_graph=True))
    show(*torch.autograd.grad((c * d.t()).sum(), [x], retain_graph=True))
    seen = []
    a.register_hook(lambda g: seen.append(g.sum().item()))
    (a * b).sum().backward()
    show(x.grad, p.grad)
    print([round(v, 4) for v in seen])

x = torch.ones(3, requires_grad=True)
y = torch.full((3,), 2.0)


@torch.jit.script
def product(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch.tanh(x * y)


for i in range(3):
    z = product(x, y)
    y.add_(1)
    try:
        z.sum().backward()
    except RuntimeError as error:
        print("version" in str(error), str(error)[:80])
    z = product(x, y)
    z.sum().backward()
    try:
        z.sum().backward()
    except RuntimeError as error:
        print(str(error)[:60])
show(x.grad)
