import enum, math, torch
import torch.nn.functional as F
from torch import Tensor
from typing import *
class A:
    x: List[int]
    def __init__(self):
        self.x = []
def f():
    return A().x
