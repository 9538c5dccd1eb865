# Initialization of parameters, in place. Compiled code treats the _no_grad_* functions as operators.
import math
import warnings

import torch
from torch import Tensor


def _no_grad_fill_(tensor, val):
    with torch.no_grad():
        return tensor.fill_(val)


def _no_grad_zero_(tensor):
    with torch.no_grad():
        return tensor.zero_()


_GAINS = {
    'linear': 1, 'conv1d': 1, 'conv2d': 1, 'conv3d': 1,
    'conv_transpose1d': 1, 'conv_transpose2d': 1, 'conv_transpose3d': 1,
    'sigmoid': 1,
    'tanh': 5.0 / 3,
    'relu': math.sqrt(2.0),
    'selu': 3.0 / 4,
}


def calculate_gain(nonlinearity, param=None):
    if nonlinearity == 'leaky_relu':
        if param is None:
            param = 0.01
        elif isinstance(param, bool) or not isinstance(param, (int, float)):
            raise ValueError(f'leaky_relu: the negative slope has to be a number, but is {param}')
        return math.sqrt(2.0 / (1 + param ** 2))
    if nonlinearity not in _GAINS:
        raise ValueError(f'no gain is known for the nonlinearity {nonlinearity}')
    return _GAINS[nonlinearity]


def constant_(tensor: Tensor, val: float) -> Tensor:
    return _no_grad_fill_(tensor, val)


def ones_(tensor: Tensor) -> Tensor:
    return _no_grad_fill_(tensor, 1.)


def zeros_(tensor: Tensor) -> Tensor:
    return _no_grad_zero_(tensor)


def eye_(tensor):
    if tensor.ndimension() != 2:
        raise ValueError('eye_ takes a tensor of two dimensions')
    with torch.no_grad():
        torch.eye(*tensor.shape, out=tensor, requires_grad=tensor.requires_grad)
    return tensor


def dirac_(tensor, groups=1):
    dimensions = tensor.ndimension()
    if dimensions not in (3, 4, 5):
        raise ValueError('dirac_ takes a tensor of three, four or five dimensions')
    sizes = tensor.size()
    if sizes[0] % groups != 0:
        raise ValueError('dirac_: the size of the first dimension must be a multiple of groups')

    channels = sizes[0] // groups
    middle = tuple(size // 2 for size in sizes[2:])
    with torch.no_grad():
        tensor.zero_()
        for group in range(groups):
            for channel in range(min(channels, sizes[1])):
                tensor[(group * channels + channel, channel) + middle] = 1
    return tensor


def _calculate_fan_in_and_fan_out(tensor):
    dimensions = tensor.dim()
    if dimensions < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    num_input_fmaps = tensor.size(1)
    num_output_fmaps = tensor.size(0)
    receptive_field_size = 1
    if tensor.dim() > 2:
        for s in tensor.shape[2:]:
            receptive_field_size *= s
    fan_in = num_input_fmaps * receptive_field_size
    fan_out = num_output_fmaps * receptive_field_size
    return fan_in, fan_out


def _calculate_correct_fan(tensor, mode):
    mode = mode.lower()
    if mode not in ('fan_in', 'fan_out'):
        raise ValueError(f'the mode must be fan_in or fan_out, not {mode}')
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return fan_in if mode == 'fan_in' else fan_out


def _make_deprecate(meth):
    # The deprecated names without a trailing underscore.
    def deprecated_init(*args, **kwargs):
        warnings.warn(f'nn.init.{meth.__name__[:-1]} is called nn.init.{meth.__name__} now', stacklevel=2)
        return meth(*args, **kwargs)

    deprecated_init.__name__ = meth.__name__[:-1]
    return deprecated_init


constant = _make_deprecate(constant_)
eye = _make_deprecate(eye_)
dirac = _make_deprecate(dirac_)
