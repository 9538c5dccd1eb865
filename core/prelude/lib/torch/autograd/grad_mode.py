# Contexts and decorators that turn gradient recording on and off.
import functools
import inspect

import torch
from torch._C import _set_grad_enabled

__all__ = ['no_grad', 'enable_grad', 'set_grad_enabled', 'inference_mode', 'set_multithreading_enabled']


class _DecoratorContextManager:
    def __call__(self, func):
        if inspect.isgeneratorfunction(func):
            return self._wrap_generator(func)

        @functools.wraps(func)
        def decorate_context(*args, **kwargs):
            with self.clone():
                return func(*args, **kwargs)

        return decorate_context

    # The generator runs in the context, and its caller does not.
    def _wrap_generator(self, func):
        @functools.wraps(func)
        def generator_context(*args, **kwargs):
            generator = func(*args, **kwargs)
            try:
                with self.clone():
                    response = generator.send(None)
                while True:
                    try:
                        request = yield response
                    except GeneratorExit:
                        with self.clone():
                            generator.close()
                        raise
                    except BaseException as error:
                        with self.clone():
                            response = generator.throw(error)
                    else:
                        with self.clone():
                            response = generator.send(request)
            except StopIteration as stop:
                return stop.value

        return generator_context

    def clone(self):
        return self.__class__()


# Works as a decorator also without a call.
class _NoParamDecoratorContextManager(_DecoratorContextManager):
    def __new__(cls, orig_func=None):
        if orig_func is None:
            return super().__new__(cls)
        return cls()(orig_func)


class no_grad(
    _DecoratorContextManager,  # @1.13
    _NoParamDecoratorContextManager,  # @2.6+
):
    def __init__(self):
        self.prev = False

    def __enter__(self):
        self.prev = torch.is_grad_enabled()
        _set_grad_enabled(False)

    def __exit__(self, exc_type, exc_value, traceback):
        _set_grad_enabled(self.prev)


class enable_grad(
    _DecoratorContextManager,  # @1.13
    _NoParamDecoratorContextManager,  # @2.6+
):
    def __enter__(self):
        self.prev = torch.is_grad_enabled()
        _set_grad_enabled(True)

    def __exit__(self, exc_type, exc_value, traceback):
        _set_grad_enabled(self.prev)


class set_grad_enabled(_DecoratorContextManager):
    def __init__(self, mode):
        self.prev = torch.is_grad_enabled()
        self.mode = mode
        _set_grad_enabled(mode)

    def __call__(self, func):
        _set_grad_enabled(self.prev)
        return super().__call__(func)

    def __enter__(self):
        _set_grad_enabled(self.mode)

    def __exit__(self, exc_type, exc_value, traceback):
        _set_grad_enabled(self.prev)

    def clone(self):
        return self.__class__(self.mode)


class inference_mode(_DecoratorContextManager):
    def __new__(cls, mode=True):
        if isinstance(mode, bool):
            return super().__new__(cls)
        return cls()(mode)

    def __init__(self, mode=True):
        self.mode = mode

    def __enter__(self):
        self.prev = torch.is_grad_enabled(), torch._C._is_inference_mode()
        torch._C._set_inference_mode(self.mode)
        _set_grad_enabled(not self.mode)

    def __exit__(self, exc_type, exc_value, traceback):
        _set_grad_enabled(self.prev[0])
        torch._C._set_inference_mode(self.prev[1])

    def clone(self):
        return self.__class__(self.mode)


# Gradients run in the calling thread.
class set_multithreading_enabled(_DecoratorContextManager):
    def __init__(self, mode):
        self.mode = mode

    def __enter__(self):
        pass

    def __exit__(self, *args):
        pass

    def clone(self):
        return self.__class__(self.mode)
