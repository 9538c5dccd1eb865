"""Models by name, from a dict and from a registry that a decorator fills."""
import argparse

import torch
from torch import nn

MODELS = {}


def register(name):
    def add(cls):
        MODELS[name] = cls
        return cls
    return add


@register("small")
class Small(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(width, width)

    def forward(self, x):
        return self.layer(x).small()  # error: TS5001


@register("large")
class Large(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(width, 4 * width), nn.Linear(4 * width, width))

    def forward(self, x):
        return self.layers(x).large()  # error: TS5001


def build_model(args):
    return MODELS[args.model](args.width)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", choices=sorted(MODELS))
    parser.add_argument("--width", type=int)
    args = parser.parse_args()
    torch.jit.script(build_model(args)).save(args.model + ".pt")  # root


if __name__ == "__main__":
    main()
