import torch

from model import Net


def export_all(names:  # error: TS1003
    for name in names:
        torch.jit.script(Net()).save(name)
