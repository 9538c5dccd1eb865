import torch
from torch import autocast
from torch.cuda.amp import GradScaler as _GradScaler  # @2.6+


class GradScaler(_GradScaler):  # @2.6+
    def __init__(self, device='cuda', init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        super().__init__(init_scale, growth_factor, backoff_factor, growth_interval, enabled)


def custom_fwd(fwd=None, *, device_type, cast_inputs=None):  # @2.6+
    return fwd if fwd is not None else lambda function: function


def custom_bwd(bwd=None, *, device_type):  # @2.6+
    return bwd if bwd is not None else lambda function: function


def is_autocast_available(device_type):  # @2.6+
    return device_type in ('cpu', 'cuda')
