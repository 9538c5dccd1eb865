from typing import Optional


def _no_grad_uniform_(tensor, a, b, generator=None):
    with torch.no_grad():
        return tensor.uniform_(a, b, generator=generator)


def _no_grad_normal_(tensor, mean, std, generator=None):
    with torch.no_grad():
        return tensor.normal_(mean, std, generator=generator)


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
