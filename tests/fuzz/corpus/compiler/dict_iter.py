import enum, math, torch
import torch.nn.functional as F
from torch import Tensor
from typing import *
def f(d: Dict[str, int]):
    s = 0
    for k in d:
        s += d[k]
    for k, v in d.items():
        s += v
    return s
#RUN: ({"a":1,"b":2},)
