# A trace doesn't see what NumPy computes: results are constants.
import warnings

import numpy as np
import torch

warnings.simplefilter("ignore")


def plain(x):
    return torch.from_numpy(x.numpy()) + x


def tensor(x):
    return torch.tensor(np.sqrt(x.numpy())) + x


def as_tensor(x):
    return torch.as_tensor(x.numpy() * 2) + x


def scalar(x):
    return x * x.numpy().sum()


def number(x):
    return x / float(x.numpy().max())


def mixed(x):
    return x + np.float32(2)


def reverse(x):
    return x[np.array([1, 0])]


def function(x):
    return torch.tensor(np.mean(x.numpy())) + x


def in_place(x):
    changed = x.clone()
    changed.numpy()[0] = 5
    return changed + x


for f in (plain, tensor, as_tensor, scalar, number, mixed, reverse, function, in_place):
    traced = torch.jit.trace(f, torch.tensor([1.0, 2.0]), check_trace=False)
    print(f.__name__, traced(torch.tensor([3.0, 5.0])))
    print(traced.code)
