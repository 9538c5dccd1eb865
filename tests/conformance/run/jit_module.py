import torch
from torch import nn


class Gate(nn.Module):
    def forward(self, x):
        if x.sum() > 0:
            return x
        else:
            return -x


class Cell(nn.Module):
    scale: float

    def __init__(self, gate):
        super().__init__()
        self.gate = gate
        self.linear = nn.Linear(4, 4)
        self.scale = 0.5
        self.register_buffer("steps", torch.zeros(1))

    def forward(self, x, h):
        self.steps += 1
        new = torch.tanh(self.gate(self.linear(x)) + h) * self.scale
        return new, new

    @torch.jit.export
    def reset(self):
        self.steps = torch.zeros(1)


class Loop(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = torch.jit.script(Cell(Gate()))

    def forward(self, xs):
        h, y = torch.zeros(3, 4), torch.zeros(3, 4)
        for i in range(xs.size(0)):
            y, h = self.cell(xs[i], h)
        return y, h


torch.manual_seed(0)
model = Loop()
scripted = torch.jit.script(model)
print(scripted)
print(scripted.code)
print(scripted.cell.code)
x = torch.rand(5, 3, 4)
with torch.no_grad():
    print(scripted(x)[0])
    print(torch.allclose(model(x)[0], scripted(x)[0]))
print(scripted.cell.steps)
scripted.cell.reset()
print(scripted.cell.steps, scripted.cell.scale)
print([name for name, _ in scripted.named_parameters()])
print([name for name, _ in scripted.named_modules()])
print(list(scripted.state_dict().keys()))
scripted.eval()
print(scripted.training, scripted.cell.training)
print(isinstance(scripted, nn.Module), isinstance(scripted, torch.jit.ScriptModule))
try:
    scripted.missing
except AttributeError:
    print("AttributeError")
