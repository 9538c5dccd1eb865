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


class RNN(RNNBase):
    def __init__(self, *args, **kwargs) -> None:
        if 'proj_size' in kwargs:
            raise ValueError('only LSTM has projections (proj_size)')
        self.nonlinearity = kwargs.pop('nonlinearity', 'tanh')  # @1.13
        if len(args) > 3:  # @2.6+
            self.nonlinearity = args[3]
            args = args[:3] + args[4:]
        else:
            self.nonlinearity = kwargs.pop('nonlinearity', 'tanh')
        if self.nonlinearity not in ('tanh', 'relu'):
            raise ValueError(f"unknown nonlinearity '{self.nonlinearity}'")
        super().__init__('RNN_' + self.nonlinearity.upper(), *args, **kwargs)

    @_overload_method
    def forward(self, input: Tensor, hx: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
        pass

    @_overload_method
    def forward(self, input: PackedSequence, hx: Optional[Tensor] = None) -> Tuple[PackedSequence, Tensor]:
        pass

    def forward(self, input, hx=None):
        self._update_flat_weights()  # @2.6+

        num_directions = 2 if self.bidirectional else 1  # @2.6+
        orig_input = input
        if isinstance(orig_input, PackedSequence):
            input, batch_sizes, sorted_indices, unsorted_indices = input
            max_batch_size = int(batch_sizes[0])  # @1.13
            max_batch_size = batch_sizes[0]  # @2.6+
            if hx is None:  # @2.6+
                hx = torch.zeros(self.num_layers * num_directions, max_batch_size, self.hidden_size,
                                 dtype=input.dtype, device=input.device)
            else:
                hx = self.permute_hidden(hx, sorted_indices)
        else:
            batch_sizes = None
            if input.dim() not in (2, 3):  # @2.6+
                raise ValueError(f'RNN: Expected input to be 2D or 3D, got {input.dim()}D tensor instead')
            is_batched = input.dim() == 3
            batch_dim = 0 if self.batch_first else 1
            if not is_batched:
                input = input.unsqueeze(batch_dim)
                if hx is not None:
                    if hx.dim() != 2:
                        raise RuntimeError(
                            f'For unbatched 2-D input, hx should also be 2-D but got {hx.dim()}-D tensor')
                    hx = hx.unsqueeze(1)
            else:
                if hx is not None and hx.dim() != 3:
                    raise RuntimeError(
                        f'For batched 3-D input, hx should also be 3-D but got {hx.dim()}-D tensor')
            max_batch_size = input.size(0) if self.batch_first else input.size(1)
            sorted_indices = None
            unsorted_indices = None
            if hx is None:  # @2.6+
                hx = torch.zeros(self.num_layers * num_directions, max_batch_size, self.hidden_size,
                                 dtype=input.dtype, device=input.device)
            else:
                hx = self.permute_hidden(hx, sorted_indices)

        if hx is None:  # @1.13
            num_directions = 2 if self.bidirectional else 1
            hx = torch.zeros(self.num_layers * num_directions, max_batch_size, self.hidden_size,
                             dtype=input.dtype, device=input.device)
        else:
            hx = self.permute_hidden(hx, sorted_indices)

        assert hx is not None
        self.check_forward_args(input, hx, batch_sizes)
        assert self.mode == 'RNN_TANH' or self.mode == 'RNN_RELU'
        if batch_sizes is None:
            if self.mode == 'RNN_TANH':
                result = _VF.rnn_tanh(input, hx, self._flat_weights, self.bias, self.num_layers, self.dropout,
                                      self.training, self.bidirectional, self.batch_first)
            else:
                result = _VF.rnn_relu(input, hx, self._flat_weights, self.bias, self.num_layers, self.dropout,
                                      self.training, self.bidirectional, self.batch_first)
        else:
            if self.mode == 'RNN_TANH':
                result = _VF.rnn_tanh(input, batch_sizes, hx, self._flat_weights, self.bias, self.num_layers,
                                      self.dropout, self.training, self.bidirectional)
            else:
                result = _VF.rnn_relu(input, batch_sizes, hx, self._flat_weights, self.bias, self.num_layers,
                                      self.dropout, self.training, self.bidirectional)
        output = result[0]
        hidden = result[1]

        if isinstance(orig_input, PackedSequence):
            output_packed = PackedSequence(output, batch_sizes, sorted_indices, unsorted_indices)
            return output_packed, self.permute_hidden(hidden, unsorted_indices)
        if not is_batched:
            output = output.squeeze(batch_dim)
            hidden = hidden.squeeze(1)
        return output, self.permute_hidden(hidden, unsorted_indices)


class LSTM(RNNBase):
    def __init__(self, *args, **kwargs) -> None:
        super().__init__('LSTM', *args, **kwargs)

    def get_expected_cell_size(self, input: Tensor, batch_sizes: Optional[Tensor]) -> Tuple[int, int, int]:
        if batch_sizes is not None:
            mini_batch = int(batch_sizes[0])
        else:
            mini_batch = input.size(0) if self.batch_first else input.size(1)
        num_directions = 2 if self.bidirectional else 1
        expected_hidden_size = (self.num_layers * num_directions, mini_batch, self.hidden_size)
        return expected_hidden_size

    def check_forward_args(self, input: Tensor, hidden: Tuple[Tensor, Tensor], batch_sizes: Optional[Tensor]):
        self.check_input(input, batch_sizes)
        self.check_hidden_size(hidden[0], self.get_expected_hidden_size(input, batch_sizes),
                               'Expected hidden[0] size {}, got {}')
        self.check_hidden_size(hidden[1], self.get_expected_cell_size(input, batch_sizes),
                               'Expected hidden[1] size {}, got {}')

    def permute_hidden(self, hx: Tuple[Tensor, Tensor],
                       permutation: Optional[Tensor]) -> Tuple[Tensor, Tensor]:
        if permutation is None:
            return hx
        return _apply_permutation(hx[0], permutation), _apply_permutation(hx[1], permutation)

    @_overload_method
    def forward(self, input: Tensor,
                hx: Optional[Tuple[Tensor, Tensor]] = None) -> Tuple[Tensor, Tuple[Tensor, Tensor]]:
        pass

    @_overload_method
    def forward(self, input: PackedSequence,
                hx: Optional[Tuple[Tensor, Tensor]] = None) -> Tuple[PackedSequence, Tuple[Tensor, Tensor]]:
        pass

    def forward(self, input, hx=None):
        self._update_flat_weights()  # @2.6+

        orig_input = input
        batch_sizes = None
        num_directions = 2 if self.bidirectional else 1  # @2.6+
        real_hidden_size = self.proj_size if self.proj_size > 0 else self.hidden_size  # @2.6+
        if isinstance(orig_input, PackedSequence):
            input, batch_sizes, sorted_indices, unsorted_indices = input
            max_batch_size = batch_sizes[0]
            max_batch_size = int(max_batch_size)  # @1.13
            if hx is None:  # @2.6+
                h_zeros = torch.zeros(self.num_layers * num_directions, max_batch_size, real_hidden_size,
                                      dtype=input.dtype, device=input.device)
                c_zeros = torch.zeros(self.num_layers * num_directions, max_batch_size, self.hidden_size,
                                      dtype=input.dtype, device=input.device)
                hx = (h_zeros, c_zeros)
            else:
                hx = self.permute_hidden(hx, sorted_indices)
        else:
            batch_sizes = None  # @1.13
            if input.dim() not in (2, 3):  # @2.6+
                raise ValueError(f'LSTM: Expected input to be 2D or 3D, got {input.dim()}D instead')
            is_batched = input.dim() == 3
            batch_dim = 0 if self.batch_first else 1
            if not is_batched:
                input = input.unsqueeze(batch_dim)
            max_batch_size = input.size(0) if self.batch_first else input.size(1)
            sorted_indices = None
            unsorted_indices = None
            if hx is None:  # @2.6+
                h_zeros = torch.zeros(self.num_layers * num_directions, max_batch_size, real_hidden_size,
                                      dtype=input.dtype, device=input.device)
                c_zeros = torch.zeros(self.num_layers * num_directions, max_batch_size, self.hidden_size,
                                      dtype=input.dtype, device=input.device)
                hx = (h_zeros, c_zeros)
                self.check_forward_args(input, hx, batch_sizes)
            else:
                if is_batched:
                    if hx[0].dim() != 3 or hx[1].dim() != 3:
                        msg = ('For batched 3-D input, hx and cx should also be 3-D but got '
                               f'({hx[0].dim()}-D, {hx[1].dim()}-D) tensors')
                        raise RuntimeError(msg)
                else:
                    if hx[0].dim() != 2 or hx[1].dim() != 2:
                        msg = ('For unbatched 2-D input, hx and cx should also be 2-D but got '
                               f'({hx[0].dim()}-D, {hx[1].dim()}-D) tensors')
                        raise RuntimeError(msg)
                    hx = (hx[0].unsqueeze(1), hx[1].unsqueeze(1))
                self.check_forward_args(input, hx, batch_sizes)
                hx = self.permute_hidden(hx, sorted_indices)

        if hx is None:  # @1.13
            num_directions = 2 if self.bidirectional else 1
            real_hidden_size = self.proj_size if self.proj_size > 0 else self.hidden_size
            h_zeros = torch.zeros(self.num_layers * num_directions, max_batch_size, real_hidden_size,
                                  dtype=input.dtype, device=input.device)
            c_zeros = torch.zeros(self.num_layers * num_directions, max_batch_size, self.hidden_size,
                                  dtype=input.dtype, device=input.device)
            hx = (h_zeros, c_zeros)
        else:
            if batch_sizes is None:
                if is_batched:
                    if hx[0].dim() != 3 or hx[1].dim() != 3:
                        msg = ('For batched 3-D input, hx and cx should also be 3-D but got '
                               f'({hx[0].dim()}-D, {hx[1].dim()}-D) tensors')
                        raise RuntimeError(msg)
                else:
                    if hx[0].dim() != 2 or hx[1].dim() != 2:
                        msg = ('For unbatched 2-D input, hx and cx should also be 2-D but got '
                               f'({hx[0].dim()}-D, {hx[1].dim()}-D) tensors')
                        raise RuntimeError(msg)
                    hx = (hx[0].unsqueeze(1), hx[1].unsqueeze(1))
            hx = self.permute_hidden(hx, sorted_indices)

        self.check_forward_args(input, hx, batch_sizes)  # @1.13
        if batch_sizes is None:
            result = _VF.lstm(input, hx, self._flat_weights, self.bias, self.num_layers, self.dropout,
                              self.training, self.bidirectional, self.batch_first)
        else:
            result = _VF.lstm(input, batch_sizes, hx, self._flat_weights, self.bias, self.num_layers,
                              self.dropout, self.training, self.bidirectional)
        output = result[0]
        hidden = result[1:]
        if isinstance(orig_input, PackedSequence):
            output_packed = PackedSequence(output, batch_sizes, sorted_indices, unsorted_indices)
            return output_packed, self.permute_hidden(hidden, unsorted_indices)
        else:
            if not is_batched:
                output = output.squeeze(batch_dim)
                hidden = (hidden[0].squeeze(1), hidden[1].squeeze(1))
            return output, self.permute_hidden(hidden, unsorted_indices)


class GRU(RNNBase):
    def __init__(self, *args, **kwargs) -> None:
        if 'proj_size' in kwargs:
            raise ValueError('only LSTM has projections (proj_size)')
        super().__init__('GRU', *args, **kwargs)

    @_overload_method
    def forward(self, input: Tensor, hx: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
        pass

    @_overload_method
    def forward(self, input: PackedSequence, hx: Optional[Tensor] = None) -> Tuple[PackedSequence, Tensor]:
        pass

    def forward(self, input, hx=None):
        self._update_flat_weights()  # @2.6+

        orig_input = input
        if isinstance(orig_input, PackedSequence):
            input, batch_sizes, sorted_indices, unsorted_indices = input
            max_batch_size = batch_sizes[0]
            max_batch_size = int(max_batch_size)  # @1.13
            if hx is None:  # @2.6+
                num_directions = 2 if self.bidirectional else 1
                hx = torch.zeros(self.num_layers * num_directions, max_batch_size, self.hidden_size,
                                 dtype=input.dtype, device=input.device)
            else:
                hx = self.permute_hidden(hx, sorted_indices)
        else:
            batch_sizes = None
            if input.dim() not in (2, 3):  # @2.6+
                raise ValueError(f'GRU: Expected input to be 2D or 3D, got {input.dim()}D instead')
            is_batched = input.dim() == 3
            batch_dim = 0 if self.batch_first else 1
            if not is_batched:
                input = input.unsqueeze(batch_dim)
                if hx is not None:
                    if hx.dim() != 2:
                        raise RuntimeError(
                            f'For unbatched 2-D input, hx should also be 2-D but got {hx.dim()}-D tensor')
                    hx = hx.unsqueeze(1)
            else:
                if hx is not None and hx.dim() != 3:
                    raise RuntimeError(
                        f'For batched 3-D input, hx should also be 3-D but got {hx.dim()}-D tensor')
            max_batch_size = input.size(0) if self.batch_first else input.size(1)
            sorted_indices = None
            unsorted_indices = None
            if hx is None:  # @2.6+
                num_directions = 2 if self.bidirectional else 1
                hx = torch.zeros(self.num_layers * num_directions, max_batch_size, self.hidden_size,
                                 dtype=input.dtype, device=input.device)
            else:
                hx = self.permute_hidden(hx, sorted_indices)

        if hx is None:  # @1.13
            num_directions = 2 if self.bidirectional else 1
            hx = torch.zeros(self.num_layers * num_directions, max_batch_size, self.hidden_size,
                             dtype=input.dtype, device=input.device)
        else:
            hx = self.permute_hidden(hx, sorted_indices)

        self.check_forward_args(input, hx, batch_sizes)
        if batch_sizes is None:
            result = _VF.gru(input, hx, self._flat_weights, self.bias, self.num_layers, self.dropout,
                             self.training, self.bidirectional, self.batch_first)
        else:
            result = _VF.gru(input, batch_sizes, hx, self._flat_weights, self.bias, self.num_layers,
                             self.dropout, self.training, self.bidirectional)
        output = result[0]
        hidden = result[1]

        if isinstance(orig_input, PackedSequence):
            output_packed = PackedSequence(output, batch_sizes, sorted_indices, unsorted_indices)
            return output_packed, self.permute_hidden(hidden, unsorted_indices)
        else:
            if not is_batched:
                output = output.squeeze(batch_dim)
                hidden = hidden.squeeze(1)
            return output, self.permute_hidden(hidden, unsorted_indices)


class RNNCell(RNNCellBase):
    __constants__ = ['input_size', 'hidden_size', 'bias', 'nonlinearity']

    nonlinearity: str

    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, nonlinearity: str = 'tanh',
                 device=None, dtype=None) -> None:
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input: Tensor, hx: Optional[Tensor] = None) -> Tensor:
        assert input.dim() in (1, 2), (  # @1.13
            f'RNNCell: Expected input to be 1-D or 2-D but received {input.dim()}-D tensor')
        if input.dim() not in (1, 2):  # @2.6+
            raise ValueError(f'RNNCell: Expected input to be 1D or 2D, got {input.dim()}D instead')
        if hx is not None and hx.dim() not in (1, 2):  # @2.6+
            raise ValueError(f'RNNCell: Expected hidden to be 1D or 2D, got {hx.dim()}D instead')
        is_batched = input.dim() == 2
        if not is_batched:
            input = input.unsqueeze(0)

        if hx is None:
            hx = torch.zeros(input.size(0), self.hidden_size, dtype=input.dtype, device=input.device)
        else:
            hx = hx.unsqueeze(0) if not is_batched else hx

        if self.nonlinearity == 'tanh':
            ret = _VF.rnn_tanh_cell(input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        elif self.nonlinearity == 'relu':
            ret = _VF.rnn_relu_cell(input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        else:
            ret = input  # Gives the name a type for the compiler.
            raise RuntimeError('Unknown nonlinearity: {}'.format(self.nonlinearity))

        if not is_batched:
            ret = ret.squeeze(0)
        return ret


class LSTMCell(RNNCellBase):
    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, device=None, dtype=None) -> None:
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input: Tensor, hx: Optional[Tuple[Tensor, Tensor]] = None) -> Tuple[Tensor, Tensor]:
        assert input.dim() in (1, 2), (  # @1.13
            f'LSTMCell: Expected input to be 1-D or 2-D but received {input.dim()}-D tensor')
        if input.dim() not in (1, 2):  # @2.6+
            raise ValueError(f'LSTMCell: Expected input to be 1D or 2D, got {input.dim()}D instead')
        if hx is not None:  # @2.6+
            for idx, value in enumerate(hx):
                if value.dim() not in (1, 2):
                    raise ValueError(f'LSTMCell: Expected hx[{idx}] to be 1D or 2D, got {value.dim()}D instead')
        is_batched = input.dim() == 2
        if not is_batched:
            input = input.unsqueeze(0)

        if hx is None:
            zeros = torch.zeros(input.size(0), self.hidden_size, dtype=input.dtype, device=input.device)
            hx = (zeros, zeros)
        else:
            hx = (hx[0].unsqueeze(0), hx[1].unsqueeze(0)) if not is_batched else hx

        ret = _VF.lstm_cell(input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        if not is_batched:
            ret = (ret[0].squeeze(0), ret[1].squeeze(0))
        return ret


class GRUCell(RNNCellBase):
    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, device=None, dtype=None) -> None:
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input: Tensor, hx: Optional[Tensor] = None) -> Tensor:
        assert input.dim() in (1, 2), (  # @1.13
            f'GRUCell: Expected input to be 1-D or 2-D but received {input.dim()}-D tensor')
        if input.dim() not in (1, 2):  # @2.6+
            raise ValueError(f'GRUCell: Expected input to be 1D or 2D, got {input.dim()}D instead')
        if hx is not None and hx.dim() not in (1, 2):  # @2.6+
            raise ValueError(f'GRUCell: Expected hidden to be 1D or 2D, got {hx.dim()}D instead')
        is_batched = input.dim() == 2
        if not is_batched:
            input = input.unsqueeze(0)

        if hx is None:
            hx = torch.zeros(input.size(0), self.hidden_size, dtype=input.dtype, device=input.device)
        else:
            hx = hx.unsqueeze(0) if not is_batched else hx

        ret = _VF.gru_cell(input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        if not is_batched:
            ret = ret.squeeze(0)
        return ret
