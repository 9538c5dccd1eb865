import enum, math, torch
import torch.nn.functional as F
from torch import Tensor
from typing import *
def f(x: int):
    return "%d %d" % x
