"""Schedules of learning rates. A step computes the rates from the last ones, in the order of PyTorch's operations."""
import functools
import math
import types
import warnings
import weakref
from bisect import bisect_right
from collections import Counter

import torch

from .optimizer import Optimizer

__all__ = ['LambdaLR', 'MultiplicativeLR', 'StepLR', 'MultiStepLR', 'ConstantLR', 'LinearLR', 'ExponentialLR', 'SequentialLR',
           'CosineAnnealingLR', 'ChainedScheduler', 'ReduceLROnPlateau', 'CyclicLR', 'CosineAnnealingWarmRestarts', 'OneCycleLR',
           'PolynomialLR',
           'LRScheduler',  # @2.6+
           ]

_EPOCH_TEXT = ('The epoch parameter in `scheduler.step()` was not necessary and is being deprecated where possible. Please use '
               '`scheduler.step()` to step the scheduler. During the deprecation, if epoch is different from None, the closed form '
               'is used instead of the new chainable form, where available. Please open an issue if you are unable to replicate '
               'your use case: https://github.com/pytorch/pytorch/issues/new/choose.')

_VERBOSE = 'deprecated'  # @2.6+
_VERBOSE = False  # @1.13


def _is_verbose(verbose) -> bool:
    if verbose == 'deprecated':
        return False
    warnings.warn('The verbose parameter is deprecated. Please use get_last_lr() to access the learning rate.', UserWarning)  # @2.6+
    return verbose


def _per_group(name, optimizer, value) -> list:
    count = len(optimizer.param_groups)
    if not isinstance(value, (list, tuple)):
        return [value.clone() if isinstance(value, torch.Tensor) else value] * count
    if len(value) != count:
        raise ValueError(f'{name} must have the same length as optimizer.param_groups. {name} has {len(value)} values, '  # @2.6+
                         f'param_groups has {count}.')
        raise ValueError(f'expected {count} values for {name}, got {len(value)}')  # @1.13
    return list(value)


def _rates(optimizer) -> list:
    return [group['lr'] for group in optimizer.param_groups]


def _set_rate(group, lr) -> None:
    if isinstance(group['lr'], torch.Tensor):
        group['lr'].fill_(lr)
    else:
        group['lr'] = lr


# Notes in the optimizer that its step() was called: a schedule that steps first skips a rate.
def _note_steps(optimizer) -> None:
    if hasattr(optimizer.step, '_wrapped_by_lr_sched'):
        return
    function = optimizer.step.__func__
    reference = weakref.ref(optimizer)

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        self = reference()
        self._opt_called = True  # @2.6+
        self._step_count += 1  # @1.13
        return function(self, *args, **kwargs)

    wrapper._wrapped_by_lr_sched = True
    optimizer.step = wrapper


