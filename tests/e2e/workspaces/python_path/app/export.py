import torch
from common_layers import Gate
from more.activations import Swish

torch.jit.script(torch.nn.Sequential(Gate(), Swish())).save("gate.pt")  # root
