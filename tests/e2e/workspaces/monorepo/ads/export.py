import torch

from model import Bidder, Ranker

for model in (Ranker(4), Bidder()):
    torch.jit.script(model).save(type(model).__name__ + ".pt")  # root
