"""Adadelta: steps in proportion to the running mean of earlier steps."""
import torch

from .optimizer import ElementwiseOptimizer, check_options, with_decay
from .optimizer import _step_dtype  # @2.6+

__all__ = ['Adadelta']


class Adadelta(ElementwiseOptimizer):
    _later_options = {'foreach': None, 'maximize': False}  # @1.13
    _tensors_now = ()  # @1.13

    def __init__(self, params, lr=1., rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *,
                 capturable=False,  # @2.6+
                 maximize=False,
                 differentiable=False,  # @2.6+
                 ) -> None:
        check_options(lr=lr)
        if not 0.0 <= rho <= 1.0:
            raise ValueError(f'Invalid rho value: {rho}')
        check_options(eps=eps, weight_decay=weight_decay)
        super().__init__(params, {
            'lr': lr, 'rho': rho, 'eps': eps, 'weight_decay': weight_decay, 'maximize': maximize,
            'capturable': capturable,  # @2.6+
            'foreach': foreach,
            'differentiable': differentiable,  # @2.6+
        })

    def _new_state(self, group, param) -> dict:
        return {
            'step': torch.zeros((), dtype=_step_dtype()),  # @2.6+
            'step': 0,  # @1.13
            'square_avg': torch.zeros_like(param), 'acc_delta': torch.zeros_like(param)}

    def _update(self, group, state, param, grad) -> None:
        rho, eps = group['rho'], group['eps']
        grad = with_decay(group, param, grad)
        square, changes = state['square_avg'], state['acc_delta']
        square.mul_(rho).addcmul_(grad, grad, value=1 - rho)
        change = changes.add(eps).sqrt() / square.add(eps).sqrt() * grad
        changes.mul_(rho).addcmul_(change, change, value=1 - rho)
        param.add_(change, alpha=-float(group['lr']))
