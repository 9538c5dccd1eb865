"""Adafactor: steps scaled by a mean of squared gradients that is kept as the product of a column and a row."""
import torch

from .optimizer import ElementwiseOptimizer, _step_dtype

__all__ = ['Adafactor']


class Adafactor(ElementwiseOptimizer):
    _later_options = {'foreach': None}

    def __init__(self, params, lr=1e-2, beta2_decay=-0.8, eps=(None, 1e-3), d=1.0, weight_decay=0.0, *, foreach=None,
                 maximize=False) -> None:
        if isinstance(lr, torch.Tensor) and lr.numel() != 1:
            raise ValueError('Tensor lr must be 1-element')
        if not 0.0 <= lr:
            raise ValueError(f'Learning rate should be >= 0 but is: {lr}')
        if not 0.0 >= beta2_decay:
            raise ValueError(f'beta2_decay should be <= 0 but is: {beta2_decay}')
        for i, value in enumerate(eps):
            if value is not None and not 0.0 <= value:
                raise ValueError(f'epsilon{i + 1} should be >= 0 but is: {value}')
        if not 1.0 <= d:
            raise ValueError(f'Clipping threshold d should be >= 1 but is: {d}')
        if not 0.0 <= weight_decay:
            raise ValueError(f'weight_decay should be >= 0 but is: {weight_decay}')
        super().__init__(params, {'lr': lr, 'beta2_decay': beta2_decay, 'eps': eps, 'd': d, 'weight_decay': weight_decay,
                                  'foreach': foreach, 'maximize': maximize})

    def _new_state(self, group, param) -> dict:
        if param.is_complex():
            raise RuntimeError('Adafactor does not support complex parameters')
        grad = param.grad
        state = {'step': torch.tensor(0., dtype=_step_dtype())}
        if grad.dim() > 1:
            state['row_var'] = grad.new_zeros((*grad.shape[:-1], 1))
            state['col_var'] = grad.new_zeros((*grad.shape[:-2], 1, grad.shape[-1]))
        else:
            state['variance'] = torch.zeros_like(grad)
        return state

    def _update(self, group, state, param, grad) -> None:
        least, scale = group['eps']
        if least is None:
            least = torch.finfo(param.dtype).eps
        lr, step = float(group['lr']), state['step'].item()
        share = step ** group['beta2_decay']
        rate = max(scale, param.norm(2).item() / param.numel() ** 0.5) * min(lr, 1 / step ** 0.5)
        if group['weight_decay'] != 0:
            param.mul_(1 - lr * group['weight_decay'])
        if grad.dim() > 1:
            row, column = state['row_var'], state['col_var']
            for mean, dim in ((row, -1), (column, -2)):
                mean.lerp_(torch.norm(grad, dim=dim, keepdim=True).square().div(grad.size(dim)), share)
            variance = (row @ column).div_(row.mean(dim=-2, keepdim=True).clamp_(min=least))
        else:
            variance = state['variance'].lerp_(grad * grad, share).clone()
        change = variance.clamp_(min=least * least).rsqrt_().mul_(grad)
        param.add_(change, alpha=-rate / max(1.0, change.norm(2).item() / (change.numel() ** 0.5 * group['d'])))