class LRScheduler:
    _get_lr_called_within_step = False

    def __init__(self, optimizer, last_epoch=-1, verbose=_VERBOSE) -> None:
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f'{type(optimizer).__name__} is not an Optimizer')
        self.optimizer = optimizer
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                lr = group['lr']
                group.setdefault('initial_lr', lr.clone() if isinstance(lr, torch.Tensor) else lr)
            elif 'initial_lr' not in group:
                raise KeyError(f"param 'initial_lr' is not specified in param_groups[{i}] when resuming an optimizer")
        self.base_lrs = [group['initial_lr'] for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        _note_steps(optimizer)
        self.verbose = _is_verbose(verbose)
        self._initial_step()

    def _initial_step(self) -> None:
        self.optimizer._step_count = 0  # @1.13
        self._step_count = 0
        self.step()

    def state_dict(self) -> dict:
        return {name: value for name, value in self.__dict__.items() if name != 'optimizer'}

    def load_state_dict(self, state_dict) -> None:
        self.__dict__.update(state_dict)

    def get_last_lr(self) -> list:
        return self._last_lr

    def get_lr(self) -> list:
        raise NotImplementedError

    def print_lr(self, is_verbose, group, lr, epoch=None) -> None:
        warnings.warn('`LRScheduler.print_lr()` is being deprecated. To fetch the learning rate, please use `get_last_lr()` instead. '  # @2.6+
                      'For more details, see https://github.com/pytorch/pytorch/issues/99270.', UserWarning)
        if not is_verbose:
            return
        if epoch is None:
            print(f'Adjusting learning rate of group {group} to {lr:.4e}.')
        else:
            text = ('%.2f' if isinstance(epoch, float) else '%.5d') % epoch
            print(f'Epoch {text}: adjusting learning rate of group {group} to {lr:.4e}.')

    def _warn_outside_of_step(self) -> None:
        if not self._get_lr_called_within_step:
            warnings.warn('To get the last learning rate computed by the scheduler, please use `get_last_lr()`.', UserWarning, stacklevel=2)

    def _rates_within_step(self, rates) -> list:
        self._get_lr_called_within_step = True
        try:
            return rates()
        finally:
            self._get_lr_called_within_step = False

    def _warn_order(self) -> None:
        if not hasattr(self.optimizer.step, '_wrapped_by_lr_sched'):
            warnings.warn('Seems like `optimizer.step()` has been overridden after learning rate scheduler initialization. Please, make '
                          'sure to call `optimizer.step()` before `lr_scheduler.step()`. See more details at '
                          'https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate', UserWarning)
        elif not getattr(self.optimizer, '_opt_called', False) and not getattr(self.optimizer, '_step_count', 0):
            warnings.warn('Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you should call '
                          'them in the opposite order: `optimizer.step()` before `lr_scheduler.step()`.  Failure to do this will result '
                          'in PyTorch skipping the first value of the learning rate schedule. See more details at '
                          'https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate', UserWarning)

    def step(self, epoch=None) -> None:
        if self._step_count == 1:
            self._warn_order()
        self._step_count += 1
        rates = self.get_lr
        if epoch is None:
            self.last_epoch += 1
        else:
            warnings.warn(_EPOCH_TEXT, UserWarning)
            self.last_epoch = epoch
            rates = getattr(self, '_get_closed_form_lr', rates)
        values = self._rates_within_step(rates)
        for i, (group, lr) in enumerate(zip(self.optimizer.param_groups, values)):
            _set_rate(group, lr)
            self.print_lr(self.verbose, i, lr, epoch)  # @1.13
        self._last_lr = _rates(self.optimizer)


class _LRScheduler(LRScheduler):
    pass


# Schedules that multiply the last rates by a factor.
class _FactorLR(LRScheduler):
    def _factor(self):
        raise NotImplementedError

    def get_lr(self) -> list:
        self._warn_outside_of_step()
        factor = self._factor()
        rates = _rates(self.optimizer)
        return rates if factor is None else [lr * factor for lr in rates]

    # The factor from the first rate to that of the epoch.
    def _whole_factor(self):
        raise NotImplementedError

    def _get_closed_form_lr(self) -> list:
        factor = self._whole_factor()
        return [lr * factor for lr in self.base_lrs]


# Schedules by functions of the program. A saved state has the attributes of those that are objects.
class _FunctionLR(LRScheduler):
    def __init__(self, optimizer, lr_lambda, last_epoch=-1, verbose=_VERBOSE) -> None:
        count = len(optimizer.param_groups)
        if not isinstance(lr_lambda, (list, tuple)):
            lr_lambda = [lr_lambda] * count
        elif len(lr_lambda) != count:
            raise ValueError(f'Expected {count} lr_lambdas, but got {len(lr_lambda)}')
        self.optimizer = optimizer
        self.lr_lambdas = list(lr_lambda)
        super().__init__(optimizer, last_epoch, verbose)

    def state_dict(self) -> dict:
        state = {name: value for name, value in self.__dict__.items() if name not in ('optimizer', 'lr_lambdas')}
        state['lr_lambdas'] = [None if isinstance(function, types.FunctionType) else function.__dict__.copy()
                               for function in self.lr_lambdas]
        return state

    def load_state_dict(self, state_dict) -> None:
        self.__dict__.update({name: value for name, value in state_dict.items() if name != 'lr_lambdas'})
        for function, attributes in zip(self.lr_lambdas, state_dict['lr_lambdas']):
            if attributes is not None:
                function.__dict__.update(attributes)


class LambdaLR(_FunctionLR):
    def get_lr(self) -> list:
        self._warn_outside_of_step()
        return [lr * factor(self.last_epoch) for lr, factor in zip(self.base_lrs, self.lr_lambdas)]


class MultiplicativeLR(_FunctionLR):
    def get_lr(self) -> list:
        self._warn_outside_of_step()
        rates = _rates(self.optimizer)
        if self.last_epoch <= 0:
            return rates
        return [lr * factor(self.last_epoch) for lr, factor in zip(rates, self.lr_lambdas)]


class StepLR(_FactorLR):
    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1, verbose=_VERBOSE) -> None:
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def _factor(self):
        return None if self.last_epoch == 0 or self.last_epoch % self.step_size != 0 else self.gamma

    def _whole_factor(self):
        return self.gamma ** (self.last_epoch // self.step_size)


class MultiStepLR(_FactorLR):
    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1, verbose=_VERBOSE) -> None:
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def _factor(self):
        return self.gamma ** self.milestones[self.last_epoch] if self.last_epoch in self.milestones else None

    def _whole_factor(self):
        return self.gamma ** bisect_right(sorted(self.milestones.elements()), self.last_epoch)


