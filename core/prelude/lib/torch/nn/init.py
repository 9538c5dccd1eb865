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


def _no_grad_uniform_(tensor, a, b):
    with torch.no_grad():
        return tensor.uniform_(a, b)


def _no_grad_normal_(tensor, mean, std):
    with torch.no_grad():
        return tensor.normal_(mean, std)


def _no_grad_trunc_normal_(
    tensor,
    mean,
    std,
    a,
    b,
    generator=None,  # @2.6+
):
    def norm_cdf(x):
        return (1. + math.erf(x / math.sqrt(2.))) / 2.

    if not a - 2 * std <= mean <= b + 2 * std:
        warnings.warn('trunc_normal_: [a, b] is more than two standard deviations from the mean, '
                      'where the method is inexact', stacklevel=2)

    # Applies the inverse distribution function to uniform values between the values at the bounds.
    with torch.no_grad():
        lower = 2 * norm_cdf((a - mean) / std) - 1
        upper = 2 * norm_cdf((b - mean) / std) - 1
        tensor.uniform_(lower, upper)  # @1.13
        tensor.uniform_(lower, upper, generator=generator)  # @2.6+
        tensor.erfinv_()
        tensor.mul_(std * math.sqrt(2.))
        tensor.add_(mean)
        tensor.clamp_(min=a, max=b)  # rounding may exceed a bound
        return tensor


def uniform_(tensor: Tensor, a: float = 0., b: float = 1.) -> Tensor:
    return _no_grad_uniform_(tensor, a, b)


def normal_(tensor: Tensor, mean: float = 0., std: float = 1.) -> Tensor:
    return _no_grad_normal_(tensor, mean, std)


def trunc_normal_(tensor: Tensor, mean: float = 0., std: float = 1., a: float = -2., b: float = 2.) -> Tensor:
    return _no_grad_trunc_normal_(tensor, mean, std, a, b)


def xavier_uniform_(tensor: Tensor, gain: float = 1.) -> Tensor:
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    std = gain * math.sqrt(2.0 / float(fan_in + fan_out))
    a = math.sqrt(3.0) * std  # the bounds of a uniform distribution with that deviation
    return _no_grad_uniform_(tensor, -a, a)


def xavier_normal_(tensor: Tensor, gain: float = 1.) -> Tensor:
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    std = gain * math.sqrt(2.0 / float(fan_in + fan_out))
    return _no_grad_normal_(tensor, 0., std)


def kaiming_uniform_(tensor: Tensor, a: float = 0, mode: str = 'fan_in', nonlinearity: str = 'leaky_relu'):
    if 0 in tensor.shape:
        warnings.warn('a tensor without elements has nothing to initialize')
        return tensor
    std = calculate_gain(nonlinearity, a) / math.sqrt(_calculate_correct_fan(tensor, mode))
    bound = math.sqrt(3.0) * std
    return _no_grad_uniform_(tensor, -bound, bound)


def kaiming_normal_(tensor: Tensor, a: float = 0, mode: str = 'fan_in', nonlinearity: str = 'leaky_relu'):
    if 0 in tensor.shape:
        warnings.warn('a tensor without elements has nothing to initialize')
        return tensor
    std = calculate_gain(nonlinearity, a) / math.sqrt(_calculate_correct_fan(tensor, mode))
    return _no_grad_normal_(tensor, 0, std)


def orthogonal_(
    tensor,
    gain=1,
    generator: Optional[torch.Generator] = None,  # @2.6+
):
    if tensor.ndimension() < 2:
        raise ValueError('orthogonal_ takes a tensor of two or more dimensions')
    if tensor.numel() == 0:
        return tensor

    rows = tensor.size(0)
    cols = tensor.numel() // rows
    flattened = tensor.new(rows, cols).normal_(0, 1)  # @1.13
    flattened = tensor.new(rows, cols).normal_(0, 1, generator=generator)  # @2.6+
    if rows < cols:
        flattened.t_()
    q, r = torch.linalg.qr(flattened)
    # Multiplying by the signs of R's diagonal makes the distribution uniform (arXiv:math-ph/0609050).
    q *= torch.diag(r, 0).sign()
    if rows < cols:
        q.t_()

    with torch.no_grad():
        tensor.view_as(q).copy_(q)
        tensor.mul_(gain)
    return tensor


def sparse_(tensor, sparsity, std=0.01):
    if tensor.ndimension() != 2:
        raise ValueError('sparse_ takes a tensor of two dimensions')
    rows, cols = tensor.shape
    zeros = int(math.ceil(sparsity * rows))
    with torch.no_grad():
        tensor.normal_(0, std)
        for col in range(cols):
            tensor[torch.randperm(rows)[:zeros], col] = 0
    return tensor


uniform = _make_deprecate(uniform_)


normal = _make_deprecate(normal_)


xavier_uniform = _make_deprecate(xavier_uniform_)


xavier_normal = _make_deprecate(xavier_normal_)


kaiming_uniform = _make_deprecate(kaiming_uniform_)


kaiming_normal = _make_deprecate(kaiming_normal_)


orthogonal = _make_deprecate(orthogonal_)


sparse = _make_deprecate(sparse_)
