import io

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 2)])
        self.steps = 2
        self.names = ["eins", "zwei"]
        self.register_buffer("count", torch.zeros(1))

    def forward(self, x):
        for layer in self.layers:
            x = torch.tanh(layer(x))
        self.count += self.steps
        return x

    @torch.jit.export
    def label(self, i: int) -> str:
        return self.names[i]


torch.manual_seed(0)
model = Model()
scripted = torch.jit.script(model)
scripted.save("model.pt")
loaded = torch.jit.load("model.pt")
print(loaded)
print(loaded.code)
print(loaded.label.code)
print(list(loaded.state_dict()))
x = torch.ones(2, 3)
with torch.no_grad():
    print(torch.equal(scripted(x), loaded(x)), loaded(x))
    print(loaded.count, loaded.label(1), loaded.steps, loaded.names)
print(loaded.training, loaded.eval().training, loaded.layers)
for name, parameter in loaded.named_parameters():
    print(name, tuple(parameter.shape), parameter.requires_grad)

buffer = io.BytesIO()
torch.jit.save(scripted, buffer, _extra_files={"info.txt": "größe", "more": b"\x00\x01"})
buffer.seek(0)
extra = {"info.txt": "", "more": ""}
again = torch.jit.load(buffer, map_location="cpu", _extra_files=extra)
print(extra)
again.load_state_dict(loaded.state_dict())
print(again.count)


@torch.jit.script
def scale(x, factor: float):
    return x * factor


scale.save("scale.pt")
function = torch.jit.load("scale.pt")
print(function, function(torch.ones(2), 2.5))
print(function.code)
try:
    torch.jit.load("missing.pt")
except ValueError as error:
    print("ValueError")
