import torch


class autocast(torch.autocast):
    def __init__(self, enabled=True, dtype=None, cache_enabled=True):
        super().__init__('cuda', enabled=enabled, dtype=dtype, cache_enabled=cache_enabled)


class GradScaler:
    def __init__(self, init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        self._enabled = enabled

    def scale(self, outputs):
        return outputs

    def unscale_(self, optimizer):
        pass

    def step(self, optimizer, *args, **kwargs):
        return optimizer.step(*args, **kwargs)

    def update(self, new_scale=None):
        pass

    def is_enabled(self):
        return self._enabled

    def state_dict(self):
        return {}

    def load_state_dict(self, state_dict):
        pass


def custom_fwd(fwd=None, **kwargs):
    return fwd if fwd is not None else lambda function: function


def custom_bwd(bwd):
    return bwd
