# Calls of modules with other parameters and buffers.
import torch

__all__ = ['functional_call']


# The modules and names that have the same tensor as `name`.
def _places(module):
    places = {}
    for prefix, child in module.named_modules(remove_duplicate=False):
        for registry in (child._parameters, child._buffers):
            for name, tensor in registry.items():
                if tensor is not None:
                    places[f'{prefix}.{name}' if prefix else name] = registry, name, tensor
    return places


def _call_with(module, values, args, kwargs, tie_weights, strict):
    places = _places(module)
    unknown = [name for name in values if name not in places]
    missing = [name for name in places if name not in values]
    if strict and (unknown or missing):
        reports = [f'{kind} key(s): {", ".join(names)}.'
                   for kind, names in (('Unexpected', unknown), ('Missing', missing)) if names]
        raise RuntimeError(f'Error(s) in reparametrizing for {module._get_name()}:\n\t' + '\n\t'.join(reports))
    if unknown:
        raise AttributeError(f'{module._get_name()} has no attribute `{unknown[0]}`')
    chosen = dict(values)
    if tie_weights:
        by_tensor = {id(places[name][2]): value for name, value in values.items()}
        for name in missing:
            if id(places[name][2]) in by_tensor:
                chosen[name] = by_tensor[id(places[name][2])]
    try:
        for name, value in chosen.items():
            registry, key, _ = places[name]
            registry[key] = value
        if args is None:
            args = ()
        elif not isinstance(args, tuple):
            args = (args,)
        return module(*args, **(kwargs or {}))
    finally:
        for name in chosen:
            registry, key, tensor = places[name]
            registry[key] = tensor


def functional_call(module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights=True, strict=False):
    return _call_with(module, parameters_and_buffers, args, kwargs, tie_weights, strict)