class ConstantLR(_FactorLR):
    def __init__(self, optimizer, factor=1. / 3, total_iters=5, last_epoch=-1, verbose=_VERBOSE) -> None:
        if factor > 1.0 or factor < 0:
            raise ValueError('Constant multiplicative factor expected to be between 0 and 1.')
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch, verbose)

    def _factor(self):
        if self.last_epoch == 0:
            return self.factor
        return 1. / self.factor if self.last_epoch == self.total_iters else None

    def _whole_factor(self):
        return self.factor + (self.last_epoch >= self.total_iters) * (1 - self.factor)


class LinearLR(_FactorLR):
    def __init__(self, optimizer, start_factor=1. / 3, end_factor=1., total_iters=5, last_epoch=-1, verbose=_VERBOSE) -> None:
        if start_factor > 1.0 or start_factor <= 0:  # @2.6+
            raise ValueError('Starting multiplicative factor expected to be greater than 0 and less or equal to 1.')
        if start_factor > 1.0 or start_factor < 0:  # @1.13
            raise ValueError('Starting multiplicative factor expected to be between 0 and 1.')
        if end_factor > 1.0 or end_factor < 0:
            raise ValueError('Ending multiplicative factor expected to be between 0 and 1.')
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch, verbose)

    def _factor(self):
        if self.last_epoch == 0:
            return self.start_factor
        if self.last_epoch > self.total_iters:
            return None
        way = self.end_factor - self.start_factor
        return 1. + way / (self.total_iters * self.start_factor + (self.last_epoch - 1) * way)

    def _whole_factor(self):
        way = self.end_factor - self.start_factor
        return self.start_factor + way * min(self.total_iters, self.last_epoch) / self.total_iters


class ExponentialLR(_FactorLR):
    def __init__(self, optimizer, gamma, last_epoch=-1, verbose=_VERBOSE) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def _factor(self):
        return None if self.last_epoch == 0 else self.gamma

    def _whole_factor(self):
        return self.gamma ** self.last_epoch


class PolynomialLR(_FactorLR):
    def __init__(self, optimizer, total_iters=5, power=1., last_epoch=-1, verbose=_VERBOSE) -> None:
        self.total_iters = total_iters
        self.power = power
        super().__init__(optimizer, last_epoch, verbose)

    def _factor(self):
        if self.last_epoch == 0 or self.last_epoch > self.total_iters:
            return None
        return ((1. - self.last_epoch / self.total_iters) / (1. - (self.last_epoch - 1) / self.total_iters)) ** self.power

    def _whole_factor(self):
        return (1. - min(self.total_iters, self.last_epoch) / self.total_iters) ** self.power


class CosineAnnealingLR(LRScheduler):
    def __init__(self, optimizer, T_max,
                 eta_min=0.,  # @2.6+
                 eta_min=0,  # @1.13
                 last_epoch=-1, verbose=_VERBOSE) -> None:
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self) -> list:
        self._warn_outside_of_step()
        epoch, period, low = self.last_epoch, self.T_max, self.eta_min
        rates = _rates(self.optimizer)
        if epoch == 0:
            return rates
        if self._step_count == 1 and epoch > 0:
            return [low + (base - low) * (1 + math.cos(epoch * math.pi / period)) / 2 for base in self.base_lrs]
        if (epoch - 1 - period) % (2 * period) == 0:
            return [lr + (base - low) * (1 - math.cos(math.pi / period)) / 2 for base, lr in zip(self.base_lrs, rates)]
        ratio = (1 + math.cos(math.pi * epoch / period)) / (1 + math.cos(math.pi * (epoch - 1) / period))
        return [ratio * (lr - low) + low for lr in rates]

    def _get_closed_form_lr(self) -> list:
        share = 1 + math.cos(math.pi * self.last_epoch / self.T_max)
        return [self.eta_min + (base - self.eta_min) * share / 2 for base in self.base_lrs]


