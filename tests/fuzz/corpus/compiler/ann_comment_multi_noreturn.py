import enum, math, torch
import torch.nn.functional as F
from torch import Tensor
from typing import *
def f(x,  # type: int
      y,  # type: int
      ):
    return x
