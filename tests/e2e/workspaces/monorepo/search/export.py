import torch

from model import Ranker

torch.jit.script(Ranker(4)).save("ranker.pt")  # root
