import functools
import warnings
from typing import Iterable, Optional, Union

import torch

__all__ = ['clip_grad_norm_', 'clip_grad_norm', 'clip_grad_value_']

_tensor_or_tensors = Union[torch.Tensor, Iterable[torch.Tensor]]


def _no_grad(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        with torch.no_grad():
            return function(*args, **kwargs)
    return wrapper


def _listed(tensors):
    return [tensors] if isinstance(tensors, torch.Tensor) else list(tensors)


def _grads(parameters):
    return [p.grad for p in _listed(parameters) if p.grad is not None]


# The norm of all elements of the tensors.
@_no_grad
def _get_total_norm(tensors: _tensor_or_tensors, norm_type: float = 2.0, error_if_nonfinite: bool = False,
                    foreach: Optional[bool] = None) -> torch.Tensor:
    tensors = _listed(tensors)
    norm_type = float(norm_type)
    if not tensors:
        return torch.tensor(0.)
    device = tensors[0].device
    norms = [torch.linalg.vector_norm(tensor, norm_type).to(device) for tensor in tensors]
    total_norm = torch.linalg.vector_norm(torch.stack(norms), norm_type)
    if error_if_nonfinite and torch.logical_or(total_norm.isnan(), total_norm.isinf()):
        raise RuntimeError(f'The total norm of order {norm_type} for gradients from `parameters` is non-finite, so it cannot be '
                           'clipped. To disable this error and scale the gradients by the non-finite norm anyway, set '
                           '`error_if_nonfinite=False`')
    return total_norm


# Scales all gradients by one factor, so that a total norm becomes at most `max_norm`.
@_no_grad
def _clip_grads_with_norm_(parameters: _tensor_or_tensors, max_norm: float, total_norm: torch.Tensor,
                           foreach: Optional[bool] = None) -> None:
    grads = _grads(parameters)
    if not grads:
        return
    factor = torch.clamp(float(max_norm) / (total_norm + 1e-6), max=1.0)
    for grad in grads:
        grad.detach().mul_(factor.to(grad.device))


# Returns the norm before scaling.
@_no_grad
def clip_grad_norm_(parameters: _tensor_or_tensors, max_norm: float, norm_type: float = 2.0, error_if_nonfinite: bool = False,
                    foreach: Optional[bool] = None,  # @2.6+
                    ) -> torch.Tensor:
    parameters = _listed(parameters)
    total_norm = _get_total_norm(_grads(parameters), norm_type, error_if_nonfinite)
    _clip_grads_with_norm_(parameters, max_norm, total_norm)
    return total_norm


def clip_grad_norm(parameters: _tensor_or_tensors, max_norm: float, norm_type: float = 2.0, error_if_nonfinite: bool = False,
                   foreach: Optional[bool] = None,  # @2.6+
                   ) -> torch.Tensor:
    warnings.warn('`torch.nn.utils.clip_grad_norm` is now deprecated in favor of `torch.nn.utils.clip_grad_norm_`.',  # @2.6+
                  FutureWarning, stacklevel=2)  # @2.6+
    warnings.warn('torch.nn.utils.clip_grad_norm is now deprecated in favor of torch.nn.utils.clip_grad_norm_.',  # @1.13
                  stacklevel=2)  # @1.13
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite)


@_no_grad
def clip_grad_value_(parameters: _tensor_or_tensors, clip_value: float,
                     foreach: Optional[bool] = None,  # @2.6+
                     ) -> None:
    clip_value = float(clip_value)
    for grad in _grads(parameters):
        grad.detach().clamp_(min=-clip_value, max=clip_value)
