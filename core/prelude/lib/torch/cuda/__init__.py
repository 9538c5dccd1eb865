# CUDA isn't available: queries say so, and settings have no effect.
from . import amp

default_stream = None


def is_available():
    return False


def is_initialized():
    return False


def is_bf16_supported():
    return False


def device_count():
    return 0


def init():
    pass


def manual_seed(seed):
    pass


def manual_seed_all(seed):
    pass


def seed():
    pass


def empty_cache():
    pass


def synchronize(device=None):
    pass


def set_device(device):
    pass


def memory_allocated(device=None):
    return 0


def max_memory_allocated(device=None):
    return 0


def reset_peak_memory_stats(device=None):
    pass


def _refuse(*args):
    raise RuntimeError("CUDA isn't available: JitScope has no CUDA device")


current_device = get_device_name = get_device_capability = get_device_properties = _refuse


class device:
    def __init__(self, device):
        self.idx = device

    def __enter__(self):
        pass

    def __exit__(self, type, value, traceback):
        return False


class Stream:
    def __init__(self, device=None, priority=0, **kwargs):
        self.device = device

    def synchronize(self):
        pass


class Event:
    def __init__(self, enable_timing=False, blocking=False, interprocess=False):
        pass

    def record(self, stream=None):
        pass

    def synchronize(self):
        pass

    def elapsed_time(self, end_event):
        return 0.0
