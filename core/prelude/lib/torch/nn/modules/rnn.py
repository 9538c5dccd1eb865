"""Recurrent layers for sequences, and cells for single steps."""
import math
import numbers
import warnings
from typing import List, Optional, Tuple

import torch
from torch import Tensor
from torch._jit_internal import _overload_method

from ... import _VF
from .. import init
from ..parameter import Parameter
from ..utils.rnn import PackedSequence
from .module import Module

__all__ = ['RNNBase', 'RNN', 'LSTM', 'GRU', 'RNNCellBase', 'RNNCell', 'LSTMCell', 'GRUCell']

_GATES = {'LSTM': 4, 'GRU': 3, 'RNN_TANH': 1, 'RNN_RELU': 1}


def _apply_permutation(tensor: Tensor, permutation: Tensor, dim: int = 1) -> Tensor:
    return tensor.index_select(dim, permutation)


def apply_permutation(tensor: Tensor, permutation: Tensor, dim: int = 1) -> Tensor:
    return _apply_permutation(tensor, permutation, dim)


def _reset_uniformly(module: Module) -> None:
    bound = 1.0 / math.sqrt(module.hidden_size) if module.hidden_size > 0 else 0
    for weight in module.parameters():
        init.uniform_(weight, -bound, bound)


class RNNBase(Module):
    __constants__ = ['mode', 'input_size', 'hidden_size', 'num_layers', 'bias', 'batch_first', 'dropout',
                     'bidirectional', 'proj_size']
    __jit_unused_properties__ = ['all_weights']

    mode: str
    input_size: int
    hidden_size: int
    num_layers: int
    bias: bool
    batch_first: bool
    dropout: float
    bidirectional: bool
    proj_size: int

    def __init__(self, mode: str, input_size: int, hidden_size: int, num_layers: int = 1, bias: bool = True,
                 batch_first: bool = False, dropout: float = 0., bidirectional: bool = False,
                 proj_size: int = 0, device=None, dtype=None) -> None:
        super().__init__()
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        self.proj_size = proj_size

        if not isinstance(dropout, numbers.Number) or isinstance(dropout, bool) or not 0 <= dropout <= 1:
            raise ValueError(f'dropout is a probability, from 0 to 1, not {dropout}')
        if dropout > 0 and num_layers == 1:
            warnings.warn(f'dropout={dropout} has no effect: it stands between layers, and there is only one')
        if proj_size < 0:
            raise ValueError('proj_size has to be positive, or 0 for no projection')
        if proj_size >= hidden_size:
            raise ValueError('proj_size has to be smaller than hidden_size')
        if mode not in _GATES:
            raise ValueError(f'unknown RNN mode: {mode}')

        gate_size = _GATES[mode] * hidden_size
        output_size = proj_size if proj_size > 0 else hidden_size
        suffixes = ('', '_reverse') if bidirectional else ('',)
        self._flat_weights_names = []
        self._all_weights = []
        for layer in range(num_layers):
            layer_input_size = output_size * len(suffixes) if layer else input_size
            shapes = {'weight_ih': (gate_size, layer_input_size), 'weight_hh': (gate_size, output_size)}
            if bias:
                shapes['bias_ih'] = shapes['bias_hh'] = (gate_size,)
            if proj_size > 0:
                shapes['weight_hr'] = (proj_size, hidden_size)
            for suffix in suffixes:
                names = []
                for kind, shape in shapes.items():
                    name = f'{kind}_l{layer}{suffix}'
                    setattr(self, name, Parameter(torch.empty(shape, device=device, dtype=dtype)))
                    names.append(name)
                self._flat_weights_names.extend(names)
                self._all_weights.append(names)
        self._collect_flat_weights()
        self.reset_parameters()

    # The operators take all weights as one list, which has to change when a weight is replaced.
    def _collect_flat_weights(self) -> None:
        self._flat_weights = [getattr(self, name, None) for name in self._flat_weights_names]

    def __setattr__(self, attr, value):
        names = self.__dict__.get('_flat_weights_names')
        if names is not None and attr in names and '_flat_weights' in self.__dict__:
            self._flat_weights[names.index(attr)] = value
        super().__setattr__(attr, value)

    def flatten_parameters(self) -> None:
        # Only cuDNN needs the weights in one buffer. PyTorch imports cuDNN's helpers here, so scripted code can't call
        # this method: this import has the same effect.
        import math  # noqa: F401,F811

    def _apply(self, fn):
        super()._apply(fn)
        self._collect_flat_weights()
        return self

    def reset_parameters(self) -> None:
        _reset_uniformly(self)

    def check_input(self, input: Tensor, batch_sizes: Optional[Tensor]) -> None:
        expected_input_dim = 2 if batch_sizes is not None else 3
        if input.dim() != expected_input_dim:
            raise RuntimeError('input must have {} dimensions, got {}'.format(
                expected_input_dim, input.dim()))
        if self.input_size != input.size(-1):
            raise RuntimeError('input.size(-1) must be equal to input_size. Expected {}, got {}'.format(
                self.input_size, input.size(-1)))

    def get_expected_hidden_size(self, input: Tensor, batch_sizes: Optional[Tensor]) -> Tuple[int, int, int]:
        if batch_sizes is not None:
            mini_batch = int(batch_sizes[0])
        else:
            mini_batch = input.size(0) if self.batch_first else input.size(1)
        num_directions = 2 if self.bidirectional else 1
        if self.proj_size > 0:
            expected_hidden_size = (self.num_layers * num_directions, mini_batch, self.proj_size)
        else:
            expected_hidden_size = (self.num_layers * num_directions, mini_batch, self.hidden_size)
        return expected_hidden_size

    def check_hidden_size(self, hx: Tensor, expected_hidden_size: Tuple[int, int, int],
                          msg: str = 'Expected hidden size {}, got {}') -> None:
        if hx.size() != expected_hidden_size:
            raise RuntimeError(msg.format(expected_hidden_size, list(hx.size())))

    # The result isn't annotated: the compiler infers that there is none.
    def check_forward_args(self, input: Tensor, hidden: Tensor, batch_sizes: Optional[Tensor]):
        self.check_input(input, batch_sizes)
        expected_hidden_size = self.get_expected_hidden_size(input, batch_sizes)
        self.check_hidden_size(hidden, expected_hidden_size)

    def permute_hidden(self, hx: Tensor, permutation: Optional[Tensor]):
        if permutation is None:
            return hx
        return _apply_permutation(hx, permutation)

    def extra_repr(self) -> str:
        parts = [str(self.input_size), str(self.hidden_size)]
        usual = {'proj_size': 0, 'num_layers': 1, 'bias': True, 'batch_first': False, 'dropout': 0,
                 'bidirectional': False}
        for name, value in usual.items():
            actual = getattr(self, name)
            if actual != value:
                parts.append(f'{name}={actual}')
        return ', '.join(parts)

    @property
    def all_weights(self) -> List[List[Parameter]]:
        return [[getattr(self, name) for name in names] for names in self._all_weights]


class RNNCellBase(Module):
    __constants__ = ['input_size', 'hidden_size', 'bias']

    input_size: int
    hidden_size: int
    bias: bool
    weight_ih: Tensor
    weight_hh: Tensor

    def __init__(self, input_size: int, hidden_size: int, bias: bool, num_chunks: int, device=None,
                 dtype=None) -> None:
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias

        def parameter(*columns):
            return Parameter(torch.empty((num_chunks * hidden_size, *columns), device=device, dtype=dtype))

        self.weight_ih = parameter(input_size)
        self.weight_hh = parameter(hidden_size)
        self.register_parameter('bias_ih', parameter() if bias else None)
        self.register_parameter('bias_hh', parameter() if bias else None)
        self.reset_parameters()

    def extra_repr(self) -> str:
        parts = [str(self.input_size), str(self.hidden_size)]
        if not self.bias:
            parts.append(f'bias={self.bias}')
        nonlinearity = getattr(self, 'nonlinearity', 'tanh')
        if nonlinearity != 'tanh':
            parts.append(f'nonlinearity={nonlinearity}')
        return ', '.join(parts)

    def reset_parameters(self) -> None:
        _reset_uniformly(self)
