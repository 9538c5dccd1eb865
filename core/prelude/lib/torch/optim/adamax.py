"""Adamax: Adam with the maximum of decayed gradients in place of the mean of squares."""
import torch

from .optimizer import ElementwiseOptimizer, _step_dtype, check_options, decay_towards, with_decay

__all__ = ['Adamax']


class Adamax(ElementwiseOptimizer):
    _later_options = {'foreach': None, 'maximize': False}  # @1.13
    _later_options = {'foreach': None, 'maximize': False, 'differentiable': False, 'capturable': False}  # @2.6+

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None, *, maximize=False,
                 differentiable=False, capturable=False,  # @2.6+
                 ) -> None:
        check_options(lr=lr, eps=eps, betas=betas, weight_decay=weight_decay)
        super().__init__(params, {
            'lr': lr, 'betas': betas, 'eps': eps, 'weight_decay': weight_decay, 'foreach': foreach, 'maximize': maximize,
            'differentiable': differentiable, 'capturable': capturable,  # @2.6+
        })

    def _new_state(self, group, param) -> dict:
        return {'step': torch.tensor(0., dtype=_step_dtype()), 'exp_avg': torch.zeros_like(param),
                'exp_inf': torch.zeros_like(param)}

    def _update(self, group, state, param, grad) -> None:
        beta1, beta2 = group['betas']
        grad = with_decay(group, param, grad)
        decay_towards(state['exp_avg'], grad, beta1)
        highest = state['exp_inf'].mul_(beta2)
        highest.copy_(torch.maximum(highest.clone(), grad.abs().add_(group['eps'])))
        rate = group['lr'] / (1 - beta1 ** state['step'].item())
        param.addcdiv_(state['exp_avg'], highest, value=-float(rate))
