"""Checkpointing: recomputes parts of a model in the backward pass. Here the parts are computed once."""
from torch.nn import Sequential

__all__ = ['checkpoint', 'checkpoint_sequential']


def _refuse_options(options: dict) -> None:
    unknown = sorted(name for name in options if name != 'preserve_rng_state')
    if unknown:
        raise ValueError('unknown options: ' + ', '.join(unknown))


def checkpoint(function, *args, use_reentrant: bool = True, **kwargs):
    # Without reentrance, other keyword arguments are passed to the function.
    if use_reentrant:
        _refuse_options(kwargs)
    kwargs.pop('preserve_rng_state', None)
    return function(*args) if use_reentrant else function(*args, **kwargs)


def checkpoint_sequential(functions, segments, input, **kwargs):
    _refuse_options(kwargs)
    if isinstance(functions, Sequential):
        functions = functions.children()
    for function in functions:
        input = function(input)
    return input
