# Modules that contain modules or parameters, as a list or dictionary.
import operator
from collections import OrderedDict, abc
from itertools import chain
from typing import Any, Dict, Iterable, Iterator, Mapping, Optional, Tuple, TypeVar, Union

import torch
from torch._jit_internal import _copy_to_script_wrapper

from ..parameter import Parameter
from .module import Module

__all__ = ['Container', 'Sequential', 'ModuleList', 'ModuleDict', 'ParameterList', 'ParameterDict']

T = TypeVar('T', bound=Module)


def _absolute_index(idx, size):
    idx = operator.index(idx)
    if not -size <= idx < size:
        raise IndexError(f'index {idx} is out of range')
    return idx + size if idx < 0 else idx


# Renumbers the names 0, 1, ... after removals.
def _renumber(module):
    module._modules = OrderedDict((str(i), child) for i, child in enumerate(module._modules.values()))


def _without_digits(keys):
    return [key for key in keys if not key.isdigit()]


# The pairs of a mapping, or of an iterable of pairs.
def _pairs(owner, source):
    if not isinstance(source, abc.Iterable):
        raise TypeError(f'{owner} takes a mapping or key/value pairs, not {type(source).__name__}')
    if isinstance(source, (abc.Mapping, ModuleDict, ParameterDict)):
        return source.items()
    pairs = []
    for pair in source:
        if not isinstance(pair, abc.Iterable):
            raise TypeError(f'{owner} takes key/value pairs, not {type(pair).__name__}')
        if len(pair) != 2:
            raise ValueError(f'{owner} takes pairs, not something of length {len(pair)}')
        pairs.append((pair[0], pair[1]))
    return pairs


class Container(Module):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__()
        for key, value in kwargs.items():
            self.add_module(key, value)


class Sequential(Module):
    _modules: Dict[str, Module]

    def __init__(self, *args):
        super().__init__()
        if len(args) == 1 and isinstance(args[0], OrderedDict):
            for key, module in args[0].items():
                self.add_module(key, module)
        else:
            for idx, module in enumerate(args):
                self.add_module(str(idx), module)

    def _key(self, idx):
        return list(self._modules)[_absolute_index(idx, len(self._modules))]

    @_copy_to_script_wrapper
    def __getitem__(self, idx: Union[slice, int]) -> Union['Sequential', T]:
        if isinstance(idx, slice):
            return self.__class__(OrderedDict(list(self._modules.items())[idx]))
        return self._modules[self._key(idx)]

    def __setitem__(self, idx: int, module: Module) -> None:
        setattr(self, self._key(idx), module)

    def __delitem__(self, idx: Union[slice, int]) -> None:
        for key in list(self._modules)[idx] if isinstance(idx, slice) else [self._key(idx)]:
            delattr(self, key)
        _renumber(self)

    @_copy_to_script_wrapper
    def __len__(self) -> int:
        return len(self._modules)

    def __add__(self, other) -> 'Sequential':
        if not isinstance(other, Sequential):
            raise ValueError(f'only a Sequential is added to a Sequential, not {type(other).__name__}')
        return Sequential(*self, *other)

    def __iadd__(self, other) -> 'Sequential':
        if not isinstance(other, Sequential):
            raise ValueError(f'only a Sequential is added to a Sequential, not {type(other).__name__}')
        return self.extend(list(other))

    def _check_factor(self, other):
        if not isinstance(other, int):
            raise TypeError(f'a Sequential can only be multiplied by an int, not {type(other).__name__}')
        if other <= 0:
            raise ValueError(f'a Sequential can only be multiplied by a positive number, not {other}')

    def __mul__(self, other: int) -> 'Sequential':
        self._check_factor(other)
        return Sequential(*(list(self) * other))

    def __rmul__(self, other: int) -> 'Sequential':
        return self.__mul__(other)

    def __imul__(self, other: int) -> 'Sequential':
        self._check_factor(other)
        return self.extend(list(self) * (other - 1))

    @_copy_to_script_wrapper
    def __dir__(self):
        return _without_digits(super().__dir__())

    @_copy_to_script_wrapper
    def __iter__(self) -> Iterator[Module]:
        return iter(self._modules.values())

    def forward(self, input):
        for module in self:
            input = module(input)
        return input

    def append(self, module: Module) -> 'Sequential':
        self.add_module(str(len(self)), module)
        return self

    def insert(self, index: int, module: Module) -> 'Sequential':
        if not isinstance(module, Module):
            raise AssertionError(f'a Sequential can only contain modules, not {type(module).__name__}')
        size = len(self._modules)
        if not -size <= index <= size:
            raise IndexError(f'index {index} is out of range')
        if index < 0:
            index += size
        for i in range(size, index, -1):
            self._modules[str(i)] = self._modules[str(i - 1)]
        self._modules[str(index)] = module
        return self

    def extend(self, sequential) -> 'Sequential':
        for layer in sequential:
            self.append(layer)
        return self

    def pop(self, key: Union[int, slice]) -> Module:
        value = self[key]
        del self[key]
        return value


