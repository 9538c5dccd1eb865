"""Adam: steps scaled by running means of the gradient and of its square."""
import torch

from .optimizer import ElementwiseOptimizer, _step_dtype, check_fused, check_options, decay_towards

__all__ = ['Adam']


class Adam(ElementwiseOptimizer):
    _later_options = {'amsgrad': False, 'maximize': False, 'foreach': None, 'capturable': False, 'differentiable': False,
                      'fused': None,  # @2.6+
                      'fused': False,  # @1.13
                      }
    # Whether the weight decay is a step of its own and not part of the gradient.
    _is_decoupled = False

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *, foreach=None,
                 maximize=False, capturable=False, differentiable=False,
                 fused=None,  # @2.6+
                 fused=False,  # @1.13
                 ) -> None:
        check_options(lr=lr, eps=eps, betas=betas, weight_decay=weight_decay)
        super().__init__(params, {
            'lr': lr, 'betas': betas, 'eps': eps, 'weight_decay': weight_decay, 'amsgrad': amsgrad, 'maximize': maximize,
            'foreach': foreach, 'capturable': capturable, 'differentiable': differentiable, 'fused': fused})
        check_fused(fused, foreach, differentiable)

    def _sparse_error(self) -> str:
        return 'Adam does not support sparse gradients, please consider SparseAdam instead'

    def _new_state(self, group, param) -> dict:
        state = {'step': torch.tensor(0., dtype=_step_dtype(group.get('fused'))), 'exp_avg': torch.zeros_like(param),
                 'exp_avg_sq': torch.zeros_like(param)}
        if group['amsgrad']:
            state['max_exp_avg_sq'] = torch.zeros_like(param)
        return state

    # One loop over memory, with the results of the operators below.
    def _update_at_once(self, group, state, param, grad) -> bool:
        if (group.get('differentiable') or not isinstance(group['lr'], (int, float)) or grad.dtype != param.dtype
                or param.dtype not in (torch.float32, torch.float64)):
            return False
        decay = group['weight_decay']
        if self._is_decoupled:  # @1.13
            param.mul_(1 - group['lr'] * decay)  # @1.13
            decay = 0  # @1.13
        beta1, beta2 = group['betas']
        update = torch.ops.aten._fused_adam_  # @1.13
        update = torch.ops.aten._fused_adamw_ if self._is_decoupled else torch.ops.aten._fused_adam_  # @2.6+
        update(
            [param], [grad.data], [state['exp_avg']], [state['exp_avg_sq']],
            [state['max_exp_avg_sq']] if group['amsgrad'] else [], [state['step']], lr=group['lr'], beta1=beta1, beta2=beta2,
            weight_decay=decay, eps=group['eps'], amsgrad=group['amsgrad'], maximize=False)
        return True

    def _update(self, group, state, param, grad) -> None:
        if self._update_at_once(group, state, param, grad):
            return
        if self._is_decoupled:
            param.mul_(1 - group['lr'] * group['weight_decay'])
        elif group['weight_decay'] != 0:
            grad = grad.add(param, alpha=group['weight_decay'])
        beta1, beta2 = group['betas']
        step = state['step'].item()
        mean, square = state['exp_avg'], state['exp_avg_sq']
        decay_towards(mean, grad, beta1)
        square.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        if group['amsgrad']:
            highest = state['max_exp_avg_sq']
            square = highest.copy_(torch.maximum(highest.clone(), square))
        # These two factors correct the bias of means that start at zero.
        scale = (square.sqrt() / (1 - beta2 ** step) ** 0.5).add_(group['eps'])
        param.addcdiv_(mean, scale, value=-float(group['lr'] / (1 - beta1 ** step)))
