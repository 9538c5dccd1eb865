"""Export under the main guard, with sizes from the command line."""
import argparse

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self, width, classes):
        super().__init__()
        self.body = nn.Linear(width, width)
        self.head = nn.Linear(width, classes)

    def forward(self, x):
        hidden = torch.relu(self.body(x))
        return self.head(hidden), self.classes  # error: TS5001


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--width", type=int, default=8)
    parser.add_argument("--classes", type=int, default=3)
    parser.add_argument("--output", default="classifier.pt")
    return parser.parse_args()


if __name__ == "__main__":
    args = parse()
    model = Classifier(args.width, args.classes)
    torch.jit.script(model).save(args.output)  # root
