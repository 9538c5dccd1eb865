# Executors of a program with one thread: a submitted call runs at once.
FIRST_COMPLETED = 'FIRST_COMPLETED'
FIRST_EXCEPTION = 'FIRST_EXCEPTION'
ALL_COMPLETED = 'ALL_COMPLETED'


class CancelledError(Exception):
    pass


class InvalidStateError(Exception):
    pass


class BrokenExecutor(RuntimeError):
    pass


TimeoutError = TimeoutError


class Future:
    def __init__(self):
        self._state = 'PENDING'
        self._result = None
        self._exception = None
        self._callbacks = []

    def _finish(self):
        self._state = 'FINISHED'
        for callback in self._callbacks:
            callback(self)

    def set_result(self, result):
        self._result = result
        self._finish()

    def set_exception(self, exception):
        self._exception = exception
        self._finish()

    def cancel(self):
        if self._state == 'FINISHED':
            return False
        self._state = 'CANCELLED'
        return True

    def cancelled(self):
        return self._state == 'CANCELLED'

    def running(self):
        return False

    def done(self):
        return self._state != 'PENDING'

    def result(self, timeout=None):
        if self._state == 'CANCELLED':
            raise CancelledError
        if self._state == 'PENDING':
            raise TimeoutError
        if self._exception is not None:
            raise self._exception
        return self._result

    def exception(self, timeout=None):
        return self._exception

    def add_done_callback(self, fn):
        if self.done():
            fn(self)
        else:
            self._callbacks.append(fn)


class Executor:
    def submit(self, fn, /, *args, **kwargs):
        raise NotImplementedError

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        futures = [self.submit(fn, *args) for args in zip(*iterables)]
        return (future.result() for future in futures)

    def shutdown(self, wait=True, *, cancel_futures=False):
        pass

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.shutdown()
        return False


class ThreadPoolExecutor(Executor):
    def __init__(self, max_workers=None, thread_name_prefix='', initializer=None, initargs=()):
        if max_workers is not None and max_workers <= 0:
            raise ValueError('max_workers must be greater than 0')
        self._max_workers = max_workers or 1
        self._shutdown = False
        if initializer is not None:
            initializer(*initargs)

    def submit(self, fn, /, *args, **kwargs):
        if self._shutdown:
            raise RuntimeError('cannot schedule new futures after shutdown')
        future = Future()
        try:
            result = fn(*args, **kwargs)
        except Exception as error:
            future.set_exception(error)
        else:
            future.set_result(result)
        return future

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._shutdown = True


class ProcessPoolExecutor(ThreadPoolExecutor):
    def __init__(self, max_workers=None, mp_context=None, initializer=None, initargs=(), *, max_tasks_per_child=None):
        super().__init__(max_workers, '', initializer, initargs)


def as_completed(fs, timeout=None):
    yield from list(fs)


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    from collections import namedtuple

    return namedtuple('DoneAndNotDoneFutures', 'done not_done')(set(fs), set())
