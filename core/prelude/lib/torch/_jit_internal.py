# Decorators that mark functions for the compiler.
import collections
import contextlib
import typing
from typing import Any, Callable, Dict, Final, Generic, List, Optional, Tuple, Type, TypeVar, Union, get_args, get_origin

from ._C import Future as CFuture


class FunctionModifiers:
    UNUSED = 'unused (ignored and replaced with raising of an exception)'
    IGNORE = "ignore (leave as a call to Python, cannot be torch.jit.save'd)"
    EXPORT = 'export (compile this function even if nothing calls it)'
    DEFAULT = 'default (compile if called from a exported function / forward)'
    COPY_TO_SCRIPT_WRAPPER = 'if this method is not scripted, copy the python method onto the scripted model'


def export(fn):
    fn._torchscript_modifier = FunctionModifiers.EXPORT
    return fn


def unused(fn):
    if isinstance(fn, property):
        prop = fn
        setattr(prop.fget, '_torchscript_modifier', FunctionModifiers.UNUSED)
        if prop.fset:
            setattr(prop.fset, '_torchscript_modifier', FunctionModifiers.UNUSED)
        return prop
    fn._torchscript_modifier = FunctionModifiers.UNUSED
    return fn


def ignore(drop=False, **kwargs):
    if callable(drop):
        # @ignore without arguments
        drop._torchscript_modifier = FunctionModifiers.IGNORE
        return drop
    if not isinstance(drop, bool):
        raise RuntimeError(f'ignore takes a function or a bool, not {drop}')
    if kwargs.get('drop_on_export'):
        drop = True

    def decorator(fn):
        fn._torchscript_modifier = FunctionModifiers.UNUSED if drop else FunctionModifiers.IGNORE
        return fn

    return decorator


def _copy_to_script_wrapper(fn):
    fn._torchscript_modifier = FunctionModifiers.COPY_TO_SCRIPT_WRAPPER
    return fn


def get_torchscript_modifier(fn):
    if not callable(fn):
        return None
    fn = getattr(fn, '__func__', fn)
    return getattr(fn, '_torchscript_modifier', FunctionModifiers.DEFAULT)


def copy_torchscript_modifier(orig, new):
    modifier = get_torchscript_modifier(orig)
    if modifier is not None:
        new._torchscript_modifier = modifier


def should_drop(fn):
    return get_torchscript_modifier(fn) is FunctionModifiers.UNUSED


def is_ignored_fn(fn):
    return get_torchscript_modifier(fn) in (FunctionModifiers.UNUSED, FunctionModifiers.IGNORE)


def is_scripting() -> bool:
    return False


# Annotations of parameters where one number stands for several. They have no effect in Python.
class BroadcastingListCls:
    def __getitem__(self, types):
        return


BroadcastingList1 = BroadcastingListCls()
BroadcastingList2 = BroadcastingListCls()
BroadcastingList3 = BroadcastingListCls()
BroadcastingList4 = BroadcastingListCls()
BroadcastingList5 = BroadcastingListCls()
BroadcastingList6 = BroadcastingListCls()

_T = TypeVar('_T')


class Future(Generic[_T]):
    def wait(self):
        raise RuntimeError('this future holds nothing')


class RRef(Generic[_T]):
    pass


def is_tuple(ann):
    return get_origin(ann) is tuple


def is_list(ann):
    return get_origin(ann) is list


def is_dict(ann):
    return get_origin(ann) is dict


def is_union(ann):
    return get_origin(ann) is Union


def is_optional(ann):
    return is_union(ann) and type(None) in get_args(ann)


def is_future(ann):
    return ann is Future or get_origin(ann) is Future


def is_final(ann):
    return ann is Final or get_origin(ann) is Final


# Like isinstance(), but also checks the elements of containers.
def _isinstance(obj, target_type) -> bool:
    if isinstance(target_type, tuple):
        return any(_isinstance(obj, each) for each in target_type)
    origin = get_origin(target_type)
    if origin is None:
        if target_type in (List, Dict, Tuple, Optional):
            raise RuntimeError(f'{target_type} needs the type of its elements')
        return isinstance(obj, target_type)
    args = get_args(target_type)
    if origin is Union:
        return any(obj is None if each is type(None) else _isinstance(obj, each) for each in args)
    if not isinstance(obj, origin):
        return False
    if origin is list:
        return all(_isinstance(each, args[0]) for each in obj)
    if origin is dict:
        return all(_isinstance(key, args[0]) and _isinstance(value, args[1]) for key, value in obj.items())
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            return all(_isinstance(each, args[0]) for each in obj)
        return len(obj) == len(args) and all(_isinstance(each, arg) for each, arg in zip(obj, args))
    return True


@contextlib.contextmanager
def _disable_emit_hooks():
    yield


class _IgnoreContextManager:
    def __init__(self, **kwargs):
        pass

    def __enter__(self):
        pass

    def __exit__(self, exc_type, exc_value, traceback):
        return False
