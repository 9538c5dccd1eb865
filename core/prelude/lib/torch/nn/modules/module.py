# The base class of modules. A module has parameters, buffers, submodules and hooks; the submodules form a
# tree.
import functools
import itertools
from collections import OrderedDict, namedtuple
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Set, Tuple, TypeVar, Union

import torch
from torch import Tensor, device, dtype

from ..parameter import Parameter, is_lazy
from ...utils.hooks import BackwardHook, RemovableHandle

__all__ = ['register_module_forward_pre_hook', 'register_module_forward_hook',
           'register_module_backward_hook', 'register_module_full_backward_hook', 'Module']

_grad_t = Union[Tuple[Tensor, ...], Tensor]
T = TypeVar('T', bound='Module')

# Hooks that run for every module.
_global_backward_pre_hooks: Dict[int, Callable] = OrderedDict()
_global_backward_hooks: Dict[int, Callable] = OrderedDict()
_global_is_full_backward_hook: Optional[bool] = None
_global_forward_pre_hooks: Dict[int, Callable] = OrderedDict()
_global_forward_hooks: Dict[int, Callable] = OrderedDict()

_EXTRA_STATE_KEY_SUFFIX = '_extra_state'


class _IncompatibleKeys(namedtuple('IncompatibleKeys', ['missing_keys', 'unexpected_keys'])):
    def __repr__(self):
        if self.missing_keys or self.unexpected_keys:
            return super().__repr__()
        return '<All keys matched successfully>'

    __str__ = __repr__


def _addindent(s_, numSpaces):
    return s_.replace('\n', '\n' + ' ' * numSpaces)


def _add_hook(hooks, hook):
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    return handle


def register_module_forward_pre_hook(hook: Callable[..., None]) -> RemovableHandle:
    return _add_hook(_global_forward_pre_hooks, hook)


def register_module_forward_hook(hook: Callable[..., None]) -> RemovableHandle:
    return _add_hook(_global_forward_hooks, hook)


def _check_backward_kind(known, full, owner='a single Module'):
    if known is not None and known is not full:
        raise RuntimeError(f'Cannot use both regular backward hooks and full backward hooks on {owner}. '
                           'Please use only one of them.')
    return full


# The tensor whose node a regular backward hook observes.
def _first_tensor(result):
    while not isinstance(result, Tensor):
        result = next(each for each in result.values() if isinstance(each, Tensor)) if isinstance(result, dict) else result[0]
    return result


def register_module_backward_hook(
    hook: Callable[['Module', _grad_t, _grad_t], Union[None, Tensor]]
) -> RemovableHandle:
    global _global_is_full_backward_hook
    _global_is_full_backward_hook = _check_backward_kind(_global_is_full_backward_hook, False, 'global Modules')
    return _add_hook(_global_backward_hooks, hook)


def register_module_full_backward_hook(
    hook: Callable[['Module', _grad_t, _grad_t], Union[None, Tensor]]
) -> RemovableHandle:
    global _global_is_full_backward_hook
    _global_is_full_backward_hook = _check_backward_kind(_global_is_full_backward_hook, True, 'global Modules')
    return _add_hook(_global_backward_hooks, hook)


def register_module_full_backward_pre_hook(  # @2.6+
    hook: Callable[['Module', _grad_t], Union[None, Tensor]]
) -> RemovableHandle:
    return _add_hook(_global_backward_pre_hooks, hook)


# Checks that `registry` (a dictionary of a module) may get an entry `name`.
def _check_new_name(module, kind, name, registry):
    if not isinstance(name, str):
        raise TypeError(f'the name of a {kind} must be a string, not {type(name).__name__}')
    if '.' in name:
        raise KeyError(f'the name of a {kind} must not contain a dot: {name!r}')
    if name == '':
        raise KeyError(f'the name of a {kind} must not be empty')
    if name not in registry and hasattr(module, name):
        raise KeyError(f'there is already an attribute {name!r}')


