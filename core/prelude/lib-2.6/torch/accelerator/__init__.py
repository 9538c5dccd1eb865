# torch.accelerator: this machine has none.
__all__ = ['current_accelerator', 'current_device_index', 'current_device_idx', 'device_count', 'is_available', 'set_device_index',
           'set_device_idx', 'synchronize']

_MISSING = 'Cannot access accelerator device when none is available.'


def device_count():
    return 0


def is_available():
    return False


def current_accelerator():
    raise RuntimeError(_MISSING)


def current_device_index():
    raise RuntimeError(_MISSING)


def set_device_index(device):
    raise RuntimeError(_MISSING)


def synchronize(device=None):
    raise RuntimeError(_MISSING)


current_device_idx = current_device_index
set_device_idx = set_device_index
