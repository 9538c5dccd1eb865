import io

import torch
from torch import nn


def raised(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__)
        print(error)


model = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))
state = model.state_dict()
part = {name: value for name, value in state.items() if name not in ('0.weight', '1.bias')}
raised(lambda: model.load_state_dict(part))
raised(lambda: model.load_state_dict({**state, 'foo': torch.ones(1), 'bar': 1}))
raised(lambda: model.load_state_dict({**state, '0.weight': torch.ones(3, 3)}))
raised(lambda: model.load_state_dict({**part, 'foo': torch.ones(1), '0.bias': torch.ones(9)}))
raised(lambda: model.load_state_dict({**state, '0.weight': 3}))
raised(lambda: model.load_state_dict({'foo': 1}, strict=False))
raised(lambda: model.load_state_dict(3))
scripted = torch.jit.script(model.eval())
raised(lambda: scripted.load_state_dict({'foo': torch.ones(1)}))


class Buffers(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('a', torch.ones(2), persistent=False)
        self.register_buffer('b', torch.ones(2))

    def forward(self, x):
        return x + self.a + self.b


plain = Buffers()
scripted = torch.jit.script(plain)
print(list(plain.state_dict()), list(scripted.state_dict()), list(torch.jit.trace(plain, torch.ones(2)).state_dict()))
print([name for name, _ in scripted.named_buffers()])
raised(lambda: scripted.load_state_dict(plain.state_dict()))
file = io.BytesIO()
torch.jit.save(scripted, file)
file.seek(0)
print(list(torch.jit.load(file).state_dict()))


class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)
        self.k = 3

    def forward(self, x):
        return self.linear(x) * self.k

    @torch.jit.export
    def other(self, x):
        return x


def kind(function):
    try:
        return function()
    except Exception as error:
        return type(error).__name__


scripted = torch.jit.script(Frozen())
print(kind(lambda: torch.jit.freeze(scripted)), kind(lambda: torch.jit.freeze(Frozen())))
scripted.eval()
frozen = torch.jit.freeze(scripted)
print(list(frozen.parameters()), list(frozen.buffers()), frozen.state_dict(), [name for name, _ in frozen.named_modules()], frozen)
print(kind(lambda: frozen.k), kind(lambda: frozen.linear), kind(lambda: frozen.other), kind(lambda: frozen.training))
kept = torch.jit.freeze(scripted, ['k', 'other'])
print(kept.k, kept.other(torch.ones(1)), kind(lambda: torch.jit.freeze(scripted, ['zzz'])))
x = torch.rand(3, 2)
print(torch.equal(frozen(x), scripted(x)), len(list(scripted.parameters())))
