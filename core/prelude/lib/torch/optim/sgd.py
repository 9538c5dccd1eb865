"""Stochastic gradient descent, with momentum."""
import torch  # @2.6+

from .optimizer import ElementwiseOptimizer, check_options
from .optimizer import check_fused  # @2.6+
from .optimizer import required  # @1.13

__all__ = ['SGD']


class SGD(ElementwiseOptimizer):
    _later_options = {'nesterov': False, 'maximize': False, 'foreach': None, 'differentiable': False}  # @1.13
    _later_options = {'nesterov': False, 'maximize': False, 'foreach': None, 'differentiable': False, 'fused': False}  # @2.6+
    _splits_complex = False

    def __init__(self, params,
                 lr=1e-3,  # @2.6+
                 lr=required,  # @1.13
                 momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False, foreach=None, differentiable=False,
                 fused=None,  # @2.6+
                 ) -> None:
        if lr is not required:  # @1.13
            check_options(lr=lr)
        check_options(lr=lr)  # @2.6+
        check_options(momentum=momentum, weight_decay=weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError('Nesterov momentum requires a momentum and zero dampening')
        super().__init__(params, {
            'lr': lr, 'momentum': momentum, 'dampening': dampening, 'weight_decay': weight_decay, 'nesterov': nesterov,
            'maximize': maximize, 'foreach': foreach, 'differentiable': differentiable,
            'fused': fused,  # @2.6+
        })
        check_fused(fused, foreach, differentiable)  # @2.6+

    def _has_state(self, group) -> bool:  # @2.6+
        return group['momentum'] != 0

    def _new_state(self, group, param) -> dict:
        return {}  # @2.6+
        return {'momentum_buffer': None}  # @1.13

    def _update_at_once(self, group, state, param, grad) -> bool:  # @2.6+
        # One loop over memory, with the results of the operators of _update().
        if (group.get('differentiable') or not isinstance(group['lr'], (int, float)) or grad.dtype != param.dtype
                or param.dtype not in (torch.float32, torch.float64)):
            return False
        velocity = state.get('momentum_buffer')
        is_first = velocity is None
        if is_first and group['momentum'] != 0:
            velocity = state['momentum_buffer'] = torch.empty_like(grad)
        torch.ops.aten._fused_sgd_(
            [param], [grad.data], [] if velocity is None else [velocity], weight_decay=group['weight_decay'],
            momentum=group['momentum'], lr=group['lr'], dampening=group['dampening'], nesterov=group['nesterov'],
            maximize=False, is_first_step=is_first)
        return True

    def _update(self, group, state, param, grad) -> None:
        if self._update_at_once(group, state, param, grad):  # @2.6+
            return  # @2.6+
        if group['weight_decay'] != 0:
            grad = grad.add(param, alpha=group['weight_decay'])
        momentum = group['momentum']
        if momentum != 0:
            velocity = state.get('momentum_buffer')
            if velocity is None:
                velocity = state['momentum_buffer'] = grad.clone().detach()
            else:
                velocity.mul_(momentum).add_(grad, alpha=1 - group['dampening'])
            grad = grad.add(velocity, alpha=momentum) if group['nesterov'] else velocity
        param.add_(grad, alpha=-float(group['lr']))
