# Writes the archives that the scenarios open: a scripted module and a state dict.
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(torch.relu(self.conv(x)).mean([2, 3]))


net = Net()
torch.jit.script(net).save("scripted.pt")
torch.save(net.state_dict(), "state.pt")
