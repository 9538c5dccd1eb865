"""Threads without concurrency: a thread runs to its end in start(), and waiting for a taken lock raises."""

__all__ = ["Barrier", "BoundedSemaphore", "Condition", "Event", "Lock", "RLock", "Semaphore", "Thread",
           "ThreadError",
           "Timer", "active_count", "current_thread", "enumerate", "get_ident", "get_native_id", "local",
           "main_thread", "TIMEOUT_MAX"]

TIMEOUT_MAX = 9223372036.0
ThreadError = RuntimeError


class _Counted:
    """An object that can be held a limited number of times at once."""

    def __init__(self, value):
        self._value = value

    def acquire(self, blocking=True, timeout=-1):
        if self._value:
            self._value -= 1
            return True
        if blocking and (timeout is None or timeout < 0):
            raise RuntimeError("deadlock: no other thread can release this lock")
        return False

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc_info):
        self.release()


class _Lock(_Counted):
    def __init__(self):
        super().__init__(1)

    def release(self):
        if self._value:
            raise RuntimeError("the lock is not held")
        self._value = 1

    def locked(self):
        return not self._value


def Lock():
    return _Lock()


class _RLock(_Counted):
    def __init__(self):
        super().__init__(0)

    def acquire(self, blocking=True, timeout=-1):
        self._value += 1
        return True

    def release(self):
        if not self._value:
            raise RuntimeError("the lock is not held")
        self._value -= 1


def RLock():
    return _RLock()


class Semaphore(_Counted):
    def __init__(self, value=1):
        if value < 0:
            raise ValueError("a semaphore begins with 0 or more")
        super().__init__(value)

    def release(self, n=1):
        if n < 1:
            raise ValueError("1 or more are released")
        self._value += n


class BoundedSemaphore(Semaphore):
    def __init__(self, value=1):
        super().__init__(value)
        self._most = value

    def release(self, n=1):
        if self._value + n > self._most:
            raise ValueError("the semaphore was released too often")
        super().release(n)


class Condition:
    def __init__(self, lock=None):
        self._lock = lock or RLock()
        self.acquire = self._lock.acquire
        self.release = self._lock.release

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *exc_info):
        return self._lock.__exit__(*exc_info)

    def wait(self, timeout=None):
        if timeout is None:
            raise RuntimeError("deadlock: no other thread can notify")
        return False

    def wait_for(self, predicate, timeout=None):
        return predicate() or self.wait(timeout)

    def notify(self, n=1):
        pass

    def notify_all(self):
        pass


class Event:
    def __init__(self):
        self._flag = False

    def is_set(self):
        return self._flag

    def set(self):
        self._flag = True

    def clear(self):
        self._flag = False

    def wait(self, timeout=None):
        if not self._flag and timeout is None:
            raise RuntimeError("deadlock: no other thread can set this event")
        return self._flag


class BrokenBarrierError(RuntimeError):
    pass


class Barrier:
    def __init__(self, parties, action=None, timeout=None):
        self.parties = parties
        self.n_waiting = 0
        self.broken = False
        self._action = action

    def wait(self, timeout=None):
        if self.parties > 1:
            self.broken = True
            raise BrokenBarrierError
        if self._action:
            self._action()
        return 0


class local:
    pass


class Thread:
    _count = 0

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        if name is None:
            Thread._count += 1
            name = f"Thread-{Thread._count}" + (f" ({target.__name__})" if hasattr(target, "__name__")
                                                else "")
        self.name = str(name)
        self.daemon = bool(daemon)
        self.ident = None
        self._target = target
        self._args = args
        self._kwargs = kwargs or {}

    def start(self):
        if self.ident is not None:
            raise RuntimeError("a thread can only be started once")
        self.ident = Thread._count + 2
        _running.append(self)
        try:
            self.run()
        except Exception as error:
            excepthook(ExceptHookArgs((type(error), error, error.__traceback__, self)))
        finally:
            _running.pop()

    def run(self):
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def join(self, timeout=None):
        if self.ident is None:
            raise RuntimeError("the thread has not been started")

    def is_alive(self):
        return self in _running

    @property
    def native_id(self):
        return self.ident

    def getName(self):
        return self.name

    def setName(self, name):
        self.name = name

    def isDaemon(self):
        return self.daemon

    def setDaemon(self, daemonic):
        self.daemon = daemonic

    def __repr__(self):
        state = "initial" if self.ident is None else "started" if self in _running else "stopped"
        return f"<{type(self).__name__}({self.name}, {state})>"


class ExceptHookArgs(tuple):
    exc_type = property(lambda self: self[0])
    exc_value = property(lambda self: self[1])
    exc_traceback = property(lambda self: self[2])
    thread = property(lambda self: self[3])


def excepthook(args, /):
    """Does nothing: the exception that ended the thread is dropped."""


class Timer(Thread):
    """Never runs its function, because clocks don't advance."""

    def __init__(self, interval, function, args=None, kwargs=None):
        super().__init__(target=function, args=args or (), kwargs=kwargs)
        self.interval = interval
        self.finished = Event()

    def cancel(self):
        self.finished.set()

    def run(self):
        pass


_main = Thread(name="MainThread")
_main.ident = 1
_running = [_main]


def current_thread():
    return _running[-1]


currentThread = current_thread


def main_thread():
    return _main


def get_ident():
    return _running[-1].ident


get_native_id = get_ident


def enumerate():
    return list(_running)


def active_count():
    return len(_running)


activeCount = active_count
