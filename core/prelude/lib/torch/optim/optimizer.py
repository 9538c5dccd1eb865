"""The base classes of optimizers: groups of parameters with options, a state per parameter, hooks, and saved states."""
import functools
import warnings
from collections import OrderedDict, defaultdict
from copy import deepcopy
from itertools import chain

import torch
from torch.utils.hooks import RemovableHandle

__all__ = ['Optimizer', 'register_optimizer_step_pre_hook', 'register_optimizer_step_post_hook']  # @2.6+
__all__ = ['Optimizer']  # @1.13


class _RequiredParameter:
    def __repr__(self) -> str:
        return '<required parameter>'


# The default of an option that each group has to specify.
required = _RequiredParameter()

_global_pre_hooks = OrderedDict()
_global_post_hooks = OrderedDict()


def _register(hooks, hook, prepend=False) -> RemovableHandle:
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle


def register_optimizer_step_pre_hook(hook) -> RemovableHandle:  # @2.6+
    return _register(_global_pre_hooks, hook)


def register_optimizer_step_post_hook(hook) -> RemovableHandle:  # @2.6+
    return _register(_global_post_hooks, hook)


# Wraps a step(): the hooks run around it.
def _with_hooks(step):
    @functools.wraps(step)
    def wrapper(*args, **kwargs):
        self = args[0]
        for hook in chain(_global_pre_hooks.values(), self._optimizer_step_pre_hooks.values()):
            result = hook(self, args, kwargs)
            if result is not None:
                if not (isinstance(result, tuple) and len(result) == 2):
                    raise RuntimeError(f'{step} must return None or a tuple of (new_args, new_kwargs), but got {result}.')
                args, kwargs = result
        out = step(*args, **kwargs)
        for hook in chain(self._optimizer_step_post_hooks.values(), _global_post_hooks.values()):
            hook(self, args, kwargs)
        return out

    wrapper.hooked = True
    return wrapper


def _step_dtype(fused=False):
    return torch.float64 if not fused and torch.get_default_dtype() == torch.float64 else torch.float32  # @2.6+
    return torch.get_default_dtype()  # @1.13


_HOOKS = ('_optimizer_step_pre_hooks', '_optimizer_step_post_hooks', '_optimizer_state_dict_pre_hooks',
          '_optimizer_state_dict_post_hooks', '_optimizer_load_state_dict_pre_hooks', '_optimizer_load_state_dict_post_hooks')


