import torch

from . import models


def export(path: str, classes: int = 10) -> None:
    net = models.Net(classes)
    torch.jit.script(net).save(path)  # root
