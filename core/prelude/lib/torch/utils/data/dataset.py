"""Data sets: by index, or as a stream."""
import math
from typing import Generic, TypeVar

import torch

__all__ = ['Dataset', 'IterableDataset', 'TensorDataset', 'ConcatDataset', 'ChainDataset', 'Subset',
           'random_split']

T_co = TypeVar('T_co', covariant=True)


class Dataset(Generic[T_co]):
    def __getitem__(self, index) -> T_co:
        raise NotImplementedError(f'{type(self).__name__} has no __getitem__')

    def __add__(self, other: 'Dataset[T_co]') -> 'ConcatDataset[T_co]':
        return ConcatDataset([self, other])


class IterableDataset(Dataset[T_co]):
    def __iter__(self):
        raise NotImplementedError(f'{type(self).__name__} has no __iter__')

    def __add__(self, other: Dataset[T_co]) -> 'ChainDataset':
        return ChainDataset([self, other])


class TensorDataset(Dataset):
    def __init__(self, *tensors) -> None:
        assert all(tensor.size(0) == tensors[0].size(0) for tensor in tensors), 'the tensors differ in length'
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self) -> int:
        return self.tensors[0].size(0)


class ConcatDataset(Dataset[T_co]):
    def __init__(self, datasets) -> None:
        self.datasets = list(datasets)
        assert self.datasets, 'datasets must not be empty'
        # The index at which each data set ends in the concatenation.
        self.cumulative_sizes = []
        end = 0
        for dataset in self.datasets:
            assert not isinstance(dataset, IterableDataset), 'a stream has no indices: use ChainDataset'
            end += len(dataset)
            self.cumulative_sizes.append(end)

    def __len__(self) -> int:
        return self.cumulative_sizes[-1]

    def __getitem__(self, index):
        if index < -len(self):
            raise ValueError(f'index {index} is outside of {len(self)} items')
        if index >= len(self):
            raise IndexError(f'index {index} is outside of {len(self)} items')
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
            yield from dataset

    def __len__(self) -> int:
        return sum(len(dataset) for dataset in self.datasets)


class Subset(Dataset[T_co]):
    def __init__(self, dataset, indices) -> None:
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, index):
        if isinstance(index, list):
            return self.dataset[[self.indices[i] for i in index]]
        return self.dataset[self.indices[index]]

    def __len__(self) -> int:
        return len(self.indices)


def random_split(dataset, lengths, generator=None) -> list:
    total = len(dataset)
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        # Fractions of the whole; items left over by rounding go to the first parts, one each.
        lengths = [math.floor(total * share) for share in lengths]
        for i in range(total - sum(lengths)):
            lengths[i % len(lengths)] += 1
    if sum(lengths) != total:
        raise ValueError(f'the lengths sum up to {sum(lengths)}, but the data set has {total} items')
    order = torch.randperm(total, generator=generator).tolist()
    parts = []
    start = 0
    for length in lengths:
        parts.append(Subset(dataset, order[start:start + length]))
        start += length
    return parts