class Optimizer:
    def __init__(self, params, defaults) -> None:
        self.defaults = defaults
        self._prepare()
        if isinstance(params, torch.Tensor):
            raise TypeError('params argument given to the optimizer should be an iterable of Tensors or dicts, but got '
                            + torch.typename(params))
        self.state = defaultdict(dict)
        self.param_groups = []
        groups = list(params)
        if not groups:
            raise ValueError('optimizer got an empty parameter list')
        if not isinstance(groups[0], dict):
            groups = [{'params': groups}]
        for group in groups:
            self.add_param_group(group)

    # A class whose step() has no hooks yet gets them with its first object. The classes of torch.optim have them from the start.
    def _prepare(self) -> None:
        for name in _HOOKS:
            self.__dict__.setdefault(name, OrderedDict())
        cls = type(self)
        if not getattr(cls.step, 'hooked', False):
            cls.step = _with_hooks(cls.step)

    def __getstate__(self) -> dict:
        return {'defaults': self.defaults, 'state': self.state, 'param_groups': self.param_groups}

    def __setstate__(self, state) -> None:
        self.__dict__.update(state)
        self._prepare()
        self.defaults.setdefault('differentiable', False)

    def __repr__(self) -> str:
        text = f'{type(self).__name__} ('
        for i, group in enumerate(self.param_groups):
            options = [f'    {name}: {group[name]}\n' for name in sorted(group) if name != 'params']
            text += f'\nParameter Group {i}\n' + ''.join(options)
        return text + ')'

    def register_step_pre_hook(self, hook) -> RemovableHandle:
        return _register(self._optimizer_step_pre_hooks, hook)

    def register_step_post_hook(self, hook) -> RemovableHandle:
        return _register(self._optimizer_step_post_hooks, hook)

    def register_state_dict_pre_hook(self, hook, prepend=False) -> RemovableHandle:  # @2.6+
        return _register(self._optimizer_state_dict_pre_hooks, hook, prepend)

    def register_state_dict_post_hook(self, hook, prepend=False) -> RemovableHandle:  # @2.6+
        return _register(self._optimizer_state_dict_post_hooks, hook, prepend)

    def register_load_state_dict_pre_hook(self, hook, prepend=False) -> RemovableHandle:  # @2.6+
        return _register(self._optimizer_load_state_dict_pre_hooks, hook, prepend)

    def register_load_state_dict_post_hook(self, hook, prepend=False) -> RemovableHandle:  # @2.6+
        return _register(self._optimizer_load_state_dict_post_hooks, hook, prepend)

    # Saved states identify parameters by number, counted over all groups.
    def state_dict(self) -> dict:
        for hook in self._optimizer_state_dict_pre_hooks.values():
            hook(self)
        numbers = {}
        groups = []
        count = 0
        for group in self.param_groups:
            for i, param in enumerate(group['params'], count):
                numbers.setdefault(id(param), i)
            count += len(group['params'])
            packed = {name: value for name, value in group.items() if name != 'params'}
            packed['params'] = [numbers[id(param)] for param in group['params']]
            groups.append(packed)
        saved = {'state': {numbers[id(key)] if isinstance(key, torch.Tensor) else key: value for key, value in self.state.items()},
                 'param_groups': groups}
        for hook in self._optimizer_state_dict_post_hooks.values():
            changed = hook(self, saved)
            if changed is not None:
                saved = changed
        return saved

    def load_state_dict(self, state_dict) -> None:
        saved = state_dict.copy()  # @2.6+
        saved = deepcopy(state_dict)  # @1.13
        for hook in self._optimizer_load_state_dict_pre_hooks.values():
            changed = hook(self, saved)
            if changed is not None:
                saved = changed
        groups = deepcopy(saved['param_groups'])
        if len(groups) != len(self.param_groups):
            raise ValueError('loaded state dict has a different number of parameter groups')
        if any(len(old['params']) != len(new['params']) for old, new in zip(self.param_groups, groups)):
            raise ValueError("loaded state dict contains a parameter group that doesn't match the size of optimizer's group")
        params = {}
        casts = {}
        for old, new in zip(self.param_groups, groups):
            for number, param in zip(new['params'], old['params']):
                params[number] = param
                casts[number] = new.get('capturable') or new.get('fused')
            new['params'] = old['params']
            if 'param_names' in old and 'param_names' not in new:
                new['param_names'] = old['param_names']
        state = defaultdict(dict)
        for number, value in saved['state'].items():
            if number in params:
                state[params[number]] = _cast(params[number], value, casts[number])
            else:
                state[number] = value
        self.__setstate__({'state': state, 'param_groups': groups})
        for hook in self._optimizer_load_state_dict_post_hooks.values():
            hook(self)

    def zero_grad(self, set_to_none: bool = True) -> None:  # @2.6+
        self._zero_grad(set_to_none)

    def zero_grad(self, set_to_none: bool = False) -> None:  # @1.13
        self._zero_grad(set_to_none)

    def _zero_grad(self, set_to_none) -> None:
        for group in self.param_groups:
            for param in group['params']:
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

    def step(self, closure=None):  # @2.6+
        raise NotImplementedError

    def step(self, closure):  # @1.13
        raise NotImplementedError

    def add_param_group(self, param_group) -> None:
        if not isinstance(param_group, dict):
            raise TypeError(f'param_group must be a dict, but got {type(param_group)}')  # @2.6+
            raise AssertionError('param group must be a dict')  # @1.13
        params = param_group['params']
        if isinstance(params, set):
            raise TypeError('optimizer parameters need to be organized in ordered collections, but '
                            'the ordering of tensors in sets will change between runs. Please use a list instead.')
        params = [params] if isinstance(params, torch.Tensor) else list(params)
        names = [param[0] for param in params if isinstance(param, tuple)]  # @2.6+
        if names:  # @2.6+
            if len(names) != len(params):
                raise ValueError('all optimizer params should be with/without names. Some param names are missing')
            params = [param for name, param in params]
            param_group['param_names'] = names
        param_group['params'] = params
        for param in params:
            if not isinstance(param, torch.Tensor):
                raise TypeError('optimizer can only optimize Tensors, but one of the params is ' + torch.typename(param))
            if not self.defaults.get('differentiable') and not (param.is_leaf or param.retains_grad):
                raise ValueError("can't optimize a non-leaf Tensor")
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(f"parameter group didn't specify a value of required optimization parameter {name}")
            param_group.setdefault(name, default)
        if len(set(params)) != len(params):
            warnings.warn('optimizer contains a parameter group with duplicate parameters; in future, this will cause an error; '
                          'see github.com/pytorch/pytorch/issues/40967 for more information', stacklevel=3)
        taken = set()
        for group in self.param_groups:
            taken.update(group['params'])
            if ('param_names' in param_group) != ('param_names' in group):
                kind = 'with names' if 'param_names' in param_group else 'without names'
                raise ValueError('all optimizer param groups should be with/without names. '
                                 f'cannot add param group {kind} to the optimizer')
        if not taken.isdisjoint(params):
            raise ValueError('some parameters appear in more than one parameter group')
        self.param_groups.append(param_group)


# Saved values of a parameter's state in the parameter's dtype, except for the count of steps.
def _cast(param, value, as_float, key=None):
    if isinstance(value, torch.Tensor):
        if key == 'step':
            return value.to(torch.float32) if as_float else value  # @2.6+
            return value  # @1.13
        return value.to(param.dtype) if param.is_floating_point() else value
    if isinstance(value, dict):
        return {name: _cast(param, part, as_float, name) for name, part in value.items()}
    if isinstance(value, (list, tuple, set)):
        return type(value)(_cast(param, part, as_float) for part in value)
    return value


