# An energy model with forces in the loss: the gradient of a gradient, L-BFGS after Adam, an average of the weights.
import torch
from torch import nn

torch.manual_seed(8)


def true_energy(positions):
    distance = (positions[:, None] - positions[:, :, None] + torch.eye(positions.shape[1])[..., None] * 9).norm(dim=-1)
    return (((1.1 / distance) ** 4 - (1.1 / distance) ** 2)).sum((1, 2)) / 2


def configurations(count):
    grid = torch.tensor([[0., 0, 0], [1.2, 0, 0], [0, 1.2, 0], [0, 0, 1.2]])
    positions = (grid + 0.1 * torch.randn(count, 4, 3)).requires_grad_()
    energy = true_energy(positions)
    return positions, energy.detach(), -torch.autograd.grad(energy.sum(), positions)[0]


class Potential(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(8, 16), nn.SiLU(), nn.Linear(16, 16), nn.SiLU(), nn.Linear(16, 1))

    def forward(self, positions):
        i, j = torch.triu_indices(4, 4, 1)
        distance = (positions[:, i] - positions[:, j]).pow(2).sum(-1).sqrt()
        features = torch.exp(-4 * (distance[..., None] - torch.linspace(0.8, 2.2, 8)) ** 2)
        return self.net(features).sum((1, 2))


model = Potential()
average = torch.optim.swa_utils.AveragedModel(model)
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, patience=5)
data = configurations(64)


def loss_of(model, data):
    positions, energy, forces = data
    predicted = model(positions)
    force, = torch.autograd.grad(predicted.sum(), positions, create_graph=True)
    return (predicted - energy).pow(2).mean() + (-force - forces).pow(2).mean()


for step in range(110):
    optimizer.zero_grad()
    loss = loss_of(model, data)
    loss.backward()
    optimizer.step()
    scheduler.step(loss)
    average.update_parameters(model)
    print('loss', loss.item())
print('accuracy', 1 - loss_of(average, configurations(32)).item())
