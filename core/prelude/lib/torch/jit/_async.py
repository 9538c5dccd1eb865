# There is only one thread: a task has finished when its result is requested.
from torch import _C
from torch.futures import Future


# The result of a task that a trace has recorded, by its number.
class _RecordedFuture(Future):
    def __init__(self, number):
        super().__init__()
        self._number = number

    def wait(self):
        result = super().wait()
        _C._trace_wait(self._number, result)
        return result


def fork(func, *args, **kwargs):
    if _C._is_tracing():
        _C._trace_fork()
        result = func(*args, **kwargs)
        made = _RecordedFuture(_C._trace_fork_end(result))
    else:
        result = func(*args, **kwargs)
        made = Future()
    made.set_result(result)
    return made


def wait(future):
    return future.wait()


_fork = fork
_wait = wait