class CosineAnnealingWarmRestarts(LRScheduler):
    def __init__(self, optimizer, T_0, T_mult=1,
                 eta_min=0.,  # @2.6+
                 eta_min=0,  # @1.13
                 last_epoch=-1, verbose=_VERBOSE) -> None:
        if T_0 <= 0 or not isinstance(T_0, int):
            raise ValueError(f'Expected positive integer T_0, but got {T_0}')
        if T_mult < 1 or not isinstance(T_mult, int):
            raise ValueError(f'Expected integer T_mult >= 1, but got {T_mult}')
        if not isinstance(eta_min, (float, int)):  # @2.6+
            raise ValueError(f'Expected float or int eta_min, but got {eta_min} of type {type(eta_min)}')
        self.T_0 = T_0
        self.T_i = T_0
        self.T_mult = T_mult
        self.eta_min = eta_min
        self.T_cur = last_epoch
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self) -> list:
        self._warn_outside_of_step()
        share = 1 + math.cos(math.pi * self.T_cur / self.T_i)
        return [self.eta_min + (base - self.eta_min) * share / 2 for base in self.base_lrs]

    # T_cur is the time since the last restart, T_i the time between that restart and the next one.
    def step(self, epoch=None) -> None:
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur -= self.T_i
                self.T_i *= self.T_mult
        elif epoch < 0:
            raise ValueError(f'Expected non-negative epoch, but got {epoch}')
        elif epoch < self.T_0:
            self.T_i = self.T_0
            self.T_cur = epoch
        elif self.T_mult == 1:
            self.T_cur = epoch % self.T_0
        else:
            restarts = int(math.log(epoch / self.T_0 * (self.T_mult - 1) + 1, self.T_mult))
            self.T_cur = epoch - self.T_0 * (self.T_mult ** restarts - 1) / (self.T_mult - 1)
            self.T_i = self.T_0 * self.T_mult ** restarts
        self.last_epoch = math.floor(epoch)
        for i, (group, lr) in enumerate(zip(self.optimizer.param_groups, self._rates_within_step(self.get_lr))):
            group['lr'] = lr
            self.print_lr(self.verbose, i, lr, epoch)  # @1.13
        self._last_lr = _rates(self.optimizer)


# Schedules that also change the momentum, which is the first of `betas` where an optimizer has these.
class _MomentumLR(LRScheduler):
    def _set_momenta(self, optimizer, base, highest, last_epoch) -> None:
        if 'momentum' not in optimizer.defaults and 'betas' not in optimizer.defaults:
            raise ValueError('optimizer must support momentum or beta1 with `cycle_momentum` option enabled')  # @2.6+
            raise ValueError('optimizer must support momentum with `cycle_momentum` option enabled')  # @1.13
        self.use_beta1 = 'betas' in optimizer.defaults
        if last_epoch == -1:
            for group, low, high in zip(optimizer.param_groups, base, highest):
                self._set_momentum(group, high)
                group['max_momentum'] = high
                group['base_momentum'] = low

    def _set_momentum(self, group, momentum) -> None:
        if self.use_beta1:
            group['betas'] = (momentum, *group['betas'][1:])
        else:
            group['momentum'] = momentum


