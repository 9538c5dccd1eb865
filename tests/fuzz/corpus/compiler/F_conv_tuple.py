import enum, math, torch
import torch.nn.functional as F
from torch import Tensor
from typing import *
def f(x: Tensor, w: Tensor):
    return F.conv2d(x, w, None, (1, 1), 0), F.conv2d(x, w, stride=1, padding="same")
