import torch


# What tensors with gradients once were wrapped in.
class Variable:
    def __new__(cls, data, requires_grad=False, volatile=False):
        return data.detach().requires_grad_(requires_grad)
