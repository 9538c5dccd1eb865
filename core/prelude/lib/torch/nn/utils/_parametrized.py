# torch.nn.utils.parametrize in a running program.
import contextlib

import torch
from torch import Tensor, _weight_norm, norm_except_dim
from torch.nn.modules.container import ModuleDict, ModuleList
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

_depth = 0   # of the contexts of cached()
_cache = {}  # the values in such a context, by module and name


@contextlib.contextmanager
def cached():
    global _depth
    _depth += 1
    try:
        yield
    finally:
        _depth -= 1
        if not _depth:
            _cache.clear()


def _set_to(module, name, value):
    if isinstance(value, Parameter):
        module.register_parameter(name, value)
    else:
        module.register_buffer(name, value)


# The functions of one parameter, in order, and what they are applied to: `original`, or `original0` and so on.
class ParametrizationList(ModuleList):
    def __init__(self, modules, original, unsafe=False):
        if not modules:
            raise ValueError('ParametrizationList requires one or more modules.')
        super().__init__(modules)
        self.unsafe = unsafe
        new = original
        with torch.no_grad():
            for module in reversed(self):
                if hasattr(module, 'right_inverse'):
                    try:
                        new = module.right_inverse(new)
                    except NotImplementedError:
                        pass
        self.is_tensor = isinstance(new, Tensor)
        self.ntensors = 1 if self.is_tensor else len(new)
        if self.is_tensor:
            if isinstance(original, Parameter):
                original.data = new
                new = original
            _set_to(self, 'original', new)
        else:
            for i, part in enumerate(new):
                _set_to(self, f'original{i}', Parameter(part) if isinstance(original, Parameter) else part)

    def _originals(self):
        return [self.original] if self.is_tensor else [getattr(self, f'original{i}') for i in range(self.ntensors)]

    def right_inverse(self, value):
        with torch.no_grad():
            for module in reversed(self):
                if not hasattr(module, 'right_inverse'):
                    raise RuntimeError(f'parametrization {type(module).__name__} does not implement right_inverse.')
                value = module.right_inverse(value)
            for original, part in zip(self._originals(), [value] if self.is_tensor else value):
                original.copy_(part)

    def forward(self):
        x = self[0](*self._originals())
        for module in list(self)[1:]:
            x = module(x)
        return x


# Gives the module a class of its own, which has properties for parameters.
def _inject_class(module):
    cls = type(module)

    def __deepcopy__(self, memo):
        raise NotImplementedError('copies of a parametrized module are not available in JitScope')
    module.__class__ = type(f'Parametrized{cls.__name__}', (cls,), {'__module__': cls.__module__, '__deepcopy__': __deepcopy__})
    module.parametrizations = ModuleDict()


def _inject_property(module, name):
    def get(self):
        if not _depth:
            return self.parametrizations[name]()
        key = (id(self), name)
        if key not in _cache:
            _cache[key] = self.parametrizations[name]()
        return _cache[key]

    def set_original(self, value):
        self.parametrizations[name].right_inverse(value)
    setattr(type(module), name, property(get, set_original))


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        module.parametrizations[tensor_name].append(parametrization)
        return module
    if tensor_name in module._buffers or tensor_name in module._parameters:
        original = getattr(module, tensor_name)
        made = ParametrizationList([parametrization], original, unsafe=unsafe)
        if not unsafe:
            found = made()
            if found.dtype != original.dtype or found.shape != original.shape:
                raise ValueError('Registering a parametrization may not change the shape or the dtype of the tensor, unless unsafe=True')
        delattr(module, tensor_name)
        if not is_parametrized(module):
            _inject_class(module)
        _inject_property(module, tensor_name)
        module.parametrizations[tensor_name] = made
        return module
    raise ValueError(f"Module '{module}' does not have a parameter, a buffer, or a parametrized element with name '{tensor_name}'")


def is_parametrized(module, tensor_name=None):
    found = module.__dict__.get('_modules', {}).get('parametrizations')
    if not isinstance(found, ModuleDict):
        return False
    return len(found) > 0 if tensor_name is None else tensor_name in found


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    made = module.parametrizations[tensor_name]
    if leave_parametrized:
        with torch.no_grad():
            value = getattr(module, tensor_name)
        original = Parameter(value.detach()) if any(isinstance(each, Parameter) for each in made._originals()) else value
    elif made.is_tensor:
        original = made.original
    else:
        raise ValueError('Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized in terms of a sequence of tensors.')
    delattr(type(module), tensor_name)
    del module.parametrizations[tensor_name]
    _set_to(module, tensor_name, original)
    if not is_parametrized(module):
        delattr(module, 'parametrizations')
        module.__class__ = type(module).__bases__[0]
    return module


def type_before_parametrizations(module):
    return type(module).__bases__[0] if is_parametrized(module) else type(module)


def transfer_parametrizations_and_params(from_module, to_module, tensor_name=None):
    raise NotImplementedError('transfer_parametrizations_and_params is not available in JitScope')


class _WeightNorm(Module):
    def __init__(self, dim=0):
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g, weight_v):
        return _weight_norm(weight_v, weight_g, self.dim)

    def right_inverse(self, weight):
        return norm_except_dim(weight, 2, self.dim), weight


def weight_norm(module, name='weight', dim=0):
    register_parametrization(module, name, _WeightNorm(dim), unsafe=True)
    return module
