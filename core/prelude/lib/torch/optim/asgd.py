"""Averaged stochastic gradient descent: the state has the average of the parameter's values from step t0 on."""
import torch

from .optimizer import ElementwiseOptimizer, _step_dtype, check_options, with_decay

__all__ = ['ASGD']


class ASGD(ElementwiseOptimizer):
    _later_options = {'foreach': None, 'maximize': False}  # @1.13
    _tensors_now = ('step', 'eta', 'mu')

    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None, maximize=False,
                 differentiable=False, capturable=False,  # @2.6+
                 ) -> None:
        check_options(lr=lr, weight_decay=weight_decay)
        super().__init__(params, {
            'lr': lr, 'lambd': lambd, 'alpha': alpha, 't0': t0, 'weight_decay': weight_decay, 'foreach': foreach,
            'maximize': maximize,
            'differentiable': differentiable, 'capturable': capturable,  # @2.6+
        })

    def _new_state(self, group, param) -> dict:
        dtype = _step_dtype()
        return {'step': torch.zeros((), dtype=dtype), 'eta': torch.tensor(float(group['lr']), dtype=dtype),
                'mu': torch.ones((), dtype=dtype), 'ax': torch.zeros_like(param)}

    def _update(self, group, state, param, grad) -> None:
        lr, decay = float(group['lr']), group['lambd']
        grad = with_decay(group, param, grad)
        rate = state['eta'].item()
        param.mul_(1 - decay * rate)
        param.add_(grad, alpha=-rate)
        average = state['ax']
        share = state['mu'].item()
        if share != 1:
            average.add_(param.sub(average).mul(share))
        else:
            average.copy_(param)
        step = state['step'].item()
        state['eta'].fill_(lr / (1 + decay * lr * step) ** group['alpha'])
        state['mu'].fill_(1 / max(1, step - group['t0']))
