#!/usr/bin/env python3
"""Writes tests/fuzz/corpus/onnx: small ONNX files, as PyTorch exports them. The tests of tsviz read them, too.

Usage: record_onnx.py [FOLDER]
"""
import os
import sys
import warnings

import torch
from torch import nn

FOLDER = sys.argv[1] if len(sys.argv) > 1 else "tests/fuzz/corpus/onnx"


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3)
        self.blocks = nn.Sequential(*[nn.Sequential(nn.Conv2d(8, 8, 1), nn.ReLU()) for _ in range(3)])
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.blocks(self.stem(x)).mean([2, 3]))


class Control(nn.Module):
    def forward(self, x: torch.Tensor, n: int):
        for i in range(n):
            if bool(x.sum() > 0):
                x = x + i
            else:
                x = torch.relu(x)
        return x


warnings.simplefilter("ignore")
torch.manual_seed(0)
torch.onnx.export(Net().eval(), torch.rand(1, 3, 8, 8), os.path.join(FOLDER, "net.onnx"), input_names=["x"], output_names=["y"],
                  dynamic_axes={"x": {0: "batch"}})
torch.onnx.export(torch.jit.script(Control()), (torch.rand(3), torch.tensor(4)), os.path.join(FOLDER, "control.onnx"), input_names=["x", "n"])
