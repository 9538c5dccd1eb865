"""The transformer: layers of attention, stacked into an encoder and a decoder."""
import copy
import warnings
from typing import Any, Callable, Optional, Union

import torch
from torch import Tensor

from .. import functional as F
from ..init import xavier_uniform_
from .activation import MultiheadAttention
from .container import ModuleList
from .dropout import Dropout
from .linear import Linear
from .module import Module
from .normalization import LayerNorm

__all__ = ['Transformer', 'TransformerEncoder', 'TransformerDecoder', 'TransformerEncoderLayer',
           'TransformerDecoderLayer']


def _get_clones(module, N) -> ModuleList:
    return ModuleList([copy.deepcopy(module) for _ in range(N)])


def _get_activation_fn(activation: str) -> Callable[[Tensor], Tensor]:
    functions = {'relu': F.relu, 'gelu': F.gelu}
    if activation not in functions:
        raise RuntimeError(f'activation must be relu or gelu, not {activation}')
    return functions[activation]
