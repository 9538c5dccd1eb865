# Without a second thread a task is done by the time it is asked for.
from torch._C import Future


class _Done(Future):
    def __init__(self, result):
        self._result = result

    def wait(self):
        return self._result

    def value(self):
        return self._result

    def done(self):
        return True

    def then(self, callback):
        return _Done(callback(self))


def fork(func, *args, **kwargs):
    return _Done(func(*args, **kwargs))


def wait(future):
    return future.wait()


_fork = fork
_wait = wait
