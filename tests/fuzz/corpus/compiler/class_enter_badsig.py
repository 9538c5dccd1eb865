import enum, math, torch
import torch.nn.functional as F
from torch import Tensor
from typing import *
class C:
    def __init__(self): self.x = 1
    def __enter__(self): return self.x
    def __exit__(self): pass
def f():
    with C() as y:
        z = y
    return z
