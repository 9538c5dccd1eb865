# torch.nn.utils.parametrize: values, names, caches and removal.
import torch
from torch import nn
from torch.nn.utils import parametrize


class Symmetric(nn.Module):
    def forward(self, X):
        return X.triu() + X.triu(1).transpose(-1, -2)


class Twice(nn.Module):
    def forward(self, X):
        return X * 2

    def right_inverse(self, X):
        return X / 2


layer = nn.Linear(3, 3)
parametrize.register_parametrization(layer, 'weight', Symmetric())
print(torch.equal(layer.weight, layer.weight.T), parametrize.is_parametrized(layer), parametrize.is_parametrized(layer, 'bias'))
print(type(layer).__name__, [name for name, _ in layer.named_parameters()], list(layer.state_dict()))
parametrize.register_parametrization(layer, 'bias', Twice())
layer.bias = torch.ones(3)
print(layer.bias.tolist(), layer.parametrizations.bias.original.tolist(), layer(torch.ones(1, 3)).shape)
with parametrize.cached():
    print(layer.weight is layer.weight)
print(layer.weight is layer.weight)
parametrize.remove_parametrizations(layer, 'weight')
parametrize.remove_parametrizations(layer, 'bias', leave_parametrized=False)
print(type(layer).__name__, [name for name, _ in layer.named_parameters()], parametrize.is_parametrized(layer), layer.bias.tolist())
try:
    parametrize.register_parametrization(layer, 'nothing', Twice())
except ValueError as e:
    print('ValueError')
