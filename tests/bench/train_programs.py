# The programs of train.py: steps of eight models and an update of Adam, each on one batch. A step is the forward pass, the loss, its
# gradients and the update. The same file runs in tsdbg and in Python with PyTorch.
#
#     train_programs.py names
#     train_programs.py MODE NAME...   MODE: eager, script, inductor; prints the name, the seconds of the fastest step and of the
#                                      first one, and the loss after STEPS steps
#
# Models have no dropout: Inductor draws other random numbers.
import math
import sys
import time

import torch
import torch.nn.functional as F
from torch import Tensor, nn

STEPS = 5
SECONDS, FEWEST = 1.5, 10  # of measured steps


class Digits(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 32, 3)
        self.conv2 = nn.Conv2d(32, 64, 3)
        self.fc1 = nn.Linear(9216, 128)
        self.fc2 = nn.Linear(128, 10)

    def forward(self, x):
        x = F.relu(self.conv1(x))
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        return F.log_softmax(self.fc2(F.relu(self.fc1(torch.flatten(x, 1)))), 1)


class Block(nn.Module):
    def __init__(self, channels: int):
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm1 = nn.BatchNorm2d(channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(channels)

    def forward(self, x):
        y = F.relu(self.norm1(self.first(x)))
        return F.relu(x + self.norm2(self.second(y)))


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 32, 3, padding=1)
        self.blocks = nn.Sequential(Block(32), Block(32), nn.AvgPool2d(2), Block(32))
        self.out = nn.Linear(32, 10)

    def forward(self, x):
        return self.out(self.blocks(self.stem(x)).mean((2, 3)))


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(500, 64)
        self.lstm = nn.LSTM(64, 64, num_layers=2, bidirectional=True, batch_first=True)
        self.out = nn.Linear(128, 12)

    def forward(self, letters):
        return self.out(self.lstm(self.embedding(letters))[0]).flatten(0, 1)


class Translation(nn.Module):
    def __init__(self, size: int = 96, letters: int = 60):
        super().__init__()
        self.embedding = nn.Embedding(letters, size)
        self.encoder = nn.GRU(size, size, batch_first=True)
        self.attention = nn.Linear(size, size)
        self.cell = nn.GRUCell(2 * size, size)
        self.out = nn.Linear(size, letters)

    def forward(self, words):
        embedded = self.embedding(words)
        encoded, last = self.encoder(embedded)
        hidden = last[0]
        scores = []
        for i in range(words.size(1)):
            weights = F.softmax(torch.bmm(encoded, self.attention(hidden).unsqueeze(2)), dim=1)
            context = (weights * encoded).sum(1)
            hidden = self.cell(torch.cat((embedded[:, i], context), 1), hidden)
            scores.append(self.out(hidden))
        return torch.stack(scores, 1).flatten(0, 1)


