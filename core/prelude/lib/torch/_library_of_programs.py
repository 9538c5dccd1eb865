# torch.library in a running program. An operator is the Python function that computes it; torch.ops and compiled code don't know it.

_schemas = {}    # by the operator's qualified name
_functions = {}  # likewise


class Library:
    def __init__(self, ns, kind, dispatch_key=''):
        if kind not in ('DEF', 'IMPL', 'FRAGMENT'):
            raise ValueError('Unsupported kind: ', kind)
        self.ns = ns
        self.kind = kind
        self.dispatch_key = dispatch_key

    def define(self, schema, alias_analysis='', *, tags=()):
        name = schema.partition('(')[0].strip()
        _schemas[f'{self.ns}::{name}'] = schema
        return name

    def impl(self, op_name, fn, dispatch_key='', **options):
        if not callable(fn):
            raise TypeError(f'Input function is required to be a callable but found type {type(fn)}')
        name = op_name if isinstance(op_name, str) else str(op_name)
        _functions[name if '::' in name else f'{self.ns}::{name}'] = fn

    def _destroy(self):
        pass


# Decorates a function with `register`, or calls it with the given function.
def _decorator(register, fn):
    if fn is not None:
        return register(fn)
    return register


def define(qualname, schema, *, lib=None, tags=()):
    _schemas[qualname] = schema


def impl(qualname, types, func=None, *, lib=None):
    def register(function):
        _functions[qualname] = function
        return function
    return _decorator(register, func)


def register_fake(op, func=None, /, *, lib=None, _stacklevel=1):
    return _decorator(lambda function: function, func)


impl_abstract = register_fake


def register_kernel(op, device_types, func=None, /, *, lib=None):
    if isinstance(op, CustomOpDef):
        return op.register_kernel(device_types, func)
    return impl(op, device_types, func)


def register_autograd(op, backward, /, *, setup_context=None, lib=None):
    pass  # gradients aren't computed


# A function as an operator.
class CustomOpDef:
    def __init__(self, name, fn):
        self._qualname = name
        self._init_fn = fn
        self._of_device = {}
        self.__name__ = fn.__name__
        self.__doc__ = fn.__doc__
        _functions[name] = self

    def __call__(self, *args, **kwargs):
        return (self._of_device.get('cpu') or self._init_fn)(*args, **kwargs)

    def __repr__(self):
        return f'<CustomOpDef({self._qualname})>'

    def register_kernel(self, device_types, fn=None, /):
        def register(function):
            names = [device_types] if isinstance(device_types, str) or device_types is None else device_types
            for name in names:
                self._of_device['cpu' if name is None else name] = function
            return function
        return _decorator(register, fn)

    def register_fake(self, fn, /):
        return fn

    def register_autograd(self, backward, /, *, setup_context=None):
        pass  # gradients aren't computed

    def register_vmap(self, func=None):
        return _decorator(lambda function: function, func)


def custom_op(name, fn=None, /, *, mutates_args, device_types=None, schema=None, tags=None):
    return _decorator(lambda function: CustomOpDef(name, function), fn)