class ModuleList(Module):
    _modules: Dict[str, Module]

    def __init__(self, modules: Optional[Iterable[Module]] = None) -> None:
        super().__init__()
        if modules is not None:
            self += modules

    def _get_abs_string_index(self, idx):
        return str(_absolute_index(idx, len(self)))

    @_copy_to_script_wrapper
    def __getitem__(self, idx: Union[int, slice]) -> Union[Module, 'ModuleList']:
        if isinstance(idx, slice):
            return self.__class__(list(self._modules.values())[idx])
        return self._modules[self._get_abs_string_index(idx)]

    def __setitem__(self, idx: int, module: Module) -> None:
        setattr(self, self._get_abs_string_index(idx), module)

    def __delitem__(self, idx: Union[int, slice]) -> None:
        for i in range(len(self))[idx] if isinstance(idx, slice) else [self._get_abs_string_index(idx)]:
            delattr(self, str(i))
        _renumber(self)

    @_copy_to_script_wrapper
    def __len__(self) -> int:
        return len(self._modules)

    @_copy_to_script_wrapper
    def __iter__(self) -> Iterator[Module]:
        return iter(self._modules.values())

    def __iadd__(self, modules: Iterable[Module]) -> 'ModuleList':
        return self.extend(modules)

    def __add__(self, other: Iterable[Module]) -> 'ModuleList':
        return ModuleList(chain(self, other))

    @_copy_to_script_wrapper
    def __dir__(self):
        return _without_digits(super().__dir__())

    def insert(self, index: int, module: Module) -> None:
        for i in range(len(self._modules), index, -1):
            self._modules[str(i)] = self._modules[str(i - 1)]
        self._modules[str(index)] = module

    def append(self, module: Module) -> 'ModuleList':
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules: Iterable[Module]) -> 'ModuleList':
        if not isinstance(modules, abc.Iterable):
            raise TypeError(f'ModuleList.extend takes an iterable, not {type(modules).__name__}')
        offset = len(self)
        for i, module in enumerate(modules):
            self.add_module(str(offset + i), module)
        return self

    def pop(self, key: Union[int, slice]) -> Module:
        value = self[key]
        del self[key]
        return value


class ModuleDict(Module):
    _modules: Dict[str, Module]

    def __init__(self, modules: Optional[Mapping[str, Module]] = None) -> None:
        super().__init__()
        if modules is not None:
            self.update(modules)

    @_copy_to_script_wrapper
    def __getitem__(self, key: str) -> Module:
        return self._modules[key]

    def __setitem__(self, key: str, module: Module) -> None:
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        del self._modules[key]

    @_copy_to_script_wrapper
    def __len__(self) -> int:
        return len(self._modules)

    @_copy_to_script_wrapper
    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    @_copy_to_script_wrapper
    def __contains__(self, key: str) -> bool:
        return key in self._modules

    def clear(self) -> None:
        self._modules.clear()

    def pop(self, key: str) -> Module:
        return self._modules.pop(key)

    @_copy_to_script_wrapper
    def keys(self) -> Iterable[str]:
        return self._modules.keys()

    @_copy_to_script_wrapper
    def items(self) -> Iterable[Tuple[str, Module]]:
        return self._modules.items()

    @_copy_to_script_wrapper
    def values(self) -> Iterable[Module]:
        return self._modules.values()

    def update(self, modules: Mapping[str, Module]) -> None:
        for key, module in _pairs('ModuleDict.update', modules):
            self[key] = module


def _to_parameter(value):
    if isinstance(value, torch.Tensor) and not isinstance(value, Parameter):
        return Parameter(value)
    return value


# A line in the repr of a list or dictionary of parameters. The type of a tensor is its dtype in a list, its type name
# in a dictionary.
def _describe(key, value, type_name):
    if not isinstance(value, torch.Tensor):
        return f'  ({key}): Object of type: {type(value).__name__}'
    kind = 'Parameter' if isinstance(value, Parameter) else 'Tensor'
    size = 'x'.join(str(n) for n in value.size())
    place = f' (GPU {value.get_device()})' if value.is_cuda else ''
    return f'  ({key}): {kind} containing: [{type_name(value)} of size {size}{place}]'


