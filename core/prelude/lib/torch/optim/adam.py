"""Adam: steps scaled by running means of the gradient and of its square."""
import math

import torch

from .optimizer import Optimizer

__all__ = ['Adam']


def check_options(lr, betas, eps, weight_decay) -> None:
    for name, value in (('lr', lr), ('eps', eps), ('weight_decay', weight_decay)):
        if value < 0:
            raise ValueError(f'{name} cannot be negative: {value}')
    for i in range(2):
        if not 0 <= betas[i] < 1:
            raise ValueError(f'betas[{i}] must be at least 0 and below 1, not {betas[i]}')


# One step of a parameter along its gradient, after optional weight decay.
def update(state: dict, group: dict, param, grad) -> None:
    if not state:
        state['step'] = torch.tensor(0.)
        state['exp_avg'] = torch.zeros_like(param)
        state['exp_avg_sq'] = torch.zeros_like(param)
        if group['amsgrad']:
            state['max_exp_avg_sq'] = torch.zeros_like(param)
    beta1, beta2 = group['betas']
    state['step'] += 1
    step = state['step'].item()
    mean = state['exp_avg'].mul_(beta1).add_(grad, alpha=1 - beta1)
    square = state['exp_avg_sq'].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
    if group['amsgrad']:
        square = torch.maximum(state['max_exp_avg_sq'], square, out=state['max_exp_avg_sq'])
    # These two factors correct the bias of means that start at zero.
    scale = (square.sqrt() / math.sqrt(1 - beta2 ** step)).add_(group['eps'])
    param.addcdiv_(mean, scale, value=-group['lr'] / (1 - beta1 ** step))


class Adam(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *,
                 foreach=None, maximize=False, capturable=False, differentiable=False, fused=False) -> None:
        check_options(lr, betas, eps, weight_decay)
        super().__init__(params, {
            'lr': lr, 'betas': betas, 'eps': eps, 'weight_decay': weight_decay, 'amsgrad': amsgrad,
            'maximize': maximize, 'foreach': foreach, 'capturable': capturable,
            'differentiable': differentiable, 'fused': fused})

    @torch.no_grad()
    def step(self, closure=None):
        loss = self._run(closure)
        for group in self.param_groups:
            for param, grad in self._gradients(group):
                if group['weight_decay']:
                    grad = grad.add(param, alpha=group['weight_decay'])
                update(self.state[param], group, param, grad)
        return loss
