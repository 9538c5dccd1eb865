"""Averages of a model's parameters over training: with equal weights, or exponential."""
import itertools
import math
from copy import deepcopy

import torch
from torch.nn import Module

from .lr_scheduler import LRScheduler, _per_group

__all__ = ['AveragedModel', 'update_bn', 'SWALR']  # @1.13
__all__ = ['AveragedModel', 'update_bn', 'SWALR', 'get_ema_multi_avg_fn', 'get_swa_multi_avg_fn', 'get_ema_avg_fn', 'get_swa_avg_fn']  # @2.6+


def _check_decay(decay) -> None:  # @2.6+
    if decay < 0.0 or decay > 1.0:
        raise ValueError(f'Invalid decay value {decay} provided. Please provide a value in [0,1] range.')


def _lerp_all(averages, values, share) -> None:  # @2.6+
    for average, value in zip(averages, values):
        if average.is_floating_point() or average.is_complex():
            average.lerp_(value, share)
        else:
            average.copy_(average * (1 - share) + value * share)


def get_ema_multi_avg_fn(decay=0.999):  # @2.6+
    _check_decay(decay)

    @torch.no_grad()
    def ema_update(ema_param_list, current_param_list, _):
        _lerp_all(ema_param_list, current_param_list, 1 - decay)

    return ema_update


def get_swa_multi_avg_fn():  # @2.6+
    @torch.no_grad()
    def swa_update(averaged_param_list, current_param_list, num_averaged):
        _lerp_all(averaged_param_list, current_param_list, 1 / (float(num_averaged) + 1))

    return swa_update


def get_ema_avg_fn(decay=0.999):  # @2.6+
    _check_decay(decay)

    @torch.no_grad()
    def ema_update(ema_param, current_param, num_averaged):
        return decay * ema_param + (1 - decay) * current_param

    return ema_update


def get_swa_avg_fn():
    @torch.no_grad()
    def swa_update(averaged_param, current_param, num_averaged):
        return averaged_param + (current_param - averaged_param) / (num_averaged + 1)

    return swa_update


class AveragedModel(Module):
    def __init__(self, model, device=None, avg_fn=None,
                 multi_avg_fn=None,  # @2.6+
                 use_buffers=False) -> None:
        super().__init__()
        assert avg_fn is None or multi_avg_fn is None, 'Only one of avg_fn and multi_avg_fn should be provided'  # @2.6+
        self.module = deepcopy(model)
        if device is not None:
            self.module = self.module.to(device)
        self.register_buffer('n_averaged', torch.tensor(0, dtype=torch.long))
        self.avg_fn = avg_fn
        self.multi_avg_fn = multi_avg_fn  # @2.6+
        self.use_buffers = use_buffers

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def _averaged(self, model):
        return itertools.chain(model.parameters(), model.buffers()) if self.use_buffers else model.parameters()

    @torch.no_grad()
    def update_parameters(self, model) -> None:
        averages = [param.detach() for param in self._averaged(self.module)]
        values = [param.detach() for param in self._averaged(model)]
        if self.n_averaged == 0:
            for average, value in zip(averages, values):
                average.copy_(value)
        elif getattr(self, 'multi_avg_fn', None) is not None:
            self.multi_avg_fn(averages, values, self.n_averaged)
        else:
            update = self.avg_fn or get_swa_avg_fn()
            for average, value in zip(averages, values):
                average.copy_(update(average, value, self.n_averaged))
        if not self.use_buffers:  # @2.6+
            for average, value in zip(self.module.buffers(), model.buffers()):
                average.detach().copy_(value.detach())
        self.n_averaged += 1


# Computes the running means of all batch norms anew, over the loader's batches.
@torch.no_grad()
def update_bn(loader, model, device=None) -> None:
    momenta = {}
    for module in model.modules():
        if isinstance(module, torch.nn.modules.batchnorm._BatchNorm):
            module.reset_running_stats()
            momenta[module] = module.momentum
            module.momentum = None
    if not momenta:
        return
    was_training = model.training
    model.train()
    for batch in loader:
        if isinstance(batch, (list, tuple)):
            batch = batch[0]
        if device is not None:
            batch = batch.to(device)
        model(batch)
    for module, momentum in momenta.items():
        module.momentum = momentum
    model.train(was_training)


class SWALR(LRScheduler):
    def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy='cos', last_epoch=-1) -> None:
        for rate, group in zip(_per_group('swa_lr', optimizer, swa_lr), optimizer.param_groups):
            group['swa_lr'] = rate
        if anneal_strategy not in ('cos', 'linear'):
            raise ValueError(f"anneal_strategy must by one of 'cos' or 'linear', instead got {anneal_strategy}")
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(f'anneal_epochs must be equal or greater than 0, got {anneal_epochs}')
        self._anneal_strategy = anneal_strategy
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    # The share of the final rate at a step.
    def _share(self, step) -> float:
        t = max(0, min(1, step / max(1, self.anneal_epochs)))
        return t if self._anneal_strategy == 'linear' else (1 - math.cos(math.pi * t)) / 2

    def get_lr(self) -> list:
        self._warn_outside_of_step()
        step = self._step_count - 1
        if self.anneal_epochs == 0:
            step = max(1, step)
        before, now = self._share(step - 1), self._share(step)
        rates = []
        for group in self.optimizer.param_groups:
            lr, final = group['lr'], group['swa_lr']
            start = final if before == 1 else (lr - before * final) / (1 - before)
            rates.append(final * now + start * (1 - now))
        return rates
