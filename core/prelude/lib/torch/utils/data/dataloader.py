"""Batches of a data set's items. Options for worker processes are accepted but have no effect."""
from typing import Generic, TypeVar

import torch

from .dataset import IterableDataset
from .sampler import BatchSampler, RandomSampler, SequentialSampler, _draw_seed

__all__ = ['DataLoader', 'default_collate', 'default_convert', 'get_worker_info']

T_co = TypeVar('T_co', covariant=True)


def get_worker_info() -> None:
    return None


# Combines items of one type: tensors are stacked, numbers become a tensor, containers are processed recursively.
def default_collate(batch):
    first = batch[0]
    if isinstance(first, torch.Tensor):
        return torch.stack(batch, 0)
    if isinstance(first, float):
        return torch.tensor(batch, dtype=torch.float64)
    if isinstance(first, int):
        return torch.tensor(batch)
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, dict):
        return type(first)({key: default_collate([item[key] for item in batch]) for key in first})
    if isinstance(first, (tuple, list)):
        if any(len(item) != len(first) for item in batch):
            raise RuntimeError('the items of a batch differ in length')
        parts = [default_collate(part) for part in zip(*batch)]
        return type(first)(*parts) if hasattr(first, '_fields') else parts
    raise TypeError(f'{type(first).__name__} is none of tensor, number, string, dict and list, '
                    'of which a batch can be made')


# Converts a single item like a batch: its containers are processed recursively.
def default_convert(data):
    if isinstance(data, dict):
        return type(data)({key: default_convert(value) for key, value in data.items()})
    if isinstance(data, (tuple, list)):
        parts = [default_convert(part) for part in data]
        return type(data)(*parts) if hasattr(data, '_fields') else parts
    return data


class DataLoader(Generic[T_co]):
    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0,
                 collate_fn=None, pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None,
                 multiprocessing_context=None, generator=None, *, prefetch_factor=2, persistent_workers=False,
                 pin_memory_device='') -> None:
        stream = isinstance(dataset, IterableDataset)
        if stream and (shuffle or sampler is not None or batch_sampler is not None):
            raise ValueError('a stream has one order only: no shuffle, no sampler')
        if sampler is not None and shuffle:
            raise ValueError('a sampler and shuffle exclude each other')
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError('a sampler of batches takes the place of all options of batches')
            batch_size = None
        elif batch_size is None and drop_last:
            raise ValueError('without batches, drop_last has no meaning')
        if sampler is None and not stream:
            sampler = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
        if batch_sampler is None and batch_size is not None and not stream:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)

        self.dataset = dataset
        self.batch_size = batch_size
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        self.num_workers = num_workers
        self.drop_last = drop_last
        self.pin_memory = pin_memory
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.generator = generator
        self.prefetch_factor = prefetch_factor
        self.persistent_workers = persistent_workers
        self.pin_memory_device = pin_memory_device
        self.multiprocessing_context = multiprocessing_context
        self.collate_fn = collate_fn
        if collate_fn is None:
            self.collate_fn = default_collate if batch_sampler is not None or batch_size is not None else default_convert

    def _stream(self):
        batch = []
        for item in self.dataset:
            batch.append(item)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        if batch and not self.drop_last:
            yield batch

    def __iter__(self):
        # A seed for worker processes, which don't exist; drawing it advances the generator.
        _draw_seed(self.generator)
        return self._batches()

    def _batches(self):
        dataset = self.dataset
        if self.batch_sampler is not None:
            samples = ([dataset[i] for i in batch] for batch in self.batch_sampler)
        elif isinstance(dataset, IterableDataset):
            samples = dataset if self.batch_size is None else self._stream()
        else:
            samples = (dataset[i] for i in self.sampler)
        for sample in samples:
            yield self.collate_fn(sample)

    def __len__(self) -> int:
        if self.batch_sampler is not None:
            return len(self.batch_sampler)
        if not isinstance(self.dataset, IterableDataset):
            return len(self.sampler)
        count = len(self.dataset)
        if self.batch_size is None:
            return count
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)
