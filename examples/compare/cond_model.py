# A branch on a tensor's value: torch.jit.script keeps both paths, torch.jit.trace only the path that its example took.
#
#     tsdbg compare examples/compare/cond_model.py:CondModel --inputs 'torch.ones(2, 3)' --search 200 --html cond_model.html
import torch
from torch import nn


class CondModel(nn.Module):
    def forward(self, x):
        if torch.sum(x) > 10:
            return x
        else:
            return x + 10
