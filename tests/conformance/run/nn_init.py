import torch
from torch import nn

torch.manual_seed(0)
for make in (lambda: nn.Linear(3, 2), lambda: nn.Conv2d(2, 3, 3), lambda: nn.Embedding(4, 2), lambda: nn.LSTM(2, 3), lambda: nn.GRU(2, 2, 2),
             lambda: nn.BatchNorm1d(3), lambda: nn.Bilinear(2, 2, 1), lambda: nn.MultiheadAttention(4, 2), lambda: nn.ConvTranspose1d(2, 2, 2)):
    module = make()
    print(module, [round(p.double().sum().item(), 4) for p in module.parameters()])
w = torch.empty(3, 4)
for name in ("uniform_", "normal_", "xavier_uniform_", "xavier_normal_", "kaiming_uniform_", "kaiming_normal_", "trunc_normal_", "ones_", "zeros_", "eye_"):
    print(name, getattr(nn.init, name)(w))
print(nn.init.calculate_gain("leaky_relu", 0.2))
