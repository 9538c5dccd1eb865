import enum, math, torch
import torch.nn.functional as F
from torch import Tensor
from typing import *
def f(l: List[int]):
    return l[::-1]
#RUN: ([1,2,3],)