class CyclicLR(_MomentumLR):
    def __init__(self, optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None, mode='triangular', gamma=1., scale_fn=None,
                 scale_mode='cycle', cycle_momentum=True, base_momentum=0.8, max_momentum=0.9, last_epoch=-1, verbose=_VERBOSE) -> None:
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f'{type(optimizer).__name__} is not an Optimizer')
        self.optimizer = optimizer
        bases = _per_group('base_lr', optimizer, base_lr)
        if last_epoch == -1:
            for group, lr in zip(optimizer.param_groups, bases):
                _set_rate(group, lr)
        self.max_lrs = _per_group('max_lr', optimizer, max_lr)
        up = float(step_size_up)
        down = float(step_size_down) if step_size_down is not None else up
        self.total_size = up + down
        self.step_ratio = up / self.total_size
        if mode not in ('triangular', 'triangular2', 'exp_range') and scale_fn is None:
            raise ValueError('mode is invalid and scale_fn is None')
        self.mode = mode
        self.gamma = gamma
        self._scale_fn_custom = scale_fn
        self.scale_mode = scale_mode
        if scale_fn is None:
            self.scale_mode = 'iterations' if mode == 'exp_range' else 'cycle'
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self.base_momentums = _per_group('base_momentum', optimizer, base_momentum)
            self.max_momentums = _per_group('max_momentum', optimizer, max_momentum)
            self._set_momenta(optimizer, self.base_momentums, self.max_momentums, last_epoch)
        super().__init__(optimizer, last_epoch, verbose)
        self.base_lrs = bases

    def scale_fn(self, x):
        if self._scale_fn_custom is not None:
            return self._scale_fn_custom(x)
        if self.mode == 'triangular2':
            return 1 / (2. ** (x - 1))
        return self.gamma ** x if self.mode == 'exp_range' else 1.

    def get_lr(self) -> list:
        self._warn_outside_of_step()
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        x = 1. + self.last_epoch / self.total_size - cycle
        height = x / self.step_ratio if x <= self.step_ratio else (x - 1) / (self.step_ratio - 1)
        scale = self.scale_fn(cycle if self.scale_mode == 'cycle' else self.last_epoch)
        if self.cycle_momentum:
            for group, low, high in zip(self.optimizer.param_groups, self.base_momentums, self.max_momentums):
                self._set_momentum(group, high - (high - low) * height * scale)
        return [low + (high - low) * height * scale for low, high in zip(self.base_lrs, self.max_lrs)]

    def state_dict(self) -> dict:  # @2.6+
        state = super().state_dict()
        function = state.pop('_scale_fn_custom')
        is_object = function is not None and not isinstance(function, types.FunctionType)
        state['_scale_fn_custom'] = function.__dict__.copy() if is_object else None
        return state

    def load_state_dict(self, state_dict) -> None:  # @2.6+
        super().load_state_dict({name: value for name, value in state_dict.items() if name != '_scale_fn_custom'})
        if state_dict['_scale_fn_custom'] is not None:
            self._scale_fn_custom.__dict__.update(state_dict['_scale_fn_custom'])


def _check_positive(**numbers) -> None:
    for name, number in numbers.items():
        if not isinstance(number, int) or number <= 0:
            raise ValueError(f'Expected positive integer {name}, but got {number}')


class OneCycleLR(_MomentumLR):
    def __init__(self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None, pct_start=0.3, anneal_strategy='cos',
                 cycle_momentum=True, base_momentum=0.85, max_momentum=0.95, div_factor=25., final_div_factor=1e4, three_phase=False,
                 last_epoch=-1, verbose=_VERBOSE) -> None:
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f'{type(optimizer).__name__} is not an Optimizer')
        self.optimizer = optimizer
        if total_steps is not None:
            _check_positive(total_steps=total_steps)
        elif epochs is not None and steps_per_epoch is not None:
            _check_positive(epochs=epochs, steps_per_epoch=steps_per_epoch)
            total_steps = epochs * steps_per_epoch
        else:
            raise ValueError('You must define either total_steps OR (epochs AND steps_per_epoch)')
        self.total_steps = total_steps
        ends = [('initial_lr', 'max_momentum'), ('max_lr', 'base_momentum')]
        last_steps = [float(pct_start * total_steps) - 1]
        if three_phase:
            ends.append(('initial_lr', 'max_momentum'))
            last_steps.append(float(2 * pct_start * total_steps) - 2)
        ends.append(('min_lr', 'max_momentum'))
        last_steps.append(total_steps - 1)
        self._schedule_phases = [
            {'end_step': last, 'start_lr': start[0], 'end_lr': end[0], 'start_momentum': start[1], 'end_momentum': end[1]}
            for last, start, end in zip(last_steps, ends, ends[1:])]
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError(f'Expected float between 0 and 1 pct_start, but got {pct_start}')
        if anneal_strategy not in ('cos', 'linear'):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")  # @2.6+
            raise ValueError(f"anneal_strategy must by one of 'cos' or 'linear', instead got {anneal_strategy}")  # @1.13
        self._anneal_func_type = anneal_strategy
        highest = _per_group('max_lr', optimizer, max_lr)
        if last_epoch == -1:
            for group, lr in zip(optimizer.param_groups, highest):
                group['initial_lr'] = lr / div_factor
                group['max_lr'] = lr
                group['min_lr'] = group['initial_lr'] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._set_momenta(optimizer, _per_group('base_momentum', optimizer, base_momentum),
                              _per_group('max_momentum', optimizer, max_momentum), last_epoch)
        super().__init__(optimizer, last_epoch, verbose)

    def _between(self, start, end, share):
        if self._anneal_func_type == 'linear':
            return (end - start) * share + start
        return end + (start - end) / 2. * (math.cos(math.pi * share) + 1)

    def get_lr(self) -> list:
        self._warn_outside_of_step()
        step = self.last_epoch
        if step > self.total_steps:
            raise ValueError(f'Tried to step {step} times. The specified number of total steps is {self.total_steps}')  # @2.6+
            raise ValueError(f'Tried to step {step + 1} times. The specified number of total steps is {self.total_steps}')  # @1.13
        first = 0
        for phase in self._schedule_phases:
            if step <= phase['end_step'] or phase is self._schedule_phases[-1]:
                break
            first = phase['end_step']
        share = (step - first) / (phase['end_step'] - first)
        rates = []
        for group in self.optimizer.param_groups:
            rates.append(self._between(group[phase['start_lr']], group[phase['end_lr']], share))
            if self.cycle_momentum:
                self._set_momentum(group, self._between(group[phase['start_momentum']], group[phase['end_momentum']], share))
        return rates


