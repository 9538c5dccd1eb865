# A module that computes forces, saved and loaded: its gradient belongs to the graph of a loss.
import io

import torch
from typing import List, Optional


class Forces(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 4)

    def forward(self, positions: torch.Tensor):
        positions.requires_grad_(True)
        energy = self.layer(positions).tanh().sum()
        seeds: List[Optional[torch.Tensor]] = [torch.ones_like(energy)]
        forces = torch.autograd.grad([energy], [positions], grad_outputs=seeds, create_graph=True, retain_graph=True)[0]
        assert forces is not None
        return energy, -forces


torch.manual_seed(0)
buffer = io.BytesIO()
torch.jit.save(torch.jit.script(Forces()), buffer)
buffer.seek(0)
model = torch.jit.load(buffer)
energy, forces = model(torch.arange(6.0).reshape(2, 3) / 10)
print(energy.requires_grad, energy.detach(), forces.detach())
((forces - 1) ** 2).sum().backward()
for name, parameter in model.named_parameters():
    print(name, parameter.grad)
for parameter in model.parameters():
    parameter.requires_grad_(False)
print(model(torch.ones(2, 3))[1].requires_grad)
