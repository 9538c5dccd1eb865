# Represents a weight by a direction `name_v` and a length `name_g`, combined before each call.
from typing import Any, TypeVar

from torch import _weight_norm, norm_except_dim
from torch.nn.parameter import Parameter, UninitializedParameter

from ..modules import Module

__all__ = ['WeightNorm', 'weight_norm', 'remove_weight_norm']

T_module = TypeVar('T_module', bound=Module)


class WeightNorm:
    name: str
    dim: int

    def __init__(self, name: str, dim: int) -> None:
        self.name = name
        # One length for the whole weight, or one per slice along `dim`.
        self.dim = -1 if dim is None else dim

    def compute_weight(self, module: Module) -> Any:
        return _weight_norm(getattr(module, self.name + '_v'), getattr(module, self.name + '_g'), self.dim)

    @staticmethod
    def apply(module, name: str, dim: int) -> 'WeightNorm':
        if _find_hook(module, name) is not None:
            raise RuntimeError(f'{name!r} is already normalized')
        fn = WeightNorm(name, dim)
        weight = getattr(module, name)
        if isinstance(weight, UninitializedParameter):
            raise ValueError(f'{name!r} has no shape before the first call of its module')
        del module._parameters[name]
        module.register_parameter(name + '_g', Parameter(norm_except_dim(weight, 2, fn.dim).data))
        module.register_parameter(name + '_v', Parameter(weight.data))
        setattr(module, name, fn.compute_weight(module))
        module.register_forward_pre_hook(fn)
        return fn

    def remove(self, module: Module) -> None:
        weight = self.compute_weight(module)
        delattr(module, self.name)
        del module._parameters[self.name + '_g']
        del module._parameters[self.name + '_v']
        setattr(module, self.name, Parameter(weight.data))

    def __call__(self, module: Module, inputs: Any) -> None:
        setattr(module, self.name, self.compute_weight(module))


def _find_hook(module, name):
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook, WeightNorm) and hook.name == name:
            return key
    return None


def weight_norm(module: T_module, name: str = 'weight', dim: int = 0) -> T_module:
    WeightNorm.apply(module, name, dim)
    return module


def remove_weight_norm(module: T_module, name: str = 'weight') -> T_module:
    key = _find_hook(module, name)
    if key is None:
        raise ValueError(f'{name!r} is not normalized in {type(module).__name__}')
    module._forward_pre_hooks.pop(key).remove(module)
    return module
