"""Adam with weight decay that isn't part of the gradient."""
import torch

from .adam import check_options, update
from .optimizer import Optimizer

__all__ = ['AdamW']


class AdamW(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *,
                 maximize=False, foreach=None, capturable=False) -> None:
        check_options(lr, betas, eps, weight_decay)
        super().__init__(params, {
            'lr': lr, 'betas': betas, 'eps': eps, 'weight_decay': weight_decay, 'amsgrad': amsgrad,
            'foreach': foreach, 'maximize': maximize, 'capturable': capturable})

    @torch.no_grad()
    def step(self, closure=None):
        loss = self._run(closure)
        for group in self.param_groups:
            for param, grad in self._gradients(group):
                param.mul_(1 - group['lr'] * group['weight_decay'])
                update(self.state[param], group, param, grad)
        return loss
