"""Adam with weight decay that isn't part of the gradient."""
from .adam import Adam
from .optimizer import check_options
from .optimizer import ElementwiseOptimizer, check_fused  # @2.6+
from .optimizer import ElementwiseOptimizer  # @1.13

__all__ = ['AdamW']


class AdamW(Adam):
    _later_options = {'amsgrad': False, 'maximize': False, 'foreach': None, 'capturable': False}  # @1.13
    _is_decoupled = True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *, maximize=False,
                 foreach=None, capturable=False,
                 differentiable=False, fused=None,  # @2.6+
                 ) -> None:
        check_options(lr=lr, eps=eps, betas=betas, weight_decay=weight_decay)
        # The constructor of Adam has other defaults.
        ElementwiseOptimizer.__init__(self, params, {
            'lr': lr, 'betas': betas, 'eps': eps, 'weight_decay': weight_decay, 'amsgrad': amsgrad, 'foreach': foreach,
            'maximize': maximize, 'capturable': capturable,
            'differentiable': differentiable, 'fused': fused,  # @2.6+
        })
        check_fused(fused, foreach, differentiable)  # @2.6+

    def _sparse_error(self) -> str:
        return 'AdamW does not support sparse gradients'
