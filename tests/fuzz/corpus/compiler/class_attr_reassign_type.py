import enum, math, torch
import torch.nn.functional as F
from torch import Tensor
from typing import *
class A:
    def __init__(self):
        self.x = 1
def f():
    a = A()
    a.x = "s"
    return a.x
