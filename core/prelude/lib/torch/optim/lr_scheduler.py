"""Learning rate schedules, computed from the epoch and the initial rate, not from the last rate."""
import math

from .optimizer import Optimizer

__all__ = ['LambdaLR', 'MultiplicativeLR', 'StepLR', 'MultiStepLR', 'ConstantLR', 'LinearLR', 'ExponentialLR',
           'PolynomialLR', 'CosineAnnealingLR', 'CosineAnnealingWarmRestarts', 'OneCycleLR', 'SequentialLR',
           'ReduceLROnPlateau']


def _per_group(optimizer: Optimizer, name: str, value) -> list:
    groups = len(optimizer.param_groups)
    values = list(value) if isinstance(value, (list, tuple)) else [value] * groups
    if len(values) != groups:
        raise ValueError(f'{name} has {len(values)} values for {groups} groups of parameters')
    return values


class _LRScheduler:
    def __init__(self, optimizer: Optimizer, last_epoch: int = -1, verbose: bool = False) -> None:
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f'{type(optimizer).__name__} is not an Optimizer')
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            if last_epoch == -1:
                group.setdefault('initial_lr', group['lr'])
            elif 'initial_lr' not in group:
                raise KeyError("with last_epoch, each group of parameters must have 'initial_lr'")
        self.base_lrs = [group['initial_lr'] for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        self.verbose = verbose
        self._step_count = 0
        self.step()

    def get_lr(self) -> list:
        raise NotImplementedError(f'{type(self).__name__} has no get_lr()')

    def get_last_lr(self) -> list:
        return self._last_lr

    def step(self, epoch=None) -> None:
        self._step_count += 1
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        for group, lr in zip(self.optimizer.param_groups, self.get_lr()):
            group['lr'] = lr
        self._last_lr = [group['lr'] for group in self.optimizer.param_groups]

    def state_dict(self) -> dict:
        return {name: value for name, value in self.__dict__.items() if name != 'optimizer'}

    def load_state_dict(self, state_dict) -> None:
        self.__dict__.update(state_dict)


# Schedulers whose rate is the initial rate times one factor.
class _FactorLR(_LRScheduler):
    def _factor(self, epoch: int) -> float:
        raise NotImplementedError

    def get_lr(self) -> list:
        factor = self._factor(self.last_epoch)
        return [lr * factor for lr in self.base_lrs]


class LambdaLR(_LRScheduler):
    def __init__(self, optimizer, lr_lambda, last_epoch=-1, verbose=False) -> None:
        self.lr_lambdas = _per_group(optimizer, 'lr_lambda', lr_lambda)
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self) -> list:
        return [lr * factor(self.last_epoch) for lr, factor in zip(self.base_lrs, self.lr_lambdas)]


class MultiplicativeLR(_LRScheduler):
    def __init__(self, optimizer, lr_lambda, last_epoch=-1, verbose=False) -> None:
        self.lr_lambdas = _per_group(optimizer, 'lr_lambda', lr_lambda)
        super().__init__(optimizer, last_epoch, verbose)

    # The exception: the factors accumulate, so the rate is computed from the last one.
    def get_lr(self) -> list:
        rates = [group['lr'] for group in self.optimizer.param_groups]
        if self.last_epoch == 0:
            return rates
        return [lr * factor(self.last_epoch) for lr, factor in zip(rates, self.lr_lambdas)]


class StepLR(_FactorLR):
    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1, verbose=False) -> None:
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def _factor(self, epoch):
        return self.gamma ** (epoch // self.step_size)


class MultiStepLR(_FactorLR):
    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1, verbose=False) -> None:
        self.milestones = sorted(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def _factor(self, epoch):
        return self.gamma ** sum(milestone <= epoch for milestone in self.milestones)


class ConstantLR(_FactorLR):
    def __init__(self, optimizer, factor=1. / 3, total_iters=5, last_epoch=-1, verbose=False) -> None:
        if not 0 <= factor <= 1:
            raise ValueError(f'factor must be from 0 to 1, not {factor}')
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch, verbose)

    def _factor(self, epoch):
        return self.factor if epoch < self.total_iters else 1


