"""Saves the modules of library.py: "python3 library_models.py FOLDER". Each holds its inputs as the attributes example0, example1."""
import sys

import torch
import torchvision
from torch import Tensor, nn


class Given(nn.Module):
    """A module with its inputs in the archive."""

    def __init__(self, inner, *inputs):
        super().__init__()
        self.inner = inner
        for i, each in enumerate(inputs):
            setattr(self, f"example{i}", each)


class OfOne(Given):
    def forward(self, x: Tensor):
        return self.inner(x)


class OfTwo(Given):
    def forward(self, x: Tensor, y: Tensor):
        return self.inner(x, y)


class Potential(nn.Module):
    """The energy of atoms by messages along pairs, and the forces: its negative gradient by the positions."""

    def __init__(self, width=32, layers=3, bases=8):
        super().__init__()
        self.embedding = nn.Parameter(torch.randn(width) * 0.1)
        self.filters = nn.ModuleList(nn.Sequential(nn.Linear(bases, width), nn.SiLU(), nn.Linear(width, width))
                                     for _ in range(layers))
        self.updates = nn.ModuleList(nn.Sequential(nn.Linear(width, width), nn.SiLU(), nn.Linear(width, width))
                                     for _ in range(layers))
        self.read_out = nn.Linear(width, 1)
        self.register_buffer("centres", torch.linspace(0.0, 3.0, bases))

    def forward(self, positions: Tensor, pairs: Tensor):
        positions = positions.detach().requires_grad_(True)
        source, target = pairs[0], pairs[1]
        distance = torch.linalg.vector_norm(positions[source] - positions[target], dim=1, keepdim=True)
        radial = torch.exp(-(distance - self.centres) ** 2)
        atoms = self.embedding.expand(positions.size(0), -1)
        for make, update in zip(self.filters, self.updates):
            messages = atoms[source] * make(radial)
            atoms = atoms + update(torch.zeros_like(atoms).index_add(0, target, messages))
        energy = self.read_out(atoms).sum()
        gradient = torch.autograd.grad([energy], [positions])[0]
        assert gradient is not None
        return energy.detach(), -gradient


def neighbours(positions, radius):
    distance = torch.cdist(positions, positions)
    return ((distance < radius) & (distance > 0)).nonzero().t().contiguous()


def main():
    torch.manual_seed(0)
    folder = sys.argv[1]
    positions = torch.rand(200, 3) * 6
    models = {
        "tiny": OfOne(nn.Sequential(nn.Linear(2, 3), nn.Tanh()), torch.ones(1, 2)),
        "small": OfOne(nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 10)), torch.randn(8, 64)),
        "resnet50": OfOne(torchvision.models.resnet50(), torch.randn(1, 3, 224, 224)),
        "forces": OfTwo(Potential(), positions, neighbours(positions, 1.8)),
    }
    for name, model in models.items():
        torch.jit.script(model.eval()).save(f"{folder}/{name}.pt")


main()
