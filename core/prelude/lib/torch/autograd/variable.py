import torch


# The former wrapper class of tensors with gradients.
class Variable:
    def __new__(cls, data, requires_grad=False, volatile=False):
        return data.detach().requires_grad_(requires_grad)
