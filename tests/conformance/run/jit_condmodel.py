import torch
from torch import nn


class CondModel(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x):
        if torch.sum(x) > 10:
            return x
        else:
            return x + 10


model = CondModel()
scripted = torch.jit.script(model)
print(type(scripted))
print(scripted)
print(scripted.code)
print(scripted.graph)
small, large = torch.ones(2, 3), torch.ones(2, 3) * 5
print(model(small), scripted(small))
print(model(large), scripted(large))
print(torch.equal(model(small), scripted(small)))
