from typing import Iterable

import torch


def parameters_to_vector(parameters: Iterable[torch.Tensor]) -> torch.Tensor:
    parameters = list(parameters)
    _check_devices(parameters)
    return torch.cat([param.view(-1) for param in parameters])


def vector_to_parameters(vec: torch.Tensor, parameters: Iterable[torch.Tensor]) -> None:
    if not isinstance(vec, torch.Tensor):
        raise TypeError(f'the vector must be a Tensor, not {type(vec).__name__}')
    parameters = list(parameters)
    _check_devices(parameters)
    begin = 0
    for param in parameters:
        end = begin + param.numel()
        param.data = vec[begin:end].view_as(param).data
        begin = end


def _check_devices(parameters):
    if len({param.device for param in parameters}) > 1:
        raise TypeError('the parameters are on different devices')
