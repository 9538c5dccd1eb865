"""RMSprop: steps divided by a running mean of the gradient's magnitude."""
import torch

from .optimizer import ElementwiseOptimizer, check_options, decay_towards, with_decay
from .optimizer import _step_dtype  # @2.6+

__all__ = ['RMSprop']


class RMSprop(ElementwiseOptimizer):
    _later_options = {'momentum': 0, 'centered': False, 'foreach': None, 'maximize': False, 'differentiable': False}  # @1.13
    _later_options = {'momentum': 0, 'centered': False, 'foreach': None, 'maximize': False, 'differentiable': False,  # @2.6+
                      'capturable': False}
    _tensors_now = ()  # @1.13

    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False,
                 capturable=False,  # @2.6+
                 foreach=None, maximize=False, differentiable=False) -> None:
        check_options(lr=lr, eps=eps, momentum=momentum, weight_decay=weight_decay, alpha=alpha)
        super().__init__(params, {
            'lr': lr, 'momentum': momentum, 'alpha': alpha, 'eps': eps, 'centered': centered, 'weight_decay': weight_decay,
            'capturable': capturable,  # @2.6+
            'foreach': foreach, 'maximize': maximize, 'differentiable': differentiable})

    def _new_state(self, group, param) -> dict:
        state = {
            'step': torch.zeros((), dtype=_step_dtype()),  # @2.6+
            'step': 0,  # @1.13
            'square_avg': torch.zeros_like(param)}
        if group['momentum'] > 0:
            state['momentum_buffer'] = torch.zeros_like(param)
        if group['centered']:
            state['grad_avg'] = torch.zeros_like(param)
        return state

    def _update(self, group, state, param, grad) -> None:
        alpha = group['alpha']
        grad = with_decay(group, param, grad)
        square = state['square_avg'].mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
        if group['centered']:
            mean = state['grad_avg']
            decay_towards(mean, grad, alpha)
            square = square.addcmul(mean, mean, value=-1)
        size = square.sqrt().add(group['eps'])
        if group['momentum'] > 0:
            velocity = state['momentum_buffer'].mul_(group['momentum']).addcdiv_(grad, size)
            param.add_(velocity, alpha=-float(group['lr']))
        else:
            param.addcdiv_(grad, size, value=-float(group['lr']))
