from typing import Tuple, Union

from torch import Tensor
from torch.types import _size

from .module import Module

__all__ = ['Flatten', 'Unflatten']


class Flatten(Module):
    __constants__ = ['start_dim', 'end_dim']
    start_dim: int
    end_dim: int

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input: Tensor) -> Tensor:
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self) -> str:
        return f'start_dim={self.start_dim}, end_dim={self.end_dim}'


class Unflatten(Module):
    NamedShape = Tuple[Tuple[str, int]]

    __constants__ = ['dim', 'unflattened_size']
    dim: Union[int, str]
    unflattened_size: Union[_size, NamedShape]

    def __init__(self, dim: Union[int, str], unflattened_size: Union[_size, NamedShape]) -> None:
        super().__init__()
        if isinstance(dim, int):
            self._require(unflattened_size, (tuple, list), int)
        elif isinstance(dim, str):
            self._require(unflattened_size, tuple, tuple)
        else:
            raise TypeError('dim is a number or a name')
        self.dim = dim
        self.unflattened_size = unflattened_size

    def _require(self, sizes, kind, element_kind):
        if not isinstance(sizes, kind):
            raise TypeError(f'unflattened_size is a tuple, not {type(sizes).__name__}')
        for size in sizes:
            if not isinstance(size, element_kind):
                raise TypeError(f'unflattened_size holds {element_kind.__name__}, not {type(size).__name__}')

    def forward(self, input: Tensor) -> Tensor:
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self) -> str:
        return f'dim={self.dim}, unflattened_size={self.unflattened_size}'