class Transformer(nn.Module):
    def __init__(self, size: int = 128, letters: int = 60, length: int = 64):
        super().__init__()
        self.embedding = nn.Embedding(letters, size)
        self.places = nn.Parameter(torch.randn(length, size) * 0.1)
        self.norms = nn.ModuleList([nn.LayerNorm(size) for _ in range(4)])
        self.parts = nn.ModuleList([nn.Linear(size, 3 * size) for _ in range(2)])
        self.mixes = nn.ModuleList([nn.Linear(size, size) for _ in range(2)])
        self.wide = nn.ModuleList([nn.Linear(size, 4 * size) for _ in range(2)])
        self.narrow = nn.ModuleList([nn.Linear(4 * size, size) for _ in range(2)])
        self.out = nn.Linear(size, letters)
        self.register_buffer("mask", torch.triu(torch.full((length, length), -math.inf), 1))

    def attend(self, mixed: Tensor) -> Tensor:
        batch, length, size = mixed.shape
        q, k, v = mixed.view(batch, length, 3, 4, size // 12).permute(2, 0, 3, 1, 4).unbind(0)
        weights = F.softmax(q @ k.transpose(-2, -1) / math.sqrt(size // 12) + self.mask, -1)
        return (weights @ v).transpose(1, 2).reshape(batch, length, size // 3)

    def forward(self, words):
        x = self.embedding(words) + self.places
        for i, (parts, mix, wide, narrow) in enumerate(zip(self.parts, self.mixes, self.wide, self.narrow)):
            if i == 0:
                x = x + mix(self.attend(parts(self.norms[0](x))))
                x = x + narrow(F.gelu(wide(self.norms[1](x))))
            else:
                x = x + mix(self.attend(parts(self.norms[2](x))))
                x = x + narrow(F.gelu(wide(self.norms[3](x))))
        return self.out(x).flatten(0, 1)


class Autoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode = nn.Sequential(nn.Linear(784, 400), nn.ReLU(), nn.Linear(400, 40))
        self.decode = nn.Sequential(nn.Linear(20, 400), nn.ReLU(), nn.Linear(400, 784), nn.Sigmoid())

    def forward(self, x, noise):
        mean, deviation = self.encode(x).chunk(2, 1)
        image = self.decode(mean + noise * torch.exp(0.5 * deviation))
        distance = -0.5 * torch.sum(1 + deviation - mean.pow(2) - deviation.exp())
        return F.binary_cross_entropy(image, x, reduction="sum") / len(x) + distance / len(x)


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(8, 64)
        self.action, self.value = nn.Linear(64, 4), nn.Linear(64, 1)

    def forward(self, state, action, reward):
        h = torch.tanh(self.hidden(state))
        chances, value = F.log_softmax(self.action(h), 1), self.value(h).squeeze(1)
        entropy = -(chances.exp() * chances).sum(1).mean()
        chosen = chances.gather(1, action.unsqueeze(1)).squeeze(1)
        return -(chosen * (reward - value.detach())).mean() + F.smooth_l1_loss(value, reward) - 0.01 * entropy


class Potential(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(16, 64), nn.SiLU(), nn.Linear(64, 64), nn.SiLU(), nn.Linear(64, 1))
        i, j = torch.triu_indices(12, 12, 1)
        self.register_buffer("i", i)
        self.register_buffer("j", j)
        self.register_buffer("centres", torch.linspace(0.5, 4.0, 16))

    def forward(self, positions):
        distance = (positions[:, self.i] - positions[:, self.j]).pow(2).sum(-1).sqrt()
        features = torch.exp(-4 * (distance.unsqueeze(-1) - self.centres) ** 2)
        return self.net(features).sum((1, 2))


def classified(model, x, classes):
    """A loss of a model with class scores, for random labels."""
    labels = torch.randint(classes, (model(x).shape[0],))
    return lambda called: F.cross_entropy(called(x), labels)


def loss_of_forces(energies, positions, energy, forces):
    predicted = energies(positions)
    force, = torch.autograd.grad([predicted.sum()], [positions], create_graph=True)
    return (predicted - energy).pow(2).mean() + (force + forces).pow(2).mean()


def sgd(model):
    return torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)


def adam(model):
    return torch.optim.Adam(model.parameters(), lr=1e-3)


def adamw(model):
    return torch.optim.AdamW(model.parameters(), lr=1e-3)


def task_of(name):
    """A model, its optimizer, and the function that computes the loss of the prepared model."""
    torch.manual_seed(0)
    if name == "digits":
        model = Digits()
        return model, sgd(model), classified(model, torch.randn(64, 1, 28, 28), 10)
    if name == "residual":
        model = Residual()
        return model, sgd(model), classified(model, torch.randn(32, 3, 32, 32), 10)
    if name == "tagger":
        model = Tagger()
        return model, adam(model), classified(model, torch.randint(500, (32, 24)), 12)
    if name == "translation":
        model = Translation()
        return model, adam(model), classified(model, torch.randint(60, (32, 12)), 60)
    if name == "transformer":
        model = Transformer()
        return model, adamw(model), classified(model, torch.randint(60, (16, 64)), 60)
    if name == "autoencoder":
        model, image, noise = Autoencoder(), torch.rand(128, 784), torch.randn(128, 20)
        return model, adam(model), lambda called: called(image, noise)
    if name == "policy":
        model, state, action, reward = Policy(), torch.randn(64, 8), torch.randint(4, (64,)), torch.randn(64)
        return model, adam(model), lambda called: called(state, action, reward)
    if name == "forces":
        model = Potential()
        positions = (torch.rand(16, 12, 3) * 4).requires_grad_()
        energy, forces = torch.randn(16), torch.randn(16, 12, 3)
        return model, adam(model), lambda called: loss_of_forces(called, positions, energy, forces)
    model = nn.ParameterList([nn.Parameter(torch.randn(size)) for size in (1000, 30000, 200000, 100, 1000000, 64) * 4])
    for parameter in model:
        parameter.grad = torch.randn_like(parameter)
    return model, adam(model), None


NAMES = ("digits", "residual", "tagger", "translation", "transformer", "autoencoder", "policy", "forces", "adam")


def prepared(model, mode):
    if mode == "script":
        return torch.jit.script(model)
    if mode == "inductor":
        torch._dynamo.reset()
        return torch.compile(model)
    return model


def measured(name, mode):
    model, optimizer, loss_of = task_of(name)
    called = prepared(model, mode) if loss_of else None

    def step():
        if loss_of is None:
            optimizer.step()
            return None
        optimizer.zero_grad()
        loss = loss_of(called)
        loss.backward()
        optimizer.step()
        return loss

    start = time.perf_counter()
    loss = step()
    first = time.perf_counter() - start
    for _ in range(STEPS):
        loss = step()
    number = float(loss) if loss is not None else float(sum(p.double().abs().sum() for p in model))
    fastest, runs, begin = math.inf, 0, time.perf_counter()
    while runs < FEWEST or time.perf_counter() - begin < SECONDS:
        start = time.perf_counter()
        step()
        fastest = min(fastest, time.perf_counter() - start)
        runs += 1
    return fastest, first, number


def main():
    if sys.argv[1] == "names":
        print(*NAMES)
        return
    mode, names = sys.argv[1], sys.argv[2:]
    torch.set_num_threads(1)
    if mode == "inductor":
        from fair_reference import use_vectors
        use_vectors()
    for name in names:
        try:
            print(name, *measured(name, mode), flush=True)
        except Exception as problem:
            print(name, "-", type(problem).__name__, str(problem).replace("\n", " ")[:200], flush=True)


if __name__ == "__main__":
    main()
