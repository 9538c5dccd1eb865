"""Scripts the model of net.py."""
import torch

from net import Net


def export(path):
    torch.jit.script(Net(3)).save(path)
