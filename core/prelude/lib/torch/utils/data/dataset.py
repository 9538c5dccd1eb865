"""Data sets: by index, or as a stream."""
import math
import warnings
from typing import Generic, TypeVar

import torch

__all__ = ['Dataset', 'IterableDataset', 'TensorDataset', 'ConcatDataset', 'ChainDataset', 'Subset',
           'random_split']

T_co = TypeVar('T_co', covariant=True)


class Dataset(Generic[T_co]):
    def __getitem__(self, index) -> T_co:
        raise NotImplementedError('Subclasses of Dataset should implement __getitem__.')  # @2.6+
        raise NotImplementedError  # @1.13

    def __add__(self, other: 'Dataset[T_co]') -> 'ConcatDataset[T_co]':
        return ConcatDataset([self, other])


class IterableDataset(Dataset[T_co]):
    def __iter__(self):
        raise NotImplementedError(f'{type(self).__name__} has no __iter__')

    def __add__(self, other: Dataset[T_co]) -> 'ChainDataset':
        return ChainDataset([self, other])


class TensorDataset(Dataset):
    def __init__(self, *tensors) -> None:
        assert all(tensor.size(0) == tensors[0].size(0) for tensor in tensors), 'Size mismatch between tensors'
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self) -> int:
        return self.tensors[0].size(0)


class ConcatDataset(Dataset[T_co]):
    def __init__(self, datasets) -> None:
        self.datasets = list(datasets)
        assert self.datasets, 'datasets should not be an empty iterable'
        # The index at which each data set ends in the concatenation.
        self.cumulative_sizes = []
        end = 0
        for dataset in self.datasets:
            assert not isinstance(dataset, IterableDataset), 'ConcatDataset does not support IterableDataset'
            end += len(dataset)
            self.cumulative_sizes.append(end)

    def __len__(self) -> int:
        return self.cumulative_sizes[-1]

    def __getitem__(self, index):
        if index < -len(self):
            raise ValueError('absolute value of index should not exceed dataset length')
        if index >= len(self):
            raise IndexError('list index out of range')
        if index < 0:
            index += len(self)
        start = 0
        for dataset, end in zip(self.datasets, self.cumulative_sizes):
            if index < end:
                return dataset[index - start]
            start = end


class ChainDataset(IterableDataset):
    def __init__(self, datasets) -> None:
        self.datasets = datasets

    def __iter__(self):
        for dataset in self.datasets:
            assert isinstance(dataset, IterableDataset), 'ChainDataset only supports IterableDataset'
            yield from dataset

    def __len__(self) -> int:
        return sum(len(dataset) for dataset in self.datasets)


# The items of several data sets side by side, as tuples or dicts.
class StackDataset(Dataset):  # @2.6+
    def __init__(self, *args, **kwargs) -> None:
        if args and kwargs:
            raise ValueError('Supported either ``tuple``- (via ``args``) or``dict``- (via ``kwargs``) like input/output, '
                             'but both types are given.')
        if not args and not kwargs:
            raise ValueError('At least one dataset should be passed')
        self.datasets = args or kwargs
        lengths = {len(dataset) for dataset in args or kwargs.values()}
        if len(lengths) != 1:
            raise ValueError('Size mismatch between datasets')
        self._length = lengths.pop()

    def __getitem__(self, index):
        if isinstance(self.datasets, dict):
            return {name: dataset[index] for name, dataset in self.datasets.items()}
        return tuple(dataset[index] for dataset in self.datasets)

    def __len__(self) -> int:
        return self._length


class Subset(Dataset[T_co]):
    def __init__(self, dataset, indices) -> None:
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, index):
        if isinstance(index, list):
            return self.dataset[[self.indices[i] for i in index]]
        return self.dataset[self.indices[index]]

    # With a data set that can load a batch at once.
    def __getitems__(self, indices):  # @2.6+
        chosen = [self.indices[i] for i in indices]
        whole = getattr(self.dataset, '__getitems__', None)
        return whole(chosen) if whole else [self.dataset[i] for i in chosen]

    def __len__(self) -> int:
        return len(self.indices)


def random_split(dataset, lengths, generator=None) -> list:
    total = len(dataset)
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        for i, share in enumerate(lengths):
            if share < 0 or share > 1:
                raise ValueError(f'Fraction at index {i} is not between 0 and 1')
        # Items left over by rounding go to the first parts, one each.
        lengths = [math.floor(total * share) for share in lengths]
        for i in range(total - sum(lengths)):
            lengths[i % len(lengths)] += 1
        for i, length in enumerate(lengths):
            if length == 0:
                warnings.warn(f'Length of split at index {i} is 0. This might result in an empty dataset.')
    if sum(lengths) != total:
        raise ValueError('Sum of input lengths does not equal the length of the input dataset!')
    order = torch.randperm(total, generator=generator).tolist()
    parts = []
    start = 0
    for length in lengths:
        parts.append(Subset(dataset, order[start:start + length]))
        start += length
    return parts
