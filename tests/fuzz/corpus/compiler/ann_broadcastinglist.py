import enum, math, torch
import torch.nn.functional as F
from torch import Tensor
from typing import *
from torch._jit_internal import BroadcastingList2
def f(x: BroadcastingList2[int]):
    return x[0]
def g(): return f(3)
f2 = f
def f(): return f2(3)
