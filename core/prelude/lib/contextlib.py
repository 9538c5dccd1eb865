"""Context managers made from functions and from other context managers."""

import abc
import sys
from functools import wraps

__all__ = ["asynccontextmanager", "contextmanager", "closing", "nullcontext", "AbstractContextManager",
           "AbstractAsyncContextManager", "AsyncExitStack", "ContextDecorator", "ExitStack",
           "redirect_stdout",
           "redirect_stderr", "suppress", "aclosing", "chdir", "AsyncContextDecorator"]

GenericAlias = type(list[int])


def _has_methods(cls, names):
    return all(any(name in base.__dict__ and base.__dict__[name] is not None for base in cls.__mro__)
               for name in names) or NotImplemented


class AbstractContextManager(abc.ABC):
    __class_getitem__ = classmethod(GenericAlias)

    def __enter__(self):
        return self

    @abc.abstractmethod
    def __exit__(self, exc_type, exc_value, traceback):
        return None

    @classmethod
    def __subclasshook__(cls, C):
        return _has_methods(C, ("__enter__", "__exit__")) if cls is AbstractContextManager else NotImplemented


class AbstractAsyncContextManager(abc.ABC):
    __class_getitem__ = classmethod(GenericAlias)

    async def __aenter__(self):
        return self

    @abc.abstractmethod
    async def __aexit__(self, exc_type, exc_value, traceback):
        return None

    @classmethod
    def __subclasshook__(cls, C):
        return _has_methods(C, ("__aenter__",
                                "__aexit__")) if cls is AbstractAsyncContextManager else NotImplemented