# Schedules that are made of others. A saved state has those of the others.
class _ComposedLR(LRScheduler):
    def _check(self, optimizer, schedulers) -> None:
        name = type(self).__name__
        for i, scheduler in enumerate(schedulers):
            if not hasattr(scheduler, 'optimizer'):  # @2.6+
                raise TypeError(f'{name} at index {i} should have `optimizer` as its attribute.')
            if isinstance(scheduler, ReduceLROnPlateau):  # @2.6+
                raise ValueError(f'{name} does not support `ReduceLROnPlateau` scheduler as it requires additional kwargs to be specified '
                                 f'when calling `step`, but got one at index {i} in the given schedulers sequence.')
            if optimizer != scheduler.optimizer:
                raise ValueError(f'{name} expects all schedulers to belong to the same optimizer, but got scheduler '  # @2.6+
                                 f'{type(scheduler).__name__} at index {i} has {scheduler.optimizer}, which is different from '
                                 f'{type(optimizer).__name__}.')
                raise ValueError(f'{name} expects all schedulers to belong to the same optimizer, but got schedulers at index {i} '  # @1.13
                                 'to be different than the optimizer passed in.')

    def state_dict(self) -> dict:
        state = {name: value for name, value in self.__dict__.items() if name not in ('optimizer', '_schedulers')}
        state['_schedulers'] = [scheduler.state_dict() for scheduler in self._schedulers]
        return state

    def load_state_dict(self, state_dict) -> None:
        self.__dict__.update({name: value for name, value in state_dict.items() if name != '_schedulers'})
        for scheduler, state in zip(self._schedulers, state_dict['_schedulers']):
            scheduler.load_state_dict(state)


def _undo_first_step(schedulers) -> None:
    for scheduler in schedulers:
        if hasattr(scheduler, '_schedulers'):
            _undo_first_step(scheduler._schedulers)
        elif hasattr(scheduler, 'last_epoch'):
            scheduler.last_epoch -= 1


class SequentialLR(_ComposedLR):
    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1, verbose=_VERBOSE) -> None:
        if len(schedulers) < 1:  # @2.6+
            raise ValueError(f'{type(self).__name__} expects at least one scheduler, but got no scheduler.')
        self._check(optimizer, schedulers)
        if len(milestones) != len(schedulers) - 1:
            raise ValueError('Sequential Schedulers expects number of schedulers provided to be one more than the number of milestone '
                             f'points, but got number of schedulers {len(schedulers)} and the number of milestones to be equal to '
                             f'{len(milestones)}')
        self._schedulers = schedulers
        self._milestones = milestones
        self.last_epoch = last_epoch + 1
        self.optimizer = optimizer
        # Each scheduler has set its first rate. Only the first one may.
        for group in optimizer.param_groups:
            group['lr'] = group['initial_lr']
        _undo_first_step(schedulers)
        schedulers[0]._initial_step()
        self._last_lr = schedulers[0].get_last_lr()

    def step(self) -> None:
        self.last_epoch += 1
        i = bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[i]
        if i > 0 and self._milestones[i - 1] == self.last_epoch:
            scheduler.step(0)
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()


