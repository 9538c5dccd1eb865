"""Saves the model of custom_operator.cpp: python3 save_operator_model.py FILE. PyTorch needs the operator's schema, not its function."""
import sys

import torch

library = torch.library.Library("example", "DEF")
library.define("clipped(Tensor x, float least=0., float? most=None) -> Tensor")


@torch.jit.script
def clip(x):
    return torch.ops.example.clipped(x, most=2.0)


clip.save(sys.argv[1])
