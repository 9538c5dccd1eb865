# A variational autoencoder on blurred spots: reparametrized samples, transposed convolutions, binary cross entropy, Adam.
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(6)


def spots(count):
    centre = torch.rand(count, 2, 1, 1) * 6 + 3
    line = torch.arange(12.)
    distance = (line.view(1, 12, 1) - centre[:, 0]) ** 2 + (line.view(1, 1, 12) - centre[:, 1]) ** 2
    return torch.exp(-distance / 6).unsqueeze(1)


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Conv2d(1, 8, 4, 2, 1), nn.LeakyReLU(0.1), nn.Flatten(), nn.Linear(288, 32), nn.Tanh())
        self.mean, self.logvar = nn.Linear(32, 3), nn.Linear(32, 3)
        self.decoder = nn.Sequential(nn.Linear(3, 32), nn.ReLU(), nn.Linear(32, 288), nn.ReLU(), nn.Unflatten(1, (8, 6, 6)),
                                     nn.ConvTranspose2d(8, 1, 4, 2, 1))

    def forward(self, x):
        h = self.encoder(x)
        mean, logvar = self.mean(h), self.logvar(h)
        z = mean + torch.randn_like(mean) * torch.exp(0.5 * logvar)
        return torch.sigmoid(self.decoder(z)), mean, logvar


model = VAE()
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
for step in range(120):
    x = spots(32)
    optimizer.zero_grad()
    y, mean, logvar = model(x)
    loss = (F.binary_cross_entropy(y, x, reduction='sum') - 0.5 * torch.sum(1 + logvar - mean.pow(2) - logvar.exp())) / 32
    loss.backward()
    optimizer.step()
    print('loss', loss.item())
with torch.no_grad():
    x = spots(64)
    print('accuracy', 1 - (model(x)[0] - x).abs().mean().item())
