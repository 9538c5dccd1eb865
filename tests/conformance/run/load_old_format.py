"""A module in format 3, in which `/` divides ints as ints. data/format_3.pt comes from PyTorch 1.13, with its version set to 3."""
import os

import torch

module = torch.jit.load(os.path.join(os.path.dirname(os.path.abspath(__file__)), "data", "format_3.pt"))
for x, y in ((torch.tensor([7, -7]), torch.tensor([2, 2])), (torch.tensor([7.0, -7.0]), torch.tensor([2, 2])), (torch.tensor([7, -7]), torch.tensor([2.0, 2.0]))):
    print(module(x, y))
