"""Utilities of training scripts: data, checkpointing, hook handles."""
from . import data, hooks

__all__ = ['data', 'hooks', 'set_module']


def set_module(obj, mod: str) -> None:
    if not isinstance(mod, str):
        raise TypeError(f"a module's name is a string, not {type(mod).__name__}")
    obj.__module__ = mod
