import enum, math, torch
import torch.nn.functional as F
from torch import Tensor
from typing import *
def f(l: List[int]):
    l.insert(0, 1); l.extend([2]); l.remove(2); l.reverse(); l.sort(); a = l.pop(); b = l.index(1); c = l.count(1); l2 = l.copy(); l.clear()
    return a, b, c, l2, l
#RUN: ([3,4],)
