import enum, math, torch
import torch.nn.functional as F
from torch import Tensor
from typing import *
def f(x: Optional[int]) -> int:
    while x is None:
        x = 3
    return x
