from typing import Optional


def _no_grad_uniform_(tensor, a, b, generator=None):
    with torch.no_grad():
        return tensor.uniform_(a, b, generator=generator)


def _no_grad_normal_(tensor, mean, std, generator=None):
    with torch.no_grad():
        return tensor.normal_(mean, std, generator=generator)


def _no_grad_trunc_normal_(tensor, mean, std, a, b, generator=None):
    def norm_cdf(x):
        return (1. + math.erf(x / math.sqrt(2.))) / 2.

    if not a - 2 * std <= mean <= b + 2 * std:
        warnings.warn('trunc_normal_: [a, b] is more than two standard deviations from the mean, '
                      'where the method is inexact', stacklevel=2)

    # Applies the inverse distribution function to uniform values between the values at the bounds.
    with torch.no_grad():
        lower = 2 * norm_cdf((a - mean) / std) - 1
        upper = 2 * norm_cdf((b - mean) / std) - 1
        tensor.uniform_(lower, upper, generator=generator)
        tensor.erfinv_()
        tensor.mul_(std * math.sqrt(2.))
        tensor.add_(mean)
        tensor.clamp_(min=a, max=b)  # rounding may exceed a bound
        return tensor


def uniform_(tensor: Tensor, a: float = 0., b: float = 1., generator: Optional[torch.Generator] = None) -> Tensor:
    return _no_grad_uniform_(tensor, a, b, generator)


def normal_(tensor: Tensor, mean: float = 0., std: float = 1., generator: Optional[torch.Generator] = None) -> Tensor:
    return _no_grad_normal_(tensor, mean, std, generator)


def trunc_normal_(
    tensor: Tensor, mean: float = 0., std: float = 1., a: float = -2., b: float = 2.,
    generator: Optional[torch.Generator] = None,
) -> Tensor:
    return _no_grad_trunc_normal_(tensor, mean, std, a, b, generator=generator)


def xavier_uniform_(tensor: Tensor, gain: float = 1., generator: Optional[torch.Generator] = None) -> Tensor:
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    std = gain * math.sqrt(2.0 / float(fan_in + fan_out))
    a = math.sqrt(3.0) * std  # the bounds of a uniform distribution with that deviation
    return _no_grad_uniform_(tensor, -a, a, generator)


def xavier_normal_(tensor: Tensor, gain: float = 1., generator: Optional[torch.Generator] = None) -> Tensor:
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    std = gain * math.sqrt(2.0 / float(fan_in + fan_out))
    return _no_grad_normal_(tensor, 0., std, generator)


def kaiming_uniform_(
    tensor: Tensor, a: float = 0, mode: str = 'fan_in', nonlinearity: str = 'leaky_relu',
    generator: Optional[torch.Generator] = None,
):
    if 0 in tensor.shape:
        warnings.warn('a tensor without elements has nothing to initialize')
        return tensor
    std = calculate_gain(nonlinearity, a) / math.sqrt(_calculate_correct_fan(tensor, mode))
    bound = math.sqrt(3.0) * std
    return _no_grad_uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(
    tensor: Tensor, a: float = 0, mode: str = 'fan_in', nonlinearity: str = 'leaky_relu',
    generator: Optional[torch.Generator] = None,
):
    if 0 in tensor.shape:
        warnings.warn('a tensor without elements has nothing to initialize')
        return tensor
    std = calculate_gain(nonlinearity, a) / math.sqrt(_calculate_correct_fan(tensor, mode))
    return _no_grad_normal_(tensor, 0, std, generator)


def orthogonal_(tensor, gain=1, generator: Optional[torch.Generator] = None):
    if tensor.ndimension() < 2:
        raise ValueError('orthogonal_ takes a tensor of two or more dimensions')
    if tensor.numel() == 0:
        return tensor

    rows = tensor.size(0)
    cols = tensor.numel() // rows
    flattened = tensor.new(rows, cols).normal_(0, 1, generator=generator)
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


def sparse_(tensor, sparsity, std=0.01, generator: Optional[torch.Generator] = None):
    if tensor.ndimension() != 2:
        raise ValueError('sparse_ takes a tensor of two dimensions')
    rows, cols = tensor.shape
    zeros = int(math.ceil(sparsity * rows))
    with torch.no_grad():
        tensor.normal_(0, std, generator=generator)
        for col in range(cols):
            tensor[torch.randperm(rows)[:zeros], col] = 0
    return tensor
