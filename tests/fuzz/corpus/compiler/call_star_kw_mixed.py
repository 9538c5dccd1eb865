import enum, math, torch
import torch.nn.functional as F
from torch import Tensor
from typing import *
def g(a: int, b: int, c: int): return a
def f(t: Tuple[int, int]):
    return g(1, *t)
