"""RMSprop: steps divided by a running mean of the gradient's magnitude."""
import torch

from .optimizer import Optimizer

__all__ = ['RMSprop']


class RMSprop(Optimizer):
    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False,
                 foreach=None, maximize=False, differentiable=False) -> None:
        options = (('lr', lr), ('alpha', alpha), ('eps', eps), ('weight_decay', weight_decay),
                   ('momentum', momentum))
        for name, value in options:
            if value < 0:
                raise ValueError(f'{name} cannot be negative: {value}')
        super().__init__(params, {
            'lr': lr, 'momentum': momentum, 'alpha': alpha, 'eps': eps, 'centered': centered,
            'weight_decay': weight_decay, 'foreach': foreach, 'maximize': maximize,
            'differentiable': differentiable})

    @torch.no_grad()
    def step(self, closure=None):
        loss = self._run(closure)
        for group in self.param_groups:
            for param, grad in self._gradients(group):
                if group['weight_decay']:
                    grad = grad.add(param, alpha=group['weight_decay'])
                self._update(self.state[param], group, param, grad)
        return loss

    @staticmethod
    def _update(state: dict, group: dict, param, grad) -> None:
        if not state:
            state['step'] = 0
            state['square_avg'] = torch.zeros_like(param)
            if group['momentum'] > 0:
                state['momentum_buffer'] = torch.zeros_like(param)
            if group['centered']:
                state['grad_avg'] = torch.zeros_like(param)
        state['step'] += 1
        keep = group['alpha']
        square = state['square_avg'].mul_(keep).addcmul_(grad, grad, value=1 - keep)
        if group['centered']:
            mean = state['grad_avg'].mul_(keep).add_(grad, alpha=1 - keep)
            square = square.addcmul(mean, mean, value=-1)
        size = square.sqrt().add_(group['eps'])
        if group['momentum'] > 0:
            velocity = state['momentum_buffer'].mul_(group['momentum']).addcdiv_(grad, size)
            param.add_(velocity, alpha=-group['lr'])
        else:
            param.addcdiv_(grad, size, value=-group['lr'])
