# Asynchronous results. There is only one thread, so results of torch.jit.fork are available at once.
from torch import _C


class Future(_C.Future):
    def __init__(self, *, devices=None):
        self._done = False
        self._callbacks = []

    def done(self):
        return self._done

    def value(self):
        if not self._done:
            raise RuntimeError('this future has no result yet, and nothing runs that could set it')
        if isinstance(self._result, BaseException):
            raise self._result
        return self._result

    wait = value

    def _finish(self, result):
        if self._done:
            raise RuntimeError('this future already has a result')
        self._done = True
        self._result = result
        for callback in self._callbacks:
            callback(self)

    def set_result(self, result):
        self._finish(result)

    def set_exception(self, result):
        assert isinstance(result, Exception), f'{result} is not an exception'
        self._finish(result)

    def add_done_callback(self, callback):
        callback(self) if self._done else self._callbacks.append(callback)

    def then(self, callback):
        made = Future()

        def run(future):
            try:
                made.set_result(callback(future))
            except Exception as error:
                made.set_exception(error)

        self.add_done_callback(run)
        return made


def collect_all(futures):
    made = Future()
    for future in futures:
        future.wait()
    made.set_result(list(futures))
    return made


def wait_all(futures):
    return [future.wait() for future in futures]
