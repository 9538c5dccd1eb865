"""Adagrad: steps divided by the root of the sum of all squared gradients."""
import torch

from .optimizer import ElementwiseOptimizer, _step_dtype, check_options, with_decay
from .optimizer import check_fused  # @2.6+

__all__ = ['Adagrad']


class Adagrad(ElementwiseOptimizer):
    _later_options = {'foreach': None, 'maximize': False}  # @1.13
    _later_options = {'foreach': None, 'maximize': False, 'differentiable': False, 'fused': None}  # @2.6+

    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10, foreach=None, *,
                 maximize=False,
                 differentiable=False, fused=None,  # @2.6+
                 ) -> None:
        check_options(lr=lr, lr_decay=lr_decay, weight_decay=weight_decay, initial_accumulator_value=initial_accumulator_value,
                      eps=eps)
        super().__init__(params, {
            'lr': lr, 'lr_decay': lr_decay, 'eps': eps, 'weight_decay': weight_decay,
            'initial_accumulator_value': initial_accumulator_value, 'foreach': foreach, 'maximize': maximize,
            'differentiable': differentiable, 'fused': fused,  # @2.6+
        })
        check_fused(fused, foreach, differentiable)  # @2.6+
        for group in self.param_groups:
            for param in group['params']:
                self.state[param] = self._new_state(group, param)

    def _new_state(self, group, param) -> dict:
        first = group['initial_accumulator_value']
        return {'step': torch.tensor(0., dtype=_step_dtype(group.get('fused'))),
                'sum': torch.full_like(param, complex(first, first) if param.is_complex() else first)}

    def share_memory(self) -> None:
        for state in self.state.values():
            state['sum'].share_memory_()

    def _update(self, group, state, param, grad) -> None:
        grad = with_decay(group, param, grad)
        rate = group['lr'] / (1 + (state['step'].item() - 1) * group['lr_decay'])
        total = state['sum'].addcmul_(grad, grad, value=1)
        param.addcdiv_(grad, total.sqrt().add(group['eps']), value=-float(rate))
