"""SparseAdam: Adam for sparse gradients, which JitScope's tensors cannot be."""
import torch

from .optimizer import ElementwiseOptimizer, check_options

__all__ = ['SparseAdam']


class SparseAdam(ElementwiseOptimizer):
    _later_options = {}
    _tensors_now = ()

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, maximize=False) -> None:
        if not 0.0 < lr:
            raise ValueError(f'Invalid learning rate: {lr}')
        if not 0.0 < eps:
            raise ValueError(f'Invalid epsilon value: {eps}')
        check_options(betas=betas)
        super().__init__(params, {'lr': lr, 'betas': betas, 'eps': eps, 'maximize': maximize})
        split = [[i, j] for i, group in enumerate(self.param_groups)  # @2.6+
                 for j, param in enumerate(group['params']) if torch.is_complex(param)]
        if split:  # @2.6+
            raise ValueError(f'Complex params at indices {split}: SparseAdam does not support complex parameters')

    def _new_state(self, group, param) -> dict:
        raise RuntimeError('SparseAdam does not support dense gradients, please consider Adam instead')
