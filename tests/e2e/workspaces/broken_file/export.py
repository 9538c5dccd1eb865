import torch

from model import Net

torch.jit.script(Net()).save("net.pt")  # root
