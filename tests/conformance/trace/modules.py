"""Modules: scopes, parameters, several calls, compiled modules inside, training mode."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from harness import case, run_all


@case(lambda: (torch.rand(2, 3),), lambda: (torch.rand(4, 3),))
class Linear(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 4)

    def forward(self, x):
        return self.l(x)


class Several(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 4)
        self.c = nn.Conv2d(1, 2, 1)

    def forward(self, a, b):
        return self.l(a) + b, self.c(a.view(1, 1, -1, 3)), a * b.sum()


@case(lambda: (torch.rand(2, 3), torch.rand(1),), lambda: (torch.rand(4, 3), torch.rand(1),))
class CalledTwice(nn.Module):
    def __init__(self):
        super().__init__()
        self.s = Several()
        self.d = nn.Dropout()
        self.bn = nn.BatchNorm1d(4)
        self.again = self.s

    def forward(self, x, q):
        u, v, w = self.s(x, q)
        u2, _, _ = self.s(x, w.mean())
        return self.d(self.bn(u)), w, self.s.l.weight * 2 + u2.sum()


@case(lambda: (torch.rand(2, 3), torch.rand(1),), check_trace=False, train=True)
class Training(CalledTwice):
    pass


class GivesWeight(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.rand(3))
        self.u = nn.Parameter(torch.rand(3))

    def forward(self, a):
        return self.w


class Borrows(nn.Module):
    def __init__(self, other):
        super().__init__()
        self.o = [other]

    def forward(self, x):
        return x * self.o[0].u + self.o[0].w, {}


@case(lambda: (torch.rand(3),), lambda: (torch.rand(3),))
class ForeignParameters(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = GivesWeight()
        self.b = Borrows(self.a)
        self.k = nn.Parameter(torch.rand(3))
        self.seq = nn.Sequential(nn.Linear(3, 3), nn.ReLU())

    def forward(self, x):
        y = self.a(x)
        z, _ = self.b(x)
        return self.k, y, z, self.seq(x), self.seq[0](y)


@case(lambda: (torch.rand(2, 3, 8, 8),), lambda: (torch.rand(1, 3, 10, 10),))
class Convolutions(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(inplace=True), nn.MaxPool2d(2))
        self.up = nn.ConvTranspose2d(4, 2, 2, stride=2)
        self.same = nn.Conv2d(2, 2, 3, padding='same', bias=False)
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Linear(2, 5)

    def forward(self, x):
        x = self.same(self.up(self.features(x)))
        x = torch.flatten(self.pool(x), 1)
        return self.fc(x)


@case(lambda: (torch.rand(2, 4, 6),), lambda: (torch.rand(3, 4, 6),))
class Convolutions1d(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Conv1d(4, 8, 3, groups=2, dilation=2)
        self.n = nn.GroupNorm(2, 8)
        self.p = nn.AvgPool1d(2)

    def forward(self, x):
        return self.p(self.n(self.a(x))), self.a(x[0])


@case(lambda: (torch.randint(0, 9, (2, 5)),), lambda: (torch.randint(0, 9, (1, 5)),))
class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.e = nn.Embedding(10, 6, padding_idx=0)
        self.lstm = nn.LSTM(6, 4, batch_first=True)
        self.gru = nn.GRU(4, 3, batch_first=True, bidirectional=True)

    def forward(self, x):
        y, (h, c) = self.lstm(self.e(x))
        z, g = self.gru(y)
        return z, h, c, g


@case(lambda: (torch.rand(2, 3), torch.zeros(2, 4),))
class Cells(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTMCell(3, 4)
        self.gru = nn.GRUCell(3, 4)
        self.rnn = nn.RNNCell(3, 4)

    def forward(self, x, h):
        a, c = self.lstm(x, (h, h))
        return self.gru(x, a), self.rnn(x, c)


@case(lambda: (torch.rand(5, 2, 8),), lambda: (torch.rand(3, 2, 8),))
class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = nn.MultiheadAttention(8, 2)
        self.norm = nn.LayerNorm(8)

    def forward(self, x):
        y, w = self.attention(x, x, x)
        return self.norm(x + y), w


class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)

    def forward(self, x):
        if bool(x.sum() > 0):
            x = x * 2
        return self.l(x), x


@torch.jit.script
def scripted(x, n: int = 2):
    return x * n, x.sum()


@case(lambda: (torch.rand(3),), lambda: (-torch.rand(3),))
class CompiledInside(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.jit.script(Inner())
        self.t = torch.jit.trace(nn.Linear(3, 3), torch.rand(3))
        self.register_buffer('b', torch.rand(3))
        self.n = None
        self.i = 3

    def forward(self, x):
        u, v = self.a(x)
        w, z = scripted(u)
        return self.t(w) + scripted(v, self.i)[0] + self.b, z


class ScriptsATrace(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.jit.trace(nn.Linear(3, 3), torch.rand(3))
        self.f = torch.jit.trace(lambda x: x * 2, torch.rand(3))

    def forward(self, x):
        if bool(x.sum() > 0):
            x = self.a(x)
        return x + self.f(x)


@case(lambda: (torch.rand(3),), lambda: (-torch.rand(3),))
class TraceOfScriptOfTrace(nn.Module):
    def __init__(self):
        super().__init__()
        self.s = torch.jit.script(ScriptsATrace())

    def forward(self, x):
        return self.s(x) * 2


@case(lambda: (torch.rand(2, 3),))
class Hooks(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        self.l.register_forward_hook(lambda module, inputs, result: result * 2)
        self.l.register_forward_pre_hook(lambda module, inputs: (inputs[0] + 1,))

    def forward(self, x):
        return self.l(x)


@case(lambda: (torch.rand(2, 3),), lambda: (torch.rand(4, 3),))
class ModuleList(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 3) for _ in range(3)])
        self.named = nn.ModuleDict({'a': nn.ReLU(), 'b': nn.Tanh()})
        self.weights = nn.ParameterList([nn.Parameter(torch.rand(3)) for _ in range(2)])

    def forward(self, x):
        for layer in self.layers:
            x = self.named['a'](layer(x))
        return self.named['b'](x) * self.weights[0] + self.weights[1]


@case(lambda: (torch.randint(0, 9, (2, 5)),))
class TiedWeights(nn.Module):
    def __init__(self):
        super().__init__()
        self.e = nn.Embedding(10, 6)
        self.out = nn.Linear(6, 10, bias=False)
        self.out.weight = self.e.weight

    def forward(self, x):
        return self.out(self.e(x))


@case(lambda: (torch.rand(2, 3),), lambda: (torch.rand(2, 3),))
class Buffers(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('count', torch.zeros(1))
        self.register_buffer('scratch', torch.ones(3), persistent=False)
        self.plain = torch.ones(3)

    def forward(self, x):
        self.count += 1
        return x * self.count + self.scratch + self.plain


@case(lambda: (torch.rand(2, 3),))
class StateOfPython(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return x * self.calls


@case(lambda: (torch.rand(2, 6),), lambda: (torch.rand(3, 6),))
class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Sequential(nn.Linear(6, 6), nn.ReLU(), nn.Linear(6, 6))
        self.b = nn.Sequential(nn.Identity(), nn.Sigmoid())
        self.scale = nn.Parameter(torch.ones(1))

    def forward(self, x):
        identity = x
        out = self.a(x)
        out += identity
        return F.relu(self.b(out) * self.scale)


@case(lambda: (torch.rand(2, 6), torch.rand(2, 6),))
class TupleBetween(nn.Module):
    class Pair(nn.Module):
        def forward(self, pair, items):
            a, b = pair
            return {'sum': a + b, 'items': [a, items[0]]}

    def __init__(self):
        super().__init__()
        self.p = self.Pair()

    def forward(self, x, y):
        made = self.p((x, y), [x * 2])
        return made['sum'], made['items'][1]


if __name__ == '__main__':
    run_all()
