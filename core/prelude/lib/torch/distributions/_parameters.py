# The parameters of distributions: numbers and tensors of one shape, probabilities and their logarithms.
from numbers import Number

import torch
import torch.nn.functional as F


def broadcast_all(*values):
    if not all(isinstance(value, (torch.Tensor, Number)) for value in values):
        raise ValueError('Input arguments must all be instances of numbers.Number, torch.Tensor or objects implementing __torch_function__.')
    like = next((value for value in values if isinstance(value, torch.Tensor)), None)
    options = {'dtype': torch.get_default_dtype()} if like is None else {'dtype': like.dtype, 'device': like.device}
    return torch.broadcast_tensors(*(value if isinstance(value, torch.Tensor) else torch.tensor(value, **options) for value in values))


def shape_of(tensor, *given):
    """The batch shape of a parameter that was made of these arguments."""
    return torch.Size() if all(isinstance(value, Number) for value in given) else tensor.size()


def standard_normal(shape, like):
    if torch._C._get_tracing_state():
        return torch.normal(torch.zeros(shape, dtype=like.dtype, device=like.device), torch.ones(shape, dtype=like.dtype, device=like.device))
    return torch.empty(shape, dtype=like.dtype, device=like.device).normal_()


def sum_rightmost(value, dims):
    return value.reshape(value.shape[:-dims] + (-1,)).sum(-1) if dims else value


def logits_to_probs(logits, is_binary=False):
    return torch.sigmoid(logits) if is_binary else F.softmax(logits, dim=-1)


def clamp_probs(probs):
    eps = torch.finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


def probs_to_logits(probs, is_binary=False):
    clamped = clamp_probs(probs)
    return torch.log(clamped) - torch.log1p(-clamped) if is_binary else torch.log(clamped)


class lazy_property:
    """An attribute that is computed when it is read first."""

    def __init__(self, wrapped):
        self.wrapped = wrapped

    def __get__(self, instance, obj_type=None):
        if instance is None:
            return self
        with torch.enable_grad():
            value = self.wrapped(instance)
        setattr(instance, self.wrapped.__name__, value)
        return value
