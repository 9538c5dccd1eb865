import enum, math, torch
import torch.nn.functional as F
from torch import Tensor
from typing import *
def f():
    d: Dict[str, Any] = {"a": 1, "b": "c"}
    return d