class LinearLR(_FactorLR):
    def __init__(self, optimizer, start_factor=1. / 3, end_factor=1., total_iters=5, last_epoch=-1,
                 verbose=False) -> None:
        if not 0 < start_factor <= 1 or not 0 <= end_factor <= 1:
            raise ValueError('start_factor must be above 0 and at most 1, end_factor from 0 to 1')
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch, verbose)

    def _factor(self, epoch):
        way = self.end_factor - self.start_factor
        return self.start_factor + way * min(epoch, self.total_iters) / self.total_iters


class ExponentialLR(_FactorLR):
    def __init__(self, optimizer, gamma, last_epoch=-1, verbose=False) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def _factor(self, epoch):
        return self.gamma ** epoch


class PolynomialLR(_FactorLR):
    def __init__(self, optimizer, total_iters=5, power=1., last_epoch=-1, verbose=False) -> None:
        self.total_iters = total_iters
        self.power = power
        super().__init__(optimizer, last_epoch, verbose)

    def _factor(self, epoch):
        return (1 - min(epoch, self.total_iters) / self.total_iters) ** self.power


class CosineAnnealingLR(_LRScheduler):
    def __init__(self, optimizer, T_max, eta_min=0, last_epoch=-1, verbose=False) -> None:
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self) -> list:
        share = (1 + math.cos(math.pi * self.last_epoch / self.T_max)) / 2
        return [self.eta_min + (lr - self.eta_min) * share for lr in self.base_lrs]


class CosineAnnealingWarmRestarts(_LRScheduler):
    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0, last_epoch=-1, verbose=False) -> None:
        for name, value in (('T_0', T_0), ('T_mult', T_mult)):
            if not isinstance(value, int) or value < 1:
                raise ValueError(f'{name} must be a positive integer, not {value}')
        self.T_0 = T_0
        self.T_i = T_0
        self.T_mult = T_mult
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch, verbose)

    # T_cur is the time since the last restart, T_i the time between that restart and the next.
    def get_lr(self) -> list:
        self.T_cur, self.T_i = self.last_epoch, self.T_0
        while self.T_cur >= self.T_i:
            self.T_cur -= self.T_i
            self.T_i *= self.T_mult
        share = (1 + math.cos(math.pi * self.T_cur / self.T_i)) / 2
        return [self.eta_min + (lr - self.eta_min) * share for lr in self.base_lrs]


class OneCycleLR(_LRScheduler):
    def __init__(self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None, pct_start=0.3,
                 anneal_strategy='cos', cycle_momentum=True, base_momentum=0.85, max_momentum=0.95,
                 div_factor=25., final_div_factor=1e4, three_phase=False, last_epoch=-1,
                 verbose=False) -> None:
        if total_steps is None:
            if epochs is None or steps_per_epoch is None:
                raise ValueError('the cycle needs total_steps, or both epochs and steps_per_epoch')
            total_steps = epochs * steps_per_epoch
        if anneal_strategy not in ('cos', 'linear'):
            raise ValueError(f"anneal_strategy must be 'cos' or 'linear', not {anneal_strategy!r}")
        if cycle_momentum and not ('momentum' in optimizer.defaults or 'betas' in optimizer.defaults):
            raise ValueError(f'{type(optimizer).__name__} has no momentum to cycle')
        self.total_steps = total_steps
        self.anneal_strategy = anneal_strategy
        self.cycle_momentum = cycle_momentum
        # Each phase: its last step, and the final rate and momentum.
        up = pct_start * total_steps - 1
        self._phases = [(up, 'max_lr', 'base_momentum')]
        if three_phase:
            self._phases.append((2 * up, 'initial_lr', 'max_momentum'))
        self._phases.append((total_steps - 1, 'min_lr', 'max_momentum'))
        if last_epoch == -1:
            highest = _per_group(optimizer, 'max_lr', max_lr)
            bases = _per_group(optimizer, 'base_momentum', base_momentum)
            maxima = _per_group(optimizer, 'max_momentum', max_momentum)
            for group, lr, low, high in zip(optimizer.param_groups, highest, bases, maxima):
                group.update(initial_lr=lr / div_factor, max_lr=lr, min_lr=lr / div_factor / final_div_factor)
                if cycle_momentum:
                    group.update(max_momentum=high, base_momentum=low)
        super().__init__(optimizer, last_epoch, verbose)

    def _between(self, start: float, end: float, share: float) -> float:
        if self.anneal_strategy == 'cos':
            return end + (start - end) / 2 * (1 + math.cos(math.pi * share))
        return start + (end - start) * share

    def get_lr(self) -> list:
        step = self.last_epoch
        if step > self.total_steps:
            raise ValueError(f'step {step + 1} is beyond the {self.total_steps} steps of the cycle')
        first, lr, momentum = 0, 'initial_lr', 'max_momentum'
        for last, next_lr, next_momentum in self._phases:
            if step <= last or last == self.total_steps - 1:
                break
            first, lr, momentum = last, next_lr, next_momentum
        share = (step - first) / (last - first)
        for group in self.optimizer.param_groups if self.cycle_momentum else ():
            value = self._between(group[momentum], group[next_momentum], share)
            if 'betas' in group:
                group['betas'] = (value, *group['betas'][1:])
            else:
                group['momentum'] = value
        return [self._between(group[lr], group[next_lr], share) for group in self.optimizer.param_groups]


