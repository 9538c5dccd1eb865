# torch.autocast: operators below it convert their arguments. The CPU's state is that of the thread (core/autodiff/autocast.h); there are
# no other devices.
import functools
import warnings

import torch
from torch import _C

__all__ = ['autocast_decorator', 'autocast', 'is_autocast_available', 'custom_fwd', 'custom_bwd']  # @2.6+
__all__ = ['autocast_decorator', 'autocast']  # @1.13

_DTYPES = (torch.bfloat16,)  # @1.13
_DTYPES = (torch.bfloat16, torch.float16)  # @2.6+
_depth = 0  # of nested with statements


def autocast_decorator(autocast_instance, func):
    @functools.wraps(func)
    def decorate_autocast(*args, **kwargs):
        with autocast_instance:
            return func(*args, **kwargs)
    return decorate_autocast


def is_autocast_available(device_type):  # @2.6+
    return device_type in ('cpu', 'cuda', 'xpu', 'mps', 'hpu')


class autocast:
    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if device_type not in ('cpu', 'cuda'):  # @1.13
            raise RuntimeError("User specified autocast device_type must be 'cuda' or 'cpu'")
        if not isinstance(device_type, str):  # @2.6+
            raise ValueError(f'Expected `device_type` of type `str`, got: `{type(device_type)}`')
        if not is_autocast_available(torch.device(device_type).type):  # @2.6+
            raise RuntimeError(f"User specified an unsupported autocast device_type '{device_type}'")
        self.device = device_type
        _, default, caches = _C._autocast()
        self.fast_dtype = dtype if dtype is not None else default if device_type == 'cpu' else torch.float16
        self._cache_enabled = caches if cache_enabled is None else cache_enabled
        if enabled and device_type == 'cuda':
            warnings.warn("User provided device_type of 'cuda', but CUDA is not available. Disabling")
            enabled = False
        elif enabled and device_type == 'cpu' and self.fast_dtype not in _DTYPES:
            warnings.warn('In CPU autocast, but the target dtype is not supported. Disabling autocast.\n'
                          f"CPU Autocast only supports dtype of {', '.join(map(str, _DTYPES))} currently.")
            enabled = False
        self._enabled = enabled

    def __enter__(self):
        global _depth
        if self.device == 'cpu' and self.fast_dtype not in _DTYPES:  # @1.13
            raise RuntimeError('Currently, AutocastCPU only support Bfloat16 as the autocast_cpu_dtype')
        _depth += 1
        if self.device == 'cpu':
            self.prev = _C._set_autocast(self._enabled, self.fast_dtype, self._cache_enabled)
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        global _depth
        _depth -= 1
        if not _depth:
            _C._forget_autocasts()
        if self.device == 'cpu':
            _C._set_autocast(*self.prev)
        return False

    def __call__(self, func):
        return autocast_decorator(self, func)


def custom_fwd(fwd=None, *, device_type, cast_inputs=None):  # @2.6+
    return fwd if fwd is not None else lambda function: function


def custom_bwd(bwd=None, *, device_type):  # @2.6+
    return bwd if bwd is not None else lambda function: function
