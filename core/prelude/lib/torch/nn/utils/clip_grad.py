from typing import Iterable, Union

import torch
from torch import inf

__all__ = ['clip_grad_norm_', 'clip_grad_norm', 'clip_grad_value_']

_tensor_or_tensors = Union[torch.Tensor, Iterable[torch.Tensor]]


def _grads(parameters):
    if isinstance(parameters, torch.Tensor):
        parameters = [parameters]
    return [p.grad for p in parameters if p.grad is not None]


# Scales all gradients by one factor, so that their total norm is at most `max_norm`. Returns the norm before
# scaling.
def clip_grad_norm_(parameters: _tensor_or_tensors, max_norm: float, norm_type: float = 2.0,
                    error_if_nonfinite: bool = False) -> torch.Tensor:
    grads = _grads(parameters)
    max_norm = float(max_norm)
    norm_type = float(norm_type)
    if not grads:
        return torch.tensor(0.)
    device = grads[0].device
    if norm_type == inf:
        total_norm = torch.stack([g.detach().abs().max().to(device) for g in grads]).max()
    else:
        norms = [torch.norm(g.detach(), norm_type).to(device) for g in grads]
        total_norm = torch.norm(torch.stack(norms), norm_type)
    if error_if_nonfinite and not torch.isfinite(total_norm):
        raise RuntimeError(f'the norm of the gradients is {total_norm}, so they cannot be clipped')
    factor = torch.clamp(max_norm / (total_norm + 1e-6), max=1.0)
    for g in grads:
        g.detach().mul_(factor.to(g.device))
    return total_norm


def clip_grad_norm(parameters: _tensor_or_tensors, max_norm: float, norm_type: float = 2.,
                   error_if_nonfinite: bool = False) -> torch.Tensor:
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite)


def clip_grad_value_(parameters: _tensor_or_tensors, clip_value: float) -> None:
    clip_value = float(clip_value)
    for g in _grads(parameters):
        g.data.clamp_(min=-clip_value, max=clip_value)
