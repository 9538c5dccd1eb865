"""RAdam: Adam that takes steps of plain momentum while its estimate of the variance is too uncertain."""
import torch

from .optimizer import ElementwiseOptimizer, _step_dtype, check_options, decay_towards, with_decay

__all__ = ['RAdam']


class RAdam(ElementwiseOptimizer):
    _later_options = {'foreach': None}  # @1.13
    _later_options = {'maximize': False, 'foreach': None, 'capturable': False, 'differentiable': False,  # @2.6+
                      'decoupled_weight_decay': False}

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0,
                 foreach=None,  # @1.13
                 decoupled_weight_decay=False, *, foreach=None, maximize=False, capturable=False, differentiable=False,  # @2.6+
                 ) -> None:
        check_options(lr=lr, eps=eps, betas=betas, weight_decay=weight_decay)
        super().__init__(params, {
            'lr': lr, 'betas': betas, 'eps': eps, 'weight_decay': weight_decay,
            'foreach': foreach,  # @1.13
            'maximize': maximize, 'foreach': foreach, 'capturable': capturable,  # @2.6+
            'decoupled_weight_decay': decoupled_weight_decay, 'differentiable': differentiable,  # @2.6+
        })

    def _new_state(self, group, param) -> dict:
        return {'step': torch.tensor(0., dtype=_step_dtype()), 'exp_avg': torch.zeros_like(param),
                'exp_avg_sq': torch.zeros_like(param)}

    def _update(self, group, state, param, grad) -> None:
        beta1, beta2 = group['betas']
        step = state['step'].item()
        grad = with_decay(group, param, grad)
        decay_towards(state['exp_avg'], grad, beta1)
        square = state['exp_avg_sq'].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        correction = 1 - beta2 ** step
        change = state['exp_avg'] / (1 - beta1 ** step) * group['lr']
        # The length of the average that the variance is estimated from, and its limit.
        limit = 2 / (1 - beta2) - 1
        length = limit - 2 * step * beta2 ** step / correction
        if length > 5:
            share = ((length - 4) * (length - 2) * limit / ((limit - 4) * (limit - 2) * length)) ** 0.5
            change = change * (correction ** 0.5 / square.sqrt().add(group['eps'])) * share
        param.add_(change, alpha=-1.)