# Options that are numbers. An error names them by these texts.
_NAMES = {'lr': 'learning rate', 'eps': 'epsilon value'}


def check_options(**options) -> None:
    for name, value in options.items():
        if name == 'betas':
            for i in range(2):
                if not 0.0 <= value[i] < 1.0:
                    raise ValueError(f'Invalid beta parameter at index {i}: {value[i]}')
            continue
        if name == 'lr' and isinstance(value, torch.Tensor) and value.numel() != 1:
            raise ValueError('Tensor lr must be 1-element')
        if not 0.0 <= value:
            raise ValueError(f"Invalid {_NAMES.get(name, name + ' value')}: {value}")


def check_fused(fused, foreach, differentiable) -> None:
    if fused and differentiable:
        raise RuntimeError('`fused` does not support `differentiable`')  # @2.6+
        raise RuntimeError('`fused` cannot be `differentiable`')  # @1.13
    if fused and foreach:  # @2.6+
        raise RuntimeError('`fused` and `foreach` cannot be `True` together.')
    if fused:  # @1.13
        raise RuntimeError('FusedAdam requires all the params to be CUDA, floating point')


def _as_real(value):
    return torch.view_as_real(value) if isinstance(value, torch.Tensor) and value.is_complex() else value


# An optimizer that updates each parameter from its gradient and its own state.
class ElementwiseOptimizer(Optimizer):
    # Options that files of older versions lack.
    _later_options = {'maximize': False, 'foreach': None, 'capturable': False, 'differentiable': False}
    # Values of the state that were numbers in older versions and are tensors now.
    _tensors_now = ('step',)
    # A complex parameter is updated as a real one with a further dimension.
    _splits_complex = True

    def __setstate__(self, state) -> None:
        super().__setstate__(state)
        for group in self.param_groups:
            for name, value in self._later_options.items():
                group.setdefault(name, value)
            for param in group['params']:
                values = self.state.get(param, {})
                for name in self._tensors_now:
                    if name in values and not isinstance(values[name], torch.Tensor):
                        values[name] = torch.tensor(float(values[name]), dtype=_step_dtype(group.get('fused')))

    def _has_state(self, group) -> bool:
        return True

    # The state of a parameter before its first step.
    def _new_state(self, group, param) -> dict:
        raise NotImplementedError

    # One step of a parameter. The gradient is the direction to descend, the state has counted the step.
    def _update(self, group, state, param, grad) -> None:
        raise NotImplementedError

    def _sparse_error(self) -> str:
        return f'{type(self).__name__} does not support sparse gradients'

    # The parameters of a group that have gradients, with their gradients and states.
    def _collect(self, group):
        params = [param for param in group['params'] if param.grad is not None]
        grads = [param.grad for param in params]
        states = []
        for param in params:
            if param.grad.is_sparse:
                raise RuntimeError(self._sparse_error())
            if self._has_state(group):
                state = self.state[param]
                if not state:
                    state.update(self._new_state(group, param))
            else:
                state = {}
            states.append(state)
        return params, grads, states

    def _step_group(self, group) -> None:
        params, grads, states = self._collect(group)
        for param, grad, state in zip(params, grads, states):
            self._check_capturable(group)
            if group.get('maximize'):
                grad = -grad
            if 'step' in state:
                state['step'] += 1
            if self._splits_complex and param.is_complex():
                self._update(group, {name: _as_real(value) for name, value in state.items()}, _as_real(param), _as_real(grad))
            else:
                self._update(group, state, param, grad)

    @staticmethod
    def _check_capturable(group) -> None:
        if group.get('capturable'):
            devices = ['cuda', 'xpu', 'hpu', 'privateuseone', 'xla']  # @2.6+
            raise AssertionError(f'If capturable=True, params and state_steps must be on supported devices: {devices}.')  # @2.6+
            raise AssertionError('If capturable=True, params and state_steps must be CUDA tensors.')  # @1.13

    @_with_hooks
    def step(self, closure=None):
        loss = None
        with torch.set_grad_enabled(self.defaults.get('differentiable', False)):
            if closure is not None:
                with torch.enable_grad():
                    loss = closure()
            for group in self.param_groups:
                self._step_group(group)
        return loss


# Moves a running mean towards a value: mean * decay + value * (1 - decay).
def decay_towards(mean, value, decay) -> None:
    mean.lerp_(value, 1 - decay)  # @2.6+
    mean.mul_(decay).add_(value, alpha=1 - decay)  # @1.13


# The gradient with the parameter's weight decay, which is part of the gradient or a step of its own.
def with_decay(group, param, grad):
    if group['weight_decay'] == 0:
        return grad
    if group.get('decoupled_weight_decay'):
        param.mul_(1 - group['lr'] * group['weight_decay'])
        return grad
    return grad.add(param, alpha=group['weight_decay'])
