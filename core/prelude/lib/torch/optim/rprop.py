"""Rprop: steps of a size that grows while the sign of the gradient stays, and shrinks when it changes."""
import torch

from .optimizer import ElementwiseOptimizer, check_options
from .optimizer import _step_dtype  # @2.6+

__all__ = ['Rprop']


class Rprop(ElementwiseOptimizer):
    _later_options = {'foreach': None, 'maximize': False}  # @1.13
    _tensors_now = ()  # @1.13

    def __init__(self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50),
                 *, capturable=False,  # @2.6+
                 foreach=None, maximize=False,
                 differentiable=False,  # @2.6+
                 ) -> None:
        check_options(lr=lr)
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f'Invalid eta values: {etas[0]}, {etas[1]}')
        super().__init__(params, {
            'lr': lr, 'etas': etas, 'step_sizes': step_sizes, 'foreach': foreach, 'maximize': maximize,
            'differentiable': differentiable, 'capturable': capturable,  # @2.6+
        })

    def _new_state(self, group, param) -> dict:
        lr = float(group['lr'])
        return {
            'step': torch.zeros((), dtype=_step_dtype()),  # @2.6+
            'step': 0,  # @1.13
            'prev': torch.zeros_like(param),
            'step_size': torch.full_like(param.grad, complex(lr, lr) if param.is_complex() else lr)}

    def _update(self, group, state, param, grad) -> None:
        shrink, grow = group['etas']
        agreement = grad.mul(state['prev'].clone())
        factor = torch.where(agreement > 0, grow, torch.where(agreement < 0, shrink, 1.)).to(grad.dtype)
        size = state['step_size'].mul_(factor).clamp_(*group['step_sizes'])
        # After a change of the sign a parameter waits for one step.
        grad = torch.where(agreement < 0, torch.zeros_like(grad), grad)
        param.addcmul_(grad.sign(), size, value=-1)
        state['prev'].copy_(grad)
