"""Gradients of scripted functions and of traces: of the sum of the results."""
import torch
from torch import nn


# inputs: torch.tensor([0.5, 1.5, 2.5])
# gradients: yes
def without_history(x):
    with torch.no_grad():
        scale = x * 2  # trace: gradient
    return x * scale


# inputs: torch.tensor([[0.5, 1.5, 2.5]])
# init:
# gradients: yes
class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 3)
        self.head = nn.Linear(3, 2)

    def forward(self, x):
        with torch.no_grad():
            features = self.body(x)  # trace: gradient
        return self.head(torch.relu(features))


# inputs: torch.tensor([0.5, 1.5, 2.5])
# gradients: yes
# agrees: script, trace
def detached(x):
    target = (x * 2).detach()
    return ((x - target) ** 2).mean()


# inputs: torch.tensor([[0.5, -1.5], [2.5, 1.0]]), 3
# example: torch.tensor([[0.5, -1.5], [2.5, 1.0]]), 3
# gradients: yes
# agrees: script
def with_control_flow(x, n: int):
    total = torch.zeros(2)
    for i in range(n):
        if i % 2 == 0:
            total = total + (x * x).sum(0)
        else:
            total = total * torch.sigmoid(x).sum(0)
    return total


# inputs: torch.tensor([[0.5, 1.5, 2.5]])
# init:
# gradients: yes
# agrees: script, trace
class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
        self.norm = nn.LayerNorm(2)

    def forward(self, x):
        return torch.log_softmax(self.norm(self.layers(x)), 1)


# inputs: torch.tensor([1.0, 2.0, 3.0])
def trained(x):
    w = torch.ones(3, requires_grad=True)  # script: exception
    optimizer = torch.optim.SGD([w], lr=0.1, momentum=0.9)
    for _ in range(3):
        loss = ((w * x).sum() - 1) ** 2
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return w.detach()
