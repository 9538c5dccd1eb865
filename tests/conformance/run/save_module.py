import os

import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.first = nn.Linear(4, hidden)
        self.second = nn.Linear(hidden, 2)
        self.activation = F.relu
        self.names = ["ja", "nein"]
        self.register_buffer("scale", torch.tensor(0.5))

    def forward(self, x):
        return self.second(self.activation(self.first(x))) * self.scale


torch.manual_seed(1)
net = Net(3).eval()
torch.save(net, "net.pt")
loaded = torch.load("net.pt", weights_only=False)
print(loaded)
print(loaded.names, loaded.training, loaded.activation is F.relu)
x = torch.randn(2, 4)
with torch.no_grad():
    print(torch.equal(net(x), loaded(x)), loaded(x))
print(sorted(os.listdir(".")))
