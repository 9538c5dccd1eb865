import torch

from half_typed import export_all
from model import Net

export_all(["a.pt"])
torch.jit.script(Net().eval()).save("b.pt")  # root
