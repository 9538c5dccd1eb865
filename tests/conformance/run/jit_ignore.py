import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.debug = False

    @torch.jit.unused
    def log(self, x):
        print("never compiled", x)

    def helper(self, x):
        return x * 2

    def forward(self, x):
        if torch.jit.is_scripting():
            y = self.helper(x)
        else:
            y = self.helper(x) + 1
        if self.debug:
            self.log(y)
        return y


model = Model()
scripted = torch.jit.script(model)
x = torch.tensor([1.0, 2.0])
print(model(x), scripted(x))
print(torch.jit.is_scripting())
values = torch.jit.annotate(list, [])
print(values)
