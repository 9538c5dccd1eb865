"""Layers of torch.nn, and modules that contain and call other modules."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from harness import case, run_all
from torch.nn.utils import weight_norm


@case(lambda: (torch.rand(2, 5, 8),), check_trace=False)
class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)

    def forward(self, x):
        return self.layer(x)


@case(lambda: (torch.rand(5, 2, 8), torch.rand(3, 2, 8)), lambda: (torch.rand(4, 2, 8), torch.rand(3, 2, 8)))
class Translator(nn.Module):
    def __init__(self):
        super().__init__()
        self.t = nn.Transformer(8, 2, 1, 1, 16)

    def forward(self, x, y):
        return self.t(x, y)


@case(lambda: (torch.rand(3, 2, 4), torch.zeros(1, 2, 5), torch.zeros(1, 2, 5)))
class LstmWithState(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(4, 5)

    def forward(self, x, h, c):
        y, (h, c) = self.lstm(x, (h, c))
        y2, _ = self.lstm(y[:, :, :4])
        return y, y2, h


@case(lambda: (torch.rand(2, 4, 6, 6),), lambda: (torch.rand(1, 4, 8, 8),))
class Norms(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.InstanceNorm2d(4, affine=True), nn.LocalResponseNorm(2), nn.GroupNorm(2, 4), nn.PReLU(4),
                                     nn.PixelShuffle(2), nn.Upsample(scale_factor=2), nn.ZeroPad2d(1), nn.Softmax2d(), nn.ELU()])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


@case(lambda: (torch.rand(2, 4), torch.rand(2, 4)), lambda: (torch.rand(3, 4), torch.rand(3, 4)))
class Pairs(nn.Module):
    def __init__(self):
        super().__init__()
        self.bilinear = nn.Bilinear(4, 4, 3)
        self.cosine = nn.CosineSimilarity()
        self.distance = nn.PairwiseDistance()
        self.loss = nn.SmoothL1Loss()

    def forward(self, x, y):
        return self.bilinear(x, y), self.cosine(x, y), self.distance(x, y), self.loss(x, y)


@case(lambda: (torch.rand(2, 4),), lambda: (torch.rand(3, 4),))
class WeightNorm(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = weight_norm(nn.Linear(4, 3))

    def forward(self, x):
        return self.l(x)


@case(lambda: (torch.randint(0, 9, (2, 4)),), lambda: (torch.randint(0, 9, (3, 4)),))
class Embeddings(nn.Module):
    def __init__(self):
        super().__init__()
        self.e = nn.Embedding(10, 3)
        self.bag = nn.EmbeddingBag(10, 3, mode='mean')
        self.register_buffer('positions', torch.arange(20).expand(1, -1))
        self.p = nn.Embedding(20, 3)

    def forward(self, ids):
        n = ids.size(1)
        return self.e(ids) + self.p(self.positions[:, :n]), self.bag(ids)


@case(lambda: (torch.rand(2, 4),), lambda: (torch.rand(3, 4),))
class Slices(nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 4), nn.Tanh())

    def forward(self, x):
        return self.seq[:2](x), self.seq[2:](x), self.seq[-1](x)


class Leaf(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))

    def forward(self, x, scale=1.0, bias=None):
        x = x * self.w * scale
        return x if bias is None else x + bias


@case(lambda: (torch.rand(2, 3),), lambda: (torch.rand(4, 3),))
class SharedLeaf(nn.Module):
    class Holder(nn.Module):
        def __init__(self, leaf):
            super().__init__()
            self.leaf = leaf

        def forward(self, x):
            return self.leaf(x, scale=2.0)

    def __init__(self):
        super().__init__()
        leaf = Leaf()
        self.a = self.Holder(leaf)
        self.b = self.Holder(leaf)
        self.leaf = leaf

    def forward(self, x):
        return self.a(x) + self.b(x, ), self.leaf(x, bias=x)


@case(lambda: (torch.rand(2, 3),))
class UnregisteredChild(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = [nn.Linear(3, 3)]

    def forward(self, x):
        return self.hidden[0](x)


@case(lambda: (torch.rand(2, 3),), lambda: (torch.rand(4, 3),))
class UnregisteredWithoutParameters(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = [nn.ReLU(), nn.Softmax(dim=1)]

    def forward(self, x):
        for layer in self.hidden:
            x = layer(x)
        return x


@case(lambda: (torch.rand(2, 3),), lambda: (torch.rand(4, 3),))
class GivesItsInput(nn.Module):
    def __init__(self):
        super().__init__()
        self.i = nn.Identity()

    def forward(self, x):
        return self.i(x)


@case(lambda: ({'x': torch.rand(3), 'y': torch.rand(3)},), lambda: ({'x': torch.rand(3), 'y': torch.rand(3)},))
class TakesADict(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 2)

    def forward(self, batch):
        return self.l(batch['x']) + self.l(batch['y'])


@case(lambda: (torch.rand(3),), lambda: (torch.rand(3),), strict=False)
class GivesADict(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 2)

    def forward(self, x):
        return {'out': self.l(x), 'in': x}


@case(lambda: (torch.rand(2, 3),), lambda: (torch.rand(4, 3),))
class OtherMethods(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        self.scale = 2

    def encode(self, x):
        return self.l(x) * self.scale

    @property
    def weight(self):
        return self.l.weight

    def forward(self, x):
        return self.encode(self.encode(x)) + self.weight.sum()


@case(lambda: (torch.rand(2, 3),), lambda: (torch.rand(4, 3),))
class CallsForward(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        self.deep = nn.Sequential(nn.Sequential(nn.Linear(3, 3)))

    def forward(self, x):
        return self.l.forward(x), self.deep[0][0](x), F.linear(x, self.l.weight, self.l.bias)


@case(lambda: (torch.rand(1, 3, 6, 6),), check_trace=False, train=True)
class TrainingMode(nn.Module):
    def __init__(self):
        super().__init__()
        self.bn = nn.BatchNorm2d(3)
        self.drop = nn.Dropout2d(0.3)
        self.conv = nn.Conv2d(3, 2, 3, stride=2, padding=1, bias=False)

    def forward(self, x):
        return self.drop(self.conv(self.bn(x)))


@case(lambda: (torch.rand(2, 3),), lambda: (torch.rand(4, 3),))
class Exported(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)

    @torch.jit.export
    def loop(self, x, n: int):
        for _ in range(n):
            x = self.l(x)
        return x

    def forward(self, x):
        return self.l(x) * 2


@case(lambda: (torch.rand(2, 2),), lambda: (torch.rand(3, 2),))
class Tasks(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.k = nn.Linear(2, 2)

    def forward(self, x):
        later = torch.jit.fork(self.l, x)
        plain = torch.jit.fork(lambda y: y * self.k.weight, x[:2])
        z = self.k(x)
        return torch.jit.wait(later) + z, plain.wait()


class Scripted(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.n = n
        self.w = nn.Parameter(torch.ones(3))

    def forward(self, x):
        for _ in range(self.n):
            x = x + self.w
        return x


@case(lambda: (torch.rand(3),), lambda: (torch.rand(3),))
class ScriptedParts(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([torch.jit.script(Scripted(n)) for n in (1, 3)])
        self.seq = nn.Sequential(nn.ReLU(), torch.jit.script(Scripted(2)))

    def forward(self, x):
        for part in self.parts:
            x = part(x)
        return self.seq(x)


@case(lambda: (torch.rand(3),), lambda: (torch.rand(3),))
class TracedParts(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([torch.jit.trace(nn.Sequential(nn.Linear(3, 3), nn.ReLU()), torch.rand(3)) for _ in range(2)])

    def forward(self, x):
        for part in self.parts:
            x = part(x)
        return x


if __name__ == '__main__':
    run_all()