class ChainedScheduler(_ComposedLR):
    def __init__(self, schedulers,
                 optimizer=None,  # @2.6+
                 ) -> None:
        if len(schedulers) < 1:  # @2.6+
            raise ValueError(f'{type(self).__name__} expects at least one scheduler to be chained, but got no scheduler.')
        optimizer = optimizer or schedulers[0].optimizer  # @2.6+
        optimizer = schedulers[0].optimizer  # @1.13
        self._check(optimizer, schedulers)
        self._schedulers = schedulers
        self.optimizer = optimizer
        self._last_lr = _rates(schedulers[-1].optimizer)

    def step(self) -> None:
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = _rates(self._schedulers[-1].optimizer)


class ReduceLROnPlateau(LRScheduler):
    def __init__(self, optimizer, mode='min', factor=0.1, patience=10, threshold=1e-4, threshold_mode='rel', cooldown=0, min_lr=0,
                 eps=1e-8, verbose=_VERBOSE) -> None:
        if factor >= 1.0:
            raise ValueError('Factor should be < 1.0.')
        self.factor = factor
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f'{type(optimizer).__name__} is not an Optimizer')
        self.optimizer = optimizer
        count = len(optimizer.param_groups)
        if isinstance(min_lr, (list, tuple)) and len(min_lr) != count:
            raise ValueError(f'expected {count} min_lrs, got {len(min_lr)}')
        self.min_lrs = list(min_lr) if isinstance(min_lr, (list, tuple)) else [min_lr] * count
        self.patience = patience
        self.verbose = _is_verbose(verbose)
        self.cooldown = cooldown
        self.eps = eps
        self.last_epoch = 0
        self._last_lr = _rates(optimizer)  # @2.6+
        self._init_is_better(mode, threshold, threshold_mode)
        self._reset()

    def _init_is_better(self, mode, threshold, threshold_mode) -> None:
        if mode not in ('min', 'max'):
            raise ValueError('mode ' + mode + ' is unknown!')
        if threshold_mode not in ('rel', 'abs'):
            raise ValueError('threshold mode ' + threshold_mode + ' is unknown!')
        self.mode = mode
        self.mode_worse = math.inf if mode == 'min' else -math.inf
        self.threshold = threshold
        self.threshold_mode = threshold_mode

    def _reset(self) -> None:
        self.best = self.mode_worse
        self.cooldown_counter = 0
        self.num_bad_epochs = 0

    @property
    def in_cooldown(self) -> bool:
        return self.cooldown_counter > 0

    def is_better(self, a, best) -> bool:
        if self.mode == 'min':
            return a < (best * (1. - self.threshold) if self.threshold_mode == 'rel' else best - self.threshold)
        return a > (best * (self.threshold + 1.) if self.threshold_mode == 'rel' else best + self.threshold)

    def step(self, metrics, epoch=None) -> None:
        current = float(metrics)
        if epoch is None:
            epoch = self.last_epoch + 1
        else:
            warnings.warn(_EPOCH_TEXT, UserWarning)
        self.last_epoch = epoch
        if self.is_better(current, self.best):
            self.best = current
            self.num_bad_epochs = 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce_lr(epoch)
            self.cooldown_counter = self.cooldown
            self.num_bad_epochs = 0
        self._last_lr = _rates(self.optimizer)

    def _reduce_lr(self, epoch) -> None:
        for i, (group, least) in enumerate(zip(self.optimizer.param_groups, self.min_lrs)):
            lr = max(float(group['lr']) * self.factor, least)
            if float(group['lr']) - lr > self.eps:
                group['lr'] = lr
                if self.verbose:  # @1.13
                    print(f"Epoch {('%.2f' if isinstance(epoch, float) else '%.5d') % epoch}: reducing learning rate of group {i} to {lr:.4e}.")

    def state_dict(self) -> dict:
        return {name: value for name, value in self.__dict__.items() if name != 'optimizer'}

    def load_state_dict(self, state_dict) -> None:
        self.__dict__.update(state_dict)
        self._init_is_better(self.mode, self.threshold, self.threshold_mode)