def _parse_to(*args, device=None, dtype=None, tensor=None, non_blocking=False, memory_format=None):
    for arg in args:
        if isinstance(arg, torch.Tensor):
            tensor = arg
        elif isinstance(arg, torch.dtype):
            dtype = arg
        elif isinstance(arg, bool):
            non_blocking = arg
        elif arg is not None:
            device = arg
    if tensor is not None:
        device, dtype = tensor.device, tensor.dtype
    if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
        raise TypeError(f'a module can only be converted to floating point or complex dtypes, not to {dtype}')
    return device, dtype, non_blocking, memory_format


def _forward_unimplemented(self, *input: Any) -> None:
    raise NotImplementedError(f'{type(self).__name__} has no forward method')


class Module:
    dump_patches: bool = False
    _version: int = 1

    training: bool
    _parameters: Dict[str, Optional[Parameter]]
    _buffers: Dict[str, Optional[Tensor]]
    _non_persistent_buffers_set: Set[str]
    _backward_pre_hooks: Dict[int, Callable]  # @2.6+
    _backward_hooks: Dict[int, Callable]
    _is_full_backward_hook: Optional[bool]
    _forward_hooks: Dict[int, Callable]
    _forward_pre_hooks: Dict[int, Callable]
    _state_dict_hooks: Dict[int, Callable]
    _load_state_dict_pre_hooks: Dict[int, Callable]
    _load_state_dict_post_hooks: Dict[int, Callable]
    _modules: Dict[str, Optional['Module']]

    # Writes to the instance's dictionary directly, to avoid the checks of __setattr__.
    def __init__(self) -> None:
        state = self.__dict__
        state['training'] = True
        state['_parameters'] = OrderedDict()
        state['_buffers'] = OrderedDict()
        state['_non_persistent_buffers_set'] = set()
        state['_backward_pre_hooks'] = OrderedDict()  # @2.6+
        state['_backward_hooks'] = OrderedDict()
        state['_is_full_backward_hook'] = None
        state['_forward_hooks'] = OrderedDict()
        state['_forward_pre_hooks'] = OrderedDict()
        state['_state_dict_hooks'] = OrderedDict()
        state['_load_state_dict_pre_hooks'] = OrderedDict()
        state['_load_state_dict_post_hooks'] = OrderedDict()
        state['_modules'] = OrderedDict()

    forward: Callable[..., Any] = _forward_unimplemented

    # Attributes.

    def __getattr__(self, name: str) -> Union[Tensor, 'Module']:
        state = self.__dict__
        for registry in ('_parameters', '_buffers', '_modules'):
            members = state.get(registry)
            if members is not None and name in members:
                return members[name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    # A parameter or module replaces any attribute of the same name. Other values keep the kind of an existing
    # parameter, module or buffer.
    def __setattr__(self, name: str, value: Union[Tensor, 'Module']) -> None:
        state = self.__dict__
        params = state.get('_parameters')
        if isinstance(value, Parameter):
            if params is None:
                raise AttributeError('a parameter is assigned before Module.__init__() was called')
            if name not in params:
                self._forget(name)
            self.register_parameter(name, value)
        elif isinstance(value, Module):
            if params is None:
                raise AttributeError('a module is assigned before Module.__init__() was called')
            if name in params:
                raise TypeError(f'{name!r} is a parameter: it can only be set to a Parameter or None')
            modules = state['_modules']
            if name not in modules:
                self._forget(name)
            modules[name] = value
        elif params is None:
            super().__setattr__(name, value)
        elif name in params:
            if value is not None:
                raise TypeError(f'{name!r} is a parameter: it can only be set to a Parameter or None')
            params[name] = None
        elif name in state['_modules']:
            if value is not None:
                raise TypeError(f'{name!r} is a child module: it can only be set to a Module or None')
            state['_modules'][name] = None
        elif name in state['_buffers']:
            if value is not None and not isinstance(value, torch.Tensor):
                raise TypeError(f'{name!r} is a buffer: it can only be set to a Tensor or None')
            state['_buffers'][name] = value
        elif Buffer is not None and isinstance(value, Buffer):
            self.register_buffer(name, value, value.persistent)
        else:
            super().__setattr__(name, value)

    def _forget(self, name):
        state = self.__dict__
        for members in (state, state['_parameters'], state['_buffers'], state['_modules']):
            if name in members:
                del members[name]
        state['_non_persistent_buffers_set'].discard(name)

    def __delattr__(self, name):
        if name in self._parameters:
            del self._parameters[name]
        elif name in self._buffers:
            del self._buffers[name]
            self._non_persistent_buffers_set.discard(name)
        elif name in self._modules:
            del self._modules[name]
        else:
            super().__delattr__(name)

    def __setstate__(self, state):
        self.__dict__.update(state)

    def __dir__(self):
        keys = dir(self.__class__) + list(self.__dict__)
        keys += list(self._parameters) + list(self._modules) + list(self._buffers)
        return sorted(key for key in keys if not key[0].isdigit())

    # Registration.

    def register_buffer(self, name: str, tensor: Optional[Tensor], persistent: bool = True) -> None:
        if '_buffers' not in self.__dict__:
            raise AttributeError('a buffer is registered before Module.__init__() was called')
        _check_new_name(self, 'buffer', name, self._buffers)
        if tensor is not None and not isinstance(tensor, torch.Tensor):
            raise TypeError(f'buffer {name!r} must be a Tensor or None, not {type(tensor).__name__}')
        self._buffers[name] = tensor
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def register_parameter(self, name: str, param: Optional[Parameter]) -> None:
        if '_parameters' not in self.__dict__:
            raise AttributeError('a parameter is registered before Module.__init__() was called')
        _check_new_name(self, 'parameter', name, self._parameters)
        if param is not None:
            if not isinstance(param, Parameter):
                raise TypeError(f'parameter {name!r} must be a Parameter or None, not {type(param).__name__}')
            if param.grad_fn:
                raise ValueError(f'parameter {name!r} is computed from others: do that in forward()')
        self._parameters[name] = param

    def add_module(self, name: str, module: Optional['Module']) -> None:
        if module is not None and not isinstance(module, Module):
            raise TypeError(f'{type(module).__name__} is not a Module')
        _check_new_name(self, 'module', name, self._modules)
        self._modules[name] = module

    def register_module(self, name: str, module: Optional['Module']) -> None:
        self.add_module(name, module)

    def register_backward_hook(
        self, hook: Callable[['Module', _grad_t, _grad_t], Union[None, Tensor]]
    ) -> RemovableHandle:
        self._is_full_backward_hook = _check_backward_kind(self._is_full_backward_hook, False)
        return _add_hook(self._backward_hooks, hook)

    def register_full_backward_pre_hook(  # @2.6+
        self, hook: Callable[['Module', _grad_t], Union[None, Tensor]], prepend: bool = False
    ) -> RemovableHandle:
        handle = _add_hook(self._backward_pre_hooks, hook)
        if prepend:
            self._backward_pre_hooks.move_to_end(handle.id, last=False)
        return handle

    def register_full_backward_hook(
        self, hook: Callable[['Module', _grad_t, _grad_t], Union[None, Tensor]]
    ) -> RemovableHandle:
        self._is_full_backward_hook = _check_backward_kind(self._is_full_backward_hook, True)
        return _add_hook(self._backward_hooks, hook)

    def register_forward_pre_hook(self, hook: Callable[..., None]) -> RemovableHandle:
        return _add_hook(self._forward_pre_hooks, hook)

    def register_forward_hook(self, hook: Callable[..., None]) -> RemovableHandle:
        return _add_hook(self._forward_hooks, hook)

    def _register_state_dict_hook(self, hook):
        return _add_hook(self._state_dict_hooks, hook)

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        def with_self(*args):
            return hook(self, *args)
        return _add_hook(self._load_state_dict_pre_hooks, with_self if with_module else hook)

    def register_load_state_dict_post_hook(self, hook):
        return _add_hook(self._load_state_dict_post_hooks, hook)

    # Calls.

    def _call_impl(self, *input, **kwargs):
        if not (self._forward_hooks or self._forward_pre_hooks or self._backward_hooks
                or self._backward_pre_hooks  # @2.6+
                or _global_forward_hooks or _global_forward_pre_hooks or _global_backward_hooks
                or _global_backward_pre_hooks):
            return self.forward(*input, **kwargs)
        return self._call_with_hooks(self.forward, input, kwargs)

    def _call_with_hooks(self, forward, input, kwargs):
        for hook in (*_global_forward_pre_hooks.values(), *self._forward_pre_hooks.values()):
            changed = hook(self, input)
            if changed is not None:
                input = changed if isinstance(changed, tuple) else (changed,)
        # Of the hooks of the module and of all modules those that run with all gradients, and the others.
        full, regular = [], []
        for kind, hooks in ((_global_is_full_backward_hook, _global_backward_hooks),
                            (self._is_full_backward_hook, self._backward_hooks)):
            (full if kind else regular).extend(hooks.values())
        before = ()  # @1.13
        before = (*_global_backward_pre_hooks.values(), *self._backward_pre_hooks.values())  # @2.6+
        backward_hook = BackwardHook(self, full, before) if full or before else None
        if backward_hook is not None:
            input = backward_hook.setup_input_hook(input)
        result = forward(*input, **kwargs)
        for hook in (*_global_forward_hooks.values(), *self._forward_hooks.values()):
            changed = hook(self, input, result)
            if changed is not None:
                result = changed
        if backward_hook is not None:
            result = backward_hook.setup_output_hook(result)
        if regular:
            node = _first_tensor(result).grad_fn
            for hook in regular if node is not None else ():
                node.register_hook(functools.partial(hook, self))
        return result

    __call__: Callable[..., Any] = _call_impl

    # Lookup by dotted path.

    def get_submodule(self, target: str) -> 'Module':
        module = self
        for name in target.split('.') if target else ():
            if not hasattr(module, name):
                raise AttributeError(f'{module._get_name()} has no attribute {name!r}')
            module = getattr(module, name)
            if not isinstance(module, Module):
                raise AttributeError(f'{name!r} is not a Module')
        return module

    def get_parameter(self, target: str) -> 'Parameter':
        path, _, name = target.rpartition('.')
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise AttributeError(f'{module._get_name()} has no attribute {name!r}')
        param = getattr(module, name)
        if not isinstance(param, Parameter):
            raise AttributeError(f'{name!r} is not a Parameter')
        return param

    def get_buffer(self, target: str) -> 'Tensor':
        path, _, name = target.rpartition('.')
        module = self.get_submodule(path)
        if name not in module._buffers:
            raise AttributeError(f'{module._get_name()} has no buffer {name!r}')
        return module._buffers[name]

    # Iteration over the tree, each member once.

    def _named_members(self, get_members_fn, prefix='', recurse=True):
        seen = set()
        modules = self.named_modules(prefix=prefix) if recurse else [(prefix, self)]
        for module_prefix, module in modules:
            for key, member in get_members_fn(module):
                if member is not None and member not in seen:
                    seen.add(member)
                    yield (module_prefix + '.' + key if module_prefix else key), member

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        for _, param in self.named_parameters(recurse=recurse):
            yield param

    def named_parameters(self, prefix: str = '', recurse: bool = True) -> Iterator[Tuple[str, Parameter]]:
        return self._named_members(lambda module: module._parameters.items(), prefix, recurse)

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def named_buffers(self, prefix: str = '', recurse: bool = True) -> Iterator[Tuple[str, Tensor]]:
        return self._named_members(lambda module: module._buffers.items(), prefix, recurse)

    def children(self) -> Iterator['Module']:
        for _, module in self.named_children():
            yield module

    def named_children(self) -> Iterator[Tuple[str, 'Module']]:
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def modules(self) -> Iterator['Module']:
        for _, module in self.named_modules():
            yield module

    def named_modules(self, memo: Optional[Set['Module']] = None, prefix: str = '',
                      remove_duplicate: bool = True):
        if memo is None:
            memo = set()
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                path = prefix + '.' + name if prefix else name
                yield from module.named_modules(memo, path, remove_duplicate)

    # Changes to the whole tree.

    def apply(self: T, fn: Callable[['Module'], None]) -> T:
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    # Parameters stay the same objects, so that optimizers and other modules keep their references.
    def _apply(self, fn):
        for module in self.children():
            module._apply(fn)
        for param in self._parameters.values():
            if param is None:
                continue
            with torch.no_grad():
                param.data = fn(param)
                if param.grad is not None:
                    param.grad.data = fn(param.grad)
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    def train(self: T, mode: bool = True) -> T:
        if not isinstance(mode, bool):
            raise ValueError('the mode of training is a bool')
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self: T) -> T:
        return self.train(False)

    def requires_grad_(self: T, requires_grad: bool = True) -> T:
        for param in self.parameters():
            param.requires_grad_(requires_grad)
        return self

    def zero_grad(
        self,
        set_to_none: bool = False,  # @1.13
        set_to_none: bool = True,  # @2.6+
    ) -> None:
        for param in self.parameters():
            if param.grad is None:
                continue
            if set_to_none:
                param.grad = None
                continue
            if param.grad.grad_fn is not None:
                param.grad.detach_()
            else:
                param.grad.requires_grad_(False)
            param.grad.zero_()

    def share_memory(self: T) -> T:
        return self._apply(lambda t: t.share_memory_())

    def cuda(self: T, device: Optional[Union[int, device]] = None) -> T:
        return self._apply(lambda t: t.cuda(device))

    def ipu(self: T, device: Optional[Union[int, device]] = None) -> T:
        return self._apply(lambda t: t.ipu(device))

    def xpu(self: T, device: Optional[Union[int, device]] = None) -> T:
        return self._apply(lambda t: t.xpu(device))

    def cpu(self: T) -> T:
        return self._apply(lambda t: t.cpu())

    def to(self, *args, **kwargs):
        device, dtype, non_blocking, memory_format = _parse_to(*args, **kwargs)

        def convert(t):
            new_dtype = dtype if t.is_floating_point() or t.is_complex() else None
            if memory_format is not None and t.dim() in (4, 5):
                return t.to(device, new_dtype, non_blocking, memory_format=memory_format)
            return t.to(device, new_dtype, non_blocking)

        return self._apply(convert)

    def to_empty(self: T, *, device: Union[str, device]) -> T:
        return self._apply(lambda t: torch.empty_like(t, device=device))

    # From here on the names type, float, double and half refer to these methods in the class scope.

    def type(self: T, dst_type: Union[dtype, str]) -> T:
        return self._apply(lambda t: t.type(dst_type))

    def float(self: T) -> T:
        return self._apply(lambda t: t.float() if t.is_floating_point() else t)

    def double(self: T) -> T:
        return self._apply(lambda t: t.double() if t.is_floating_point() else t)

    def half(self: T) -> T:
        return self._apply(lambda t: t.half() if t.is_floating_point() else t)

    def bfloat16(self: T) -> T:
        return self._apply(lambda t: t.bfloat16() if t.is_floating_point() else t)

    # State dicts.

    # A class with extra state overrides both methods; an override marks such a class.
    def get_extra_state(self) -> Any:
        raise RuntimeError('this module has no extra state')

    def set_extra_state(self, state: Any):
        raise RuntimeError('this module has no extra state')

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        for name, param in self._parameters.items():
            if param is not None:
                destination[prefix + name] = param if keep_vars else param.detach()
        for name, buffer in self._buffers.items():
            if buffer is not None and name not in self._non_persistent_buffers_set:
                destination[prefix + name] = buffer if keep_vars else buffer.detach()
        if self.__class__.get_extra_state is not Module.get_extra_state:
            destination[prefix + _EXTRA_STATE_KEY_SUFFIX] = self.get_extra_state()

    # Positional arguments are deprecated; keyword arguments take precedence.
    def state_dict(self, *args, destination=None, prefix='', keep_vars=False):
        if destination is None and len(args) > 0:
            destination = args[0]
        if prefix == '' and len(args) > 1:
            prefix = args[1]
        if keep_vars is False and len(args) > 2:
            keep_vars = args[2]
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        local_metadata = {'version': self._version}
        if hasattr(destination, '_metadata'):
            destination._metadata[prefix[:-1]] = local_metadata
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(destination=destination, prefix=prefix + name + '.', keep_vars=keep_vars)
        for hook in self._state_dict_hooks.values():
            changed = hook(self, destination, prefix, local_metadata)
            if changed is not None:
                destination = changed
        return destination

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict,
                              missing_keys, unexpected_keys, error_msgs):
        for hook in self._load_state_dict_pre_hooks.values():
            hook(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)

        own = {}
        for name, tensor in itertools.chain(self._parameters.items(), self._buffers.items()):
            if tensor is not None and name not in self._non_persistent_buffers_set:
                own[name] = tensor
        for name, tensor in own.items():
            key = prefix + name
            if key in state_dict:
                _load_tensor(key, tensor, state_dict[key], error_msgs)
            elif strict:
                missing_keys.append(key)

        extra_key = prefix + _EXTRA_STATE_KEY_SUFFIX
        if self.__class__.set_extra_state is not Module.set_extra_state:
            if extra_key in state_dict:
                self.set_extra_state(state_dict[extra_key])
            elif strict:
                missing_keys.append(extra_key)
        elif strict and extra_key in state_dict:
            unexpected_keys.append(extra_key)

        if not strict:
            return
        for key in state_dict:
            if key.startswith(prefix) and key != extra_key:
                name = key[len(prefix):].split('.', 1)[0]
                if name not in self._modules and name not in own:
                    unexpected_keys.append(key)

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True):
        if not isinstance(state_dict, Mapping):
            raise TypeError(f'Expected state_dict to be dict-like, got {type(state_dict)}.')
        missing_keys: List[str] = []
        unexpected_keys: List[str] = []
        error_msgs: List[str] = []
        metadata = getattr(state_dict, '_metadata', None)
        state_dict = OrderedDict(state_dict)
        if metadata is not None:
            state_dict._metadata = metadata
        incompatible = _IncompatibleKeys(missing_keys, unexpected_keys)

        def load(module, local_dict, prefix):
            local_metadata = {} if metadata is None else metadata.get(prefix[:-1], {})
            # Always strict: the lists are for the caller, who decides below which entries are errors.
            module._load_from_state_dict(
                local_dict, prefix, local_metadata, True, missing_keys, unexpected_keys, error_msgs)
            for name, child in module._modules.items():
                if child is not None:
                    child_prefix = prefix + name + '.'
                    child_dict = {k: v for k, v in local_dict.items() if k.startswith(child_prefix)}
                    load(child, child_dict, child_prefix)
            for hook in module._load_state_dict_post_hooks.values():
                assert hook(module, incompatible) is None, 'a hook changes the lists of keys in place'

        load(self, state_dict, '')
        if strict:
            for title, keys in (('Unexpected', unexpected_keys), ('Missing', missing_keys)):
                if keys:
                    names = ', '.join(f'"{key}"' for key in keys)
                    error_msgs.insert(0, f'{title} key(s) in state_dict: {names}. ')
        if error_msgs:
            raise RuntimeError(f'Error(s) in loading state_dict for {type(self).__name__}:\n\t' + '\n\t'.join(error_msgs))
        return incompatible

    # Representation.

    def _get_name(self):
        return self.__class__.__name__

    def extra_repr(self) -> str:
        return ''

    def __repr__(self):
        extra = self.extra_repr()
        if not self._modules and '\n' not in extra:
            return f'{self._get_name()}({extra})'
        lines = extra.split('\n') if extra else []
        for name, module in self._modules.items():
            lines.append(f'({name}): ' + _addindent(repr(module), 2))
        return self._get_name() + '(\n  ' + '\n  '.join(lines) + '\n)'


# Copies one tensor of a state dict into the module's own; adds mismatches to `error_msgs`.
def _load_tensor(key, tensor, value, error_msgs):
    if not isinstance(value, torch.Tensor):
        error_msgs.append(f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like object from '
                          f'checkpoint but received {type(value)}')
        return
    if not is_lazy(tensor):
        # Old files store scalars as tensors with one element.
        if len(tensor.shape) == 0 and len(value.shape) == 1:
            value = value[0]
        if value.shape != tensor.shape:
            error_msgs.append(f'size mismatch for {key}: copying a param with shape {value.shape} from checkpoint, '
                              f'the shape in current model is {tensor.shape}.')
            return
    try:
        with torch.no_grad():
            tensor.copy_(value)
    except Exception as error:
        error_msgs.append(f'{key} cannot be copied: {error}')
Buffer = None
