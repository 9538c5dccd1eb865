import enum, math, torch
import torch.nn.functional as F
from torch import Tensor
from typing import *
def f(a: Tuple[int, int]):
    return 3 in a
