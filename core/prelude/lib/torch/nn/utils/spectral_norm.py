# Divides a weight by its largest singular value, which power iteration estimates with the vectors `name_u` and
# `name_v`. The parameter itself is `name_orig`.
from typing import Any, Optional, TypeVar

import torch
from torch.nn.functional import normalize
from torch.nn.parameter import Parameter, UninitializedParameter

from ..modules import Module
from ..modules.conv import _ConvTransposeNd

__all__ = ['SpectralNorm', 'SpectralNormLoadStateDictPreHook', 'SpectralNormStateDictHook', 'spectral_norm',
           'remove_spectral_norm']

T_module = TypeVar('T_module', bound=Module)


class SpectralNorm:
    # From version 1 on, `name_v` is part of the state, and the quotient isn't.
    _version: int = 1
    name: str
    dim: int
    n_power_iterations: int
    eps: float

    def __init__(self, name: str = 'weight', n_power_iterations: int = 1, dim: int = 0,
                 eps: float = 1e-12) -> None:
        if n_power_iterations <= 0:
            raise ValueError(f'n_power_iterations must be positive, not {n_power_iterations}')
        self.name = name
        self.dim = dim
        self.n_power_iterations = n_power_iterations
        self.eps = eps

    def reshape_weight_to_matrix(self, weight: torch.Tensor) -> torch.Tensor:
        if self.dim != 0:
            weight = weight.permute(self.dim, *[d for d in range(weight.dim()) if d != self.dim])
        return weight.reshape(weight.size(0), -1)

    # The vectors are updated in place, so that copies of the module share them. The quotient is computed from copies of
    # the vectors, because a second call may change them before the backward pass.
    def compute_weight(self, module: Module, do_power_iteration: bool) -> torch.Tensor:
        weight = getattr(module, self.name + '_orig')
        u = getattr(module, self.name + '_u')
        v = getattr(module, self.name + '_v')
        matrix = self.reshape_weight_to_matrix(weight)
        if do_power_iteration:
            with torch.no_grad():
                for _ in range(self.n_power_iterations):
                    v = normalize(torch.mv(matrix.t(), u), dim=0, eps=self.eps, out=v)
                    u = normalize(torch.mv(matrix, v), dim=0, eps=self.eps, out=u)
                u = u.clone()
                v = v.clone()
        return weight / torch.dot(u, torch.mv(matrix, v))

    def remove(self, module: Module) -> None:
        with torch.no_grad():
            weight = self.compute_weight(module, do_power_iteration=False)
        for suffix in ('', '_u', '_v', '_orig'):
            delattr(module, self.name + suffix)
        module.register_parameter(self.name, Parameter(weight.detach()))

    def __call__(self, module: Module, inputs: Any) -> None:
        setattr(module, self.name, self.compute_weight(module, do_power_iteration=module.training))

    # Computes v from u and `target_sigma` with the pseudo-inverse.
    def _solve_v_and_rescale(self, weight_mat, u, target_sigma):
        transposed = weight_mat.t()
        v = (transposed.mm(weight_mat).pinverse() @ (transposed @ u.unsqueeze(1))).squeeze(1)
        return v.mul_(target_sigma / torch.dot(u, torch.mv(weight_mat, v)))

    @staticmethod
    def apply(module: Module, name: str, n_power_iterations: int, dim: int, eps: float) -> 'SpectralNorm':
        if _find_hook(module._forward_pre_hooks, SpectralNorm, name) is not None:
            raise RuntimeError(f'{name!r} is already normalized')
        fn = SpectralNorm(name, n_power_iterations, dim, eps)
        weight = module._parameters[name]
        if weight is None:
            raise ValueError(f'{name!r} is None')
        if isinstance(weight, UninitializedParameter):
            raise ValueError(f'{name!r} has no shape before the first call of its module')
        with torch.no_grad():
            height, width = fn.reshape_weight_to_matrix(weight).size()
            u = normalize(weight.new_empty(height).normal_(0, 1), dim=0, eps=fn.eps)
            v = normalize(weight.new_empty(width).normal_(0, 1), dim=0, eps=fn.eps)
        delattr(module, name)
        module.register_parameter(name + '_orig', weight)
        # A plain attribute until the first call, so that other code can read it.
        setattr(module, name, weight.data)
        module.register_buffer(name + '_u', u)
        module.register_buffer(name + '_v', v)
        module.register_forward_pre_hook(fn)
        module._register_state_dict_hook(SpectralNormStateDictHook(fn))
        module._register_load_state_dict_pre_hook(SpectralNormLoadStateDictPreHook(fn))
        return fn


class SpectralNormLoadStateDictPreHook:
    def __init__(self, fn) -> None:
        self.fn = fn

    def __call__(self, state_dict, prefix, local_metadata, strict,
                 missing_keys, unexpected_keys, error_msgs) -> None:
        fn = self.fn
        version = local_metadata.get('spectral_norm', {}).get(fn.name + '.version', None)
        if version is not None and version >= 1:
            return
        key = prefix + fn.name
        # Some files have the new keys but no version.
        if version is None and key not in state_dict and all(
                key + suffix in state_dict for suffix in ('_orig', '_u', '_v')):
            return
        missing = [key + suffix for suffix in ('_orig', '', '_u') if key + suffix not in state_dict]
        if missing:
            if strict:
                missing_keys.extend(missing)
            return
        with torch.no_grad():
            original = state_dict[key + '_orig']
            sigma = (original / state_dict.pop(key)).mean()
            state_dict[key + '_v'] = fn._solve_v_and_rescale(
                fn.reshape_weight_to_matrix(original), state_dict[key + '_u'], sigma)


class SpectralNormStateDictHook:
    def __init__(self, fn) -> None:
        self.fn = fn

    def __call__(self, module, state_dict, prefix, local_metadata) -> None:
        versions = local_metadata.setdefault('spectral_norm', {})
        key = self.fn.name + '.version'
        if key in versions:
            raise RuntimeError(f'{self.fn.name!r} is already normalized')
        versions[key] = self.fn._version


def _find_hook(hooks, kind, name):
    for key, hook in hooks.items():
        if isinstance(hook, kind) and (hook if kind is SpectralNorm else hook.fn).name == name:
            return key
    return None


def spectral_norm(module: T_module, name: str = 'weight', n_power_iterations: int = 1, eps: float = 1e-12,
                  dim: Optional[int] = None) -> T_module:
    if dim is None:
        # The dimension of the output channels.
        dim = 1 if isinstance(module, _ConvTransposeNd) else 0
    SpectralNorm.apply(module, name, n_power_iterations, dim, eps)
    return module


def remove_spectral_norm(module: T_module, name: str = 'weight') -> T_module:
    key = _find_hook(module._forward_pre_hooks, SpectralNorm, name)
    if key is None:
        raise ValueError(f'{name!r} is not normalized in {type(module).__name__}')
    module._forward_pre_hooks.pop(key).remove(module)
    for hooks, kind in ((module._state_dict_hooks, SpectralNormStateDictHook),
                        (module._load_state_dict_pre_hooks, SpectralNormLoadStateDictPreHook)):
        key = _find_hook(hooks, kind, name)
        if key is not None:
            del hooks[key]
    return module
