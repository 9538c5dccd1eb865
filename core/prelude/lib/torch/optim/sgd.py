"""Stochastic gradient descent, with momentum."""
import torch

from .optimizer import Optimizer, required

__all__ = ['SGD']


class SGD(Optimizer):
    def __init__(self, params, lr=required, momentum=0, dampening=0, weight_decay=0, nesterov=False, *,
                 maximize=False, foreach=None, differentiable=False) -> None:
        for name, value in (('lr', lr), ('momentum', momentum), ('weight_decay', weight_decay)):
            if value is not required and value < 0:
                raise ValueError(f'{name} cannot be negative: {value}')
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov's momentum needs a momentum, and no dampening")
        super().__init__(params, {
            'lr': lr, 'momentum': momentum, 'dampening': dampening, 'weight_decay': weight_decay,
            'nesterov': nesterov, 'maximize': maximize, 'foreach': foreach, 'differentiable': differentiable})

    @torch.no_grad()
    def step(self, closure=None):
        loss = self._run(closure)
        for group in self.param_groups:
            momentum = group['momentum']
            for param, grad in self._gradients(group):
                if group['weight_decay']:
                    grad = grad.add(param, alpha=group['weight_decay'])
                state = self.state[param]
                velocity = state.setdefault('momentum_buffer', None)
                if momentum:
                    if velocity is None:
                        velocity = state['momentum_buffer'] = grad.detach().clone()
                    else:
                        velocity.mul_(momentum).add_(grad, alpha=1 - group['dampening'])
                    grad = grad.add(velocity, alpha=momentum) if group['nesterov'] else velocity
                param.add_(grad, alpha=-group['lr'])
        return loss
