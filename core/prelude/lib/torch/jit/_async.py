# Without a second thread a task is done by the time it is asked for.
from torch.futures import Future


def fork(func, *args, **kwargs):
    made = Future()
    made.set_result(func(*args, **kwargs))
    return made


def wait(future):
    return future.wait()


_fork = fork
_wait = wait
