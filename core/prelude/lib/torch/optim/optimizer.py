"""The base class of optimizers: groups of parameters with options, and a state per parameter."""
from collections import defaultdict
from copy import deepcopy

import torch

__all__ = ['Optimizer', 'required']


class _Required:
    def __repr__(self) -> str:
        return '<required parameter>'


# The default of an option that each group has to specify.
required = _Required()


class Optimizer:
    def __init__(self, params, defaults) -> None:
        if isinstance(params, torch.Tensor):
            raise TypeError('an optimizer takes several tensors or groups of them, not one tensor')
        groups = list(params)
        if not groups:
            raise ValueError('an optimizer got an empty list of parameters')
        if not isinstance(groups[0], dict):
            groups = [{'params': groups}]
        self.defaults = defaults
        self.state = defaultdict(dict)
        self.param_groups = []
        for group in groups:
            self.add_param_group(group)

    def add_param_group(self, param_group) -> None:
        assert isinstance(param_group, dict), 'a group is a dict with "params" and options'
        params = param_group['params']
        if isinstance(params, set):
            raise TypeError('a set of parameters has no order; use a list')
        params = [params] if isinstance(params, torch.Tensor) else list(params)
        taken = {id(param) for group in self.param_groups for param in group['params']}
        for param in params:
            if not isinstance(param, torch.Tensor):
                raise TypeError(f'an optimizer changes tensors, not {type(param).__name__}')
            if not param.is_leaf:
                raise ValueError('a tensor that is computed from others cannot be optimized')
            if id(param) in taken:
                raise ValueError('a parameter is in more than one group')
        param_group['params'] = params
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(f'a group of parameters has no value for {name}')
            param_group.setdefault(name, default)
        self.param_groups.append(param_group)

    def zero_grad(self, set_to_none: bool = False) -> None:
        for group in self.param_groups:
            for param in group['params']:
                if param.grad is None:
                    continue
                if set_to_none:
                    param.grad = None
                else:
                    param.grad.detach_()
                    param.grad.zero_()

    def step(self, closure):
        raise NotImplementedError(f'{type(self).__name__} has no step()')

    # The start of every step(): the closure computes the loss and its gradients.
    def _run(self, closure):
        if closure is None:
            return None
        with torch.enable_grad():
            return closure()

    # The parameters of a group that have a gradient, each with the gradient to descend.
    @staticmethod
    def _gradients(group) -> list:
        sign = -1 if group['maximize'] else 1
        return [(param, sign * param.grad) for param in group['params'] if param.grad is not None]

    # Saved states identify parameters by number, counted over all groups.
    def state_dict(self) -> dict:
        numbers = {}
        groups = []
        for group in self.param_groups:
            for param in group['params']:
                numbers.setdefault(id(param), len(numbers))
            packed = {name: value for name, value in group.items() if name != 'params'}
            packed['params'] = [numbers[id(param)] for param in group['params']]
            groups.append(packed)
        return {'state': {numbers[id(param)]: value for param, value in self.state.items()},
                'param_groups': groups}

    def load_state_dict(self, state_dict) -> None:
        saved = deepcopy(state_dict)
        if [len(g['params']) for g in saved['param_groups']] != [len(g['params']) for g in self.param_groups]:
            raise ValueError('the saved state has other groups of parameters')
        params = {}
        groups = []
        for group, saved_group in zip(self.param_groups, saved['param_groups']):
            params.update(zip(saved_group['params'], group['params']))
            groups.append({**saved_group, 'params': group['params']})
        self.state = defaultdict(dict)
        for number, values in saved['state'].items():
            self.state[params[number]] = values
        self.param_groups = groups

    def __repr__(self) -> str:
        text = f'{type(self).__name__} ('
        for i, group in enumerate(self.param_groups):
            options = [f'    {name}: {group[name]}\n' for name in sorted(group) if name != 'params']
            text += f'\nParameter Group {i}\n' + ''.join(options)
        return text + ')'
