"""NAdam: Adam with Nesterov's momentum."""
import torch

from .optimizer import ElementwiseOptimizer, _step_dtype, check_options, decay_towards, with_decay

__all__ = ['NAdam']


class NAdam(ElementwiseOptimizer):
    _later_options = {'foreach': None}  # @1.13
    _later_options = {'maximize': False, 'foreach': None, 'capturable': False, 'differentiable': False,  # @2.6+
                      'decoupled_weight_decay': False}
    _tensors_now = ('step', 'mu_product')

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, momentum_decay=4e-3,
                 foreach=None,  # @1.13
                 decoupled_weight_decay=False, *, foreach=None, maximize=False, capturable=False, differentiable=False,  # @2.6+
                 ) -> None:
        check_options(lr=lr, eps=eps, betas=betas, weight_decay=weight_decay, momentum_decay=momentum_decay)
        super().__init__(params, {
            'lr': lr, 'betas': betas, 'eps': eps, 'weight_decay': weight_decay, 'momentum_decay': momentum_decay,
            'foreach': foreach,  # @1.13
            'decoupled_weight_decay': decoupled_weight_decay, 'maximize': maximize, 'foreach': foreach,  # @2.6+
            'capturable': capturable, 'differentiable': differentiable,  # @2.6+
        })

    def _new_state(self, group, param) -> dict:
        return {'step': torch.tensor(0., dtype=_step_dtype()), 'mu_product': torch.tensor(1., dtype=_step_dtype()),
                'exp_avg': torch.zeros_like(param), 'exp_avg_sq': torch.zeros_like(param)}

    def _update(self, group, state, param, grad) -> None:
        beta1, beta2 = group['betas']
        lr, decay = group['lr'], group['momentum_decay']
        step = state['step'].item()
        grad = with_decay(group, param, grad)
        momentum = beta1 * (1. - 0.5 * 0.96 ** (step * decay))
        next_momentum = beta1 * (1. - 0.5 * 0.96 ** ((step + 1) * decay))
        state['mu_product'] *= momentum
        product = state['mu_product'].item()
        decay_towards(state['exp_avg'], grad, beta1)
        square = state['exp_avg_sq'].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        scale = square.div(1 - beta2 ** step).sqrt().add(group['eps'])
        param.addcdiv_(grad, scale, value=-float(lr * (1. - momentum) / (1. - product)))
        next_product = product * next_momentum
        next_product *= momentum  # @1.13
        param.addcdiv_(state['exp_avg'], scale, value=-float(lr * next_momentum / (1. - next_product)))
