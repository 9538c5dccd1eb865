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


torch_model = CondModel()
torch.manual_seed(20)
input_x = torch.rand(2, 3)
script_model = torch.jit.script(torch_model)
print(script_model.code)
print((torch_model(input_x), script_model(input_x)))
input_y = torch.ones(2, 3) * 5
print((torch_model(input_y), script_model(input_y)))
print(script_model.__class__)
print(list(torch_model.named_children()), list(script_model.named_modules()))
print(script_model.original_name, type(script_model).__name__)
print(script_model.graph)
