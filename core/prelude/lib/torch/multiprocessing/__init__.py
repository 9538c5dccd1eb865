# torch.multiprocessing: JitScope runs a program in one process.
import os

__all__ = ['spawn', 'Process', 'Queue', 'cpu_count', 'set_start_method', 'get_start_method', 'set_sharing_strategy']


def _refuse(*args, **kwargs):
    raise RuntimeError('JitScope runs a program in one process: it starts no others')


spawn = Process = Queue = _refuse
_start_method = 'fork'


def cpu_count():
    return os.cpu_count()


def set_start_method(method, force=False):
    global _start_method
    _start_method = method


def get_start_method(allow_none=False):
    return _start_method


def set_sharing_strategy(new_strategy):
    pass