class ParameterList(Module):
    def __init__(self, values: Optional[Iterable[Any]] = None) -> None:
        super().__init__()
        self._size = 0
        if values is not None:
            self += values

    def _get_abs_string_index(self, idx):
        return str(_absolute_index(idx, self._size))

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return self.__class__(self[i] for i in range(self._size)[idx])
        return getattr(self, self._get_abs_string_index(idx))

    def __setitem__(self, idx: int, param: Any) -> None:
        setattr(self, self._get_abs_string_index(idx), _to_parameter(param))

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Any]:
        return iter(self[i] for i in range(self._size))

    def __iadd__(self, parameters: Iterable[Any]) -> 'ParameterList':
        return self.extend(parameters)

    def __dir__(self):
        return _without_digits(super().__dir__())

    def append(self, value: Any) -> 'ParameterList':
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values: Iterable[Any]) -> 'ParameterList':
        if not isinstance(values, abc.Iterable) or isinstance(values, torch.Tensor):
            raise TypeError(f'ParameterList.extend takes an iterable, not {type(values).__name__}')
        for value in values:
            self.append(value)
        return self

    def extra_repr(self) -> str:
        return '\n'.join(_describe(i, value, lambda t: t.dtype) for i, value in enumerate(self))

    def __call__(self, *args, **kwargs):
        raise RuntimeError('a ParameterList is not callable')


class ParameterDict(Module):
    def __init__(self, parameters: Any = None) -> None:
        super().__init__()
        self._keys: Dict[str, None] = {}
        if parameters is not None:
            self.update(parameters)

    def _key_to_attr(self, key: str) -> str:
        if not isinstance(key, str):
            raise TypeError(f'a key of a ParameterDict must be a str, not {type(key).__name__}')
        return key

    def __getitem__(self, key: str) -> Any:
        return getattr(self, self._key_to_attr(key))

    def __setitem__(self, key: str, value: Any) -> None:
        self._keys[key] = None
        setattr(self, self._key_to_attr(key), _to_parameter(value))

    def __delitem__(self, key: str) -> None:
        del self._keys[key]
        delattr(self, self._key_to_attr(key))

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __reversed__(self) -> Iterator[str]:
        return reversed(list(self._keys))

    def __contains__(self, key: str) -> bool:
        return key in self._keys

    def copy(self) -> 'ParameterDict':
        return ParameterDict(OrderedDict(self.items()))

    def get(self, key: str, default: Optional[Any] = None) -> Any:
        return self[key] if key in self._keys else default

    def setdefault(self, key: str, default: Optional[Any] = None) -> Any:
        if key not in self._keys:
            self[key] = default
        return self[key]

    def clear(self) -> None:
        for key in list(self._keys):
            del self[key]

    def pop(self, key: str) -> Any:
        value = self[key]
        del self[key]
        return value

    def popitem(self) -> Tuple[str, Any]:
        if not self._keys:
            raise KeyError('the ParameterDict is empty')
        key = list(self._keys)[-1]
        return key, self.pop(key)

    def fromkeys(self, keys: Iterable[str], default: Optional[Any] = None) -> 'ParameterDict':
        return ParameterDict((key, default) for key in keys)

    def keys(self) -> Iterable[str]:
        return self._keys.keys()

    def items(self) -> Iterable[Tuple[str, Any]]:
        return ((key, self[key]) for key in self._keys)

    def values(self) -> Iterable[Any]:
        return (self[key] for key in self._keys)

    # A plain mapping is sorted by key; other inputs keep their order.
    def update(self, parameters: Union[Mapping[str, Any], 'ParameterDict']) -> None:
        pairs = _pairs('ParameterDict.update', parameters)
        if isinstance(parameters, abc.Mapping) and not isinstance(parameters, OrderedDict):
            pairs = sorted(pairs)
        for key, value in pairs:
            self[key] = value

    def extra_repr(self) -> str:
        return '\n'.join(_describe(key, value, lambda t: t.type()) for key, value in self.items())

    def __call__(self, input):
        raise RuntimeError('a ParameterDict is not called')

    def __or__(self, other: 'ParameterDict') -> 'ParameterDict':
        result = self.copy()
        result.update(other)
        return result

    def __ror__(self, other: 'ParameterDict') -> 'ParameterDict':
        result = other.copy()
        result.update(self)
        return result

    def __ior__(self, other: 'ParameterDict') -> 'ParameterDict':
        self.update(other)
        return self