class SequentialLR(_LRScheduler):
    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1, verbose=False) -> None:
        if any(scheduler.optimizer is not optimizer for scheduler in schedulers):
            raise ValueError('the schedulers belong to different optimizers')
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(f'expected {len(schedulers) - 1} milestones, but got {len(milestones)}')
        self.optimizer = optimizer
        self._schedulers = schedulers
        self._milestones = milestones
        self.last_epoch = last_epoch + 1
        # Each scheduler has set its first rate at construction; the rate of the first scheduler applies.
        for group in optimizer.param_groups:
            group['lr'] = group['initial_lr']
        for scheduler in schedulers:
            scheduler.last_epoch -= 1
        schedulers[0].step()
        self._last_lr = schedulers[0].get_last_lr()

    def step(self) -> None:
        self.last_epoch += 1
        scheduler = self._schedulers[sum(milestone <= self.last_epoch for milestone in self._milestones)]
        if self.last_epoch in self._milestones:
            scheduler.step(0)
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()

    def state_dict(self) -> dict:
        state = super().state_dict()
        state['_schedulers'] = [scheduler.state_dict() for scheduler in self._schedulers]
        return state

    def load_state_dict(self, state_dict) -> None:
        own = {name: value for name, value in state_dict.items() if name != '_schedulers'}
        super().load_state_dict(own)
        for scheduler, state in zip(self._schedulers, state_dict['_schedulers']):
            scheduler.load_state_dict(state)


class ReduceLROnPlateau:
    def __init__(self, optimizer, mode='min', factor=0.1, patience=10, threshold=1e-4, threshold_mode='rel',
                 cooldown=0, min_lr=0, eps=1e-8, verbose=False) -> None:
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f'{type(optimizer).__name__} is not an Optimizer')
        if factor >= 1:
            raise ValueError(f'factor must be below 1, not {factor}')
        if mode not in ('min', 'max') or threshold_mode not in ('rel', 'abs'):
            raise ValueError('mode must be min or max, threshold_mode must be rel or abs')
        self.factor = factor
        self.optimizer = optimizer
        self.min_lrs = _per_group(optimizer, 'min_lr', min_lr)
        self.patience = patience
        self.verbose = verbose
        self.cooldown = cooldown
        self.cooldown_counter = 0
        self.mode = mode
        self.threshold = threshold
        self.threshold_mode = threshold_mode
        self.best = math.inf if mode == 'min' else -math.inf
        self.num_bad_epochs = 0
        self.eps = eps
        self.last_epoch = 0

    @property
    def in_cooldown(self) -> bool:
        return self.cooldown_counter > 0

    def is_better(self, a, best) -> bool:
        sign = 1 if self.mode == 'min' else -1
        if self.threshold_mode == 'rel':
            return sign * a < sign * best * (1 - sign * self.threshold)
        return sign * a < sign * best - self.threshold

    def step(self, metrics, epoch=None) -> None:
        current = float(metrics)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        if self.is_better(current, self.best):
            self.best = current
            self.num_bad_epochs = 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            for group, lowest in zip(self.optimizer.param_groups, self.min_lrs):
                lr = max(group['lr'] * self.factor, lowest)
                if group['lr'] - lr > self.eps:
                    group['lr'] = lr
            self.cooldown_counter = self.cooldown
            self.num_bad_epochs = 0
        self._last_lr = [group['lr'] for group in self.optimizer.param_groups]

    def state_dict(self) -> dict:
        return {name: value for name, value in self.__dict__.items() if name != 'optimizer'}

    def load_state_dict(self, state_dict) -> None:
        self.__dict__.update(state_dict)
