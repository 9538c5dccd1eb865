# torch.jit.script and similar functions in running programs.
import enum
import functools
import inspect
import warnings

import torch
from torch import _C
from torch.nn import Module
from ._script import RecursiveScriptModule, ScriptFunction, ScriptModule, _wrap_module
from ._script import RecursiveScriptClass, _warn_deprecated  # @2.11+
from ._tracing import trace_function, trace_methods

_functions = {}  # the compiled function of each Python function


def script(obj, optimize=None, _frames_up=0, _rcb=None, example_inputs=None):
    _warn_deprecated('script', '`torch.compile` or `torch.export`')  # @2.11+
    if not _C._jit_is_enabled():
        return obj
    if optimize is not None:
        warnings.warn('`optimize` is deprecated and has no effect')
    if isinstance(obj, (ScriptModule, ScriptFunction)):
        return obj
    if isinstance(obj, Module):
        prepare = getattr(obj, '__prepare_scriptable__', None)
        if prepare is not None:
            obj = prepare()
        return _wrap_module(_C._jit_compile_module(obj))
    if isinstance(obj, (dict, list)):
        return obj
    if inspect.isclass(obj):
        if issubclass(obj, Module):
            raise RuntimeError(f"'{obj.__name__}' is a class of modules: torch.jit.script expects an instance of it")
        if not issubclass(obj, enum.Enum):
            _C._jit_compile_class(obj)
        return obj
    if inspect.isfunction(obj) or inspect.ismethod(obj):
        return _script_function(obj)
    if isinstance(obj, functools.partial):  # @2.11+
        return RecursiveScriptClass()
    if callable(obj):
        return _script_function(type(obj).__call__)
    raise RuntimeError(f'torch.jit.script takes a function, a module or a class, not a {type(obj).__name__}')


def _script_function(function):
    function = getattr(function, '__func__', function)
    function = getattr(function, '__original_fn', function)
    known = _functions.get(function)
    if known is None:
        known = _functions[function] = ScriptFunction(_C._jit_compile_function(function))
        known.__doc__ = function.__doc__
        known.__name__ = function.__name__
    return known


def trace(func, example_inputs, optimize=None, check_trace=True, check_inputs=None, check_tolerance=1e-5,
          strict=True, _force_outplace=False, _module_class=None, _compilation_unit=None):
    _warn_deprecated('trace', '`torch.compile` or `torch.export`')  # @2.11+
    if not _C._jit_is_enabled():
        return func
    if optimize is not None:
        warnings.warn('`optimize` is deprecated and has no effect')
    if isinstance(func, ScriptModule):
        warnings.warn('torch.jit.trace was given a compiled module and gives it back as it is')
        return func
    owner = getattr(func, '__self__', None)
    if isinstance(func, Module) or isinstance(owner, Module) and func.__name__ == 'forward':
        if check_inputs is not None:
            check_inputs = [{'forward': each} for each in check_inputs]
        return trace_module(func if isinstance(func, Module) else owner, {'forward': example_inputs}, None, check_trace,
                            check_inputs, check_tolerance, strict)
    return trace_function(func, example_inputs, check_trace, check_inputs, check_tolerance, strict)


def trace_module(mod, inputs, optimize=None, check_trace=True, check_inputs=None, check_tolerance=1e-5,
                 strict=True, _force_outplace=False, _module_class=None, _compilation_unit=None):
    if not _C._jit_is_enabled():
        return mod
    if optimize is not None:
        warnings.warn('`optimize` is deprecated and has no effect')
    if not isinstance(mod, Module):
        raise AttributeError(f'torch.jit.trace_module takes a module, not a {type(mod).__name__}')
    if not isinstance(inputs, dict):
        raise AttributeError('torch.jit.trace_module takes a dict of names of methods and their inputs')
    return trace_methods(mod, inputs, check_trace, check_inputs, check_tolerance, strict)
