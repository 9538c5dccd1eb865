import enum, math, torch
import torch.nn.functional as F
from torch import Tensor
from typing import *
def f(c: bool):
    y: Union[int, str] = 1
    if c:
        y = "a"
    return y
