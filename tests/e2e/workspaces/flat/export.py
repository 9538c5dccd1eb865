import torch

from model import Net


def export(path):
    torch.jit.script(Net(3)).save(path)  # root


if __name__ == "__main__":
    export("net.pt")