class ContextDecorator:
    """Makes a context manager usable as a decorator: each call runs inside the context."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @wraps(func)
        def inner(*args, **kwds):
            with self._recreate_cm():
                return func(*args, **kwds)
        return inner


class AsyncContextDecorator:
    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @wraps(func)
        async def inner(*args, **kwds):
            async with self._recreate_cm():
                return await func(*args, **kwds)
        return inner


class _Generated:
    """A stored call of a generator function, so that a decorator can repeat it for each call."""

    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.func, self.args, self.kwds = func, args, kwds
        self.__doc__ = func.__doc__

    def _recreate_cm(self):
        return self.__class__(self.func, self.args, self.kwds)


def _is_wrapped(error, thrown):
    """True if the RuntimeError replaces a StopIteration that left a generator."""
    return isinstance(thrown, (StopIteration, StopAsyncIteration)) and error.__cause__ is thrown


class _GeneratorContextManager(_Generated, AbstractContextManager, ContextDecorator):
    def __enter__(self):
        for value in self.gen:
            return value
        raise RuntimeError("the generator didn't yield")

    def __exit__(self, typ, value, traceback):
        if typ is None:
            for _ in self.gen:
                raise RuntimeError("the generator did not stop")
            return False
        if value is None:
            value = typ()
        try:
            self.gen.throw(value)
        except StopIteration as stop:
            return stop is not value
        except BaseException as error:
            if error is value or isinstance(error, RuntimeError) and _is_wrapped(error, value):
                return False
            raise
        raise RuntimeError("the generator did not stop after an exception was thrown into it")


def contextmanager(func):
    @wraps(func)
    def helper(*args, **kwds):
        return _GeneratorContextManager(func, args, kwds)
    return helper


class _AsyncGeneratorContextManager(_Generated, AbstractAsyncContextManager, AsyncContextDecorator):
    async def __aenter__(self):
        async for value in self.gen:
            return value
        raise RuntimeError("the generator didn't yield")

    async def __aexit__(self, typ, value, traceback):
        if typ is None:
            async for _ in self.gen:
                raise RuntimeError("the generator did not stop")
            return False
        if value is None:
            value = typ()
        try:
            await self.gen.athrow(value)
        except StopAsyncIteration as stop:
            return stop is not value
        except BaseException as error:
            if error is value or isinstance(error, RuntimeError) and _is_wrapped(error, value):
                return False
            raise
        raise RuntimeError("the generator did not stop after an exception was thrown into it")


def asynccontextmanager(func):
    @wraps(func)
    def helper(*args, **kwds):
        return _AsyncGeneratorContextManager(func, args, kwds)
    return helper


class closing(AbstractContextManager):
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exc_info):
        self.thing.close()


class aclosing(AbstractAsyncContextManager):
    def __init__(self, thing):
        self.thing = thing

    async def __aenter__(self):
        return self.thing

    async def __aexit__(self, *exc_info):
        await self.thing.aclose()


class _RedirectStream(AbstractContextManager):
    _stream = None

    def __init__(self, new_target):
        self._new_target = new_target
        self._old_targets = []      # a list, because the same object may be entered recursively

    def __enter__(self):
        self._old_targets.append(getattr(sys, self._stream))
        setattr(sys, self._stream, self._new_target)
        return self._new_target

    def __exit__(self, exctype, excinst, exctb):
        setattr(sys, self._stream, self._old_targets.pop())


class redirect_stdout(_RedirectStream):
    _stream = "stdout"


class redirect_stderr(_RedirectStream):
    _stream = "stderr"


class suppress(AbstractContextManager):
    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        pass

    def __exit__(self, exctype, excinst, exctb):
        return exctype is not None and issubclass(exctype, self._exceptions)


class nullcontext(AbstractContextManager, AbstractAsyncContextManager):
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *excinfo):
        pass

    async def __aenter__(self):
        return self.enter_result

    async def __aexit__(self, *excinfo):
        pass


class chdir(AbstractContextManager):
    def __init__(self, path):
        self.path = path

    def __enter__(self):
        raise FileNotFoundError(2, "the file system is not available", self.path)

    def __exit__(self, *excinfo):
        pass


class _BaseExitStack:
    def __init__(self):
        self._exit_callbacks = []       # (is it synchronous, function of the exception)

    def pop_all(self):
        new = type(self)()
        new._exit_callbacks = self._exit_callbacks
        self._exit_callbacks = []
        return new

    def push(self, exit):
        method = getattr(type(exit), "__exit__", None)
        self._exit_callbacks.append((True, exit if method is None else _bound(method, exit)))
        return exit

    def enter_context(self, cm):
        cls = type(cm)
        if not hasattr(cls, "__enter__") or not hasattr(cls, "__exit__"):
            raise TypeError(f"{cls.__qualname__!r} object is not a context manager")
        exit = cls.__exit__
        result = cls.__enter__(cm)
        self._exit_callbacks.append((True, _bound(exit, cm)))
        return result

    def callback(self, callback, /, *args, **kwds):
        def run(exc_type, exc, tb):
            callback(*args, **kwds)
        run.__wrapped__ = callback
        self._exit_callbacks.append((True, run))
        return callback


def _bound(method, obj):
    return lambda *details: method(obj, *details)


def _link(error, context, frame_error):
    """Sets `context` as the last __context__ in the chain of exceptions of `error`."""
    while error.__context__ is not None and error.__context__ is not context:
        if error.__context__ is frame_error:
            break
        error = error.__context__
    if error is not context:
        error.__context__ = context


class ExitStack(_BaseExitStack, AbstractContextManager):
    def __enter__(self):
        return self

    def __exit__(self, *exc_details):
        outer = pending = exc_details[1]
        while self._exit_callbacks:
            _, run = self._exit_callbacks.pop()
            try:
                if run(type(pending) if pending else None, pending, getattr(pending, "__traceback__", None)):
                    pending = None
            except BaseException as error:
                _link(error, pending, outer)
                pending = error
        if pending is not None and pending is not outer:
            context = pending.__context__
            try:
                raise pending
            except BaseException:
                pending.__context__ = context
                raise
        return outer is not None and pending is None

    def close(self):
        self.__exit__(None, None, None)


class AsyncExitStack(_BaseExitStack, AbstractAsyncContextManager):
    async def enter_async_context(self, cm):
        cls = type(cm)
        if not hasattr(cls, "__aenter__") or not hasattr(cls, "__aexit__"):
            raise TypeError(f"{cls.__qualname__!r} object is not an asynchronous context manager")
        exit = cls.__aexit__
        result = await cls.__aenter__(cm)
        self._exit_callbacks.append((False, _bound(exit, cm)))
        return result

    def push_async_exit(self, exit):
        method = getattr(type(exit), "__aexit__", None)
        self._exit_callbacks.append((False, exit if method is None else _bound(method, exit)))
        return exit

    def push_async_callback(self, callback, /, *args, **kwds):
        async def run(exc_type, exc, tb):
            await callback(*args, **kwds)
        run.__wrapped__ = callback
        self._exit_callbacks.append((False, run))
        return callback

    async def __aenter__(self):
        return self

    async def __aexit__(self, *exc_details):
        outer = pending = exc_details[1]
        while self._exit_callbacks:
            synchronous, run = self._exit_callbacks.pop()
            try:
                details = type(pending) if pending else None, pending, getattr(pending, "__traceback__", None)
                if run(*details) if synchronous else await run(*details):
                    pending = None
            except BaseException as error:
                _link(error, pending, outer)
                pending = error
        if pending is not None and pending is not outer:
            raise pending
        return outer is not None and pending is None

    async def aclose(self):
        await self.__aexit__(None, None, None)
