"""Batches of a data set's items. Workers take turns within the program: batches, their order and the random numbers in them are those of
worker processes. Each worker has a copy of the data set and a state of random numbers of its own."""
import random
from copy import deepcopy
from typing import Generic, TypeVar

import torch

from .collate import default_collate, default_convert
from .dataset import IterableDataset
from .sampler import BatchSampler, RandomSampler, SequentialSampler, _draw_seed

__all__ = ['DataLoader', 'default_collate', 'default_convert', 'get_worker_info']

T_co = TypeVar('T_co', covariant=True)


# The worker that computes a batch, or None outside of workers.
class WorkerInfo:
    def __init__(self, id, num_workers, seed, dataset) -> None:
        self.id = id
        self.num_workers = num_workers
        self.seed = seed
        self.dataset = dataset

    def __repr__(self) -> str:
        return f'WorkerInfo(id={self.id}, num_workers={self.num_workers}, seed={self.seed}, dataset={self.dataset})'


_worker = None


def get_worker_info():
    return _worker


_END = object()


class _Worker:
    def __init__(self, loader, number, seed) -> None:
        self.loader = loader
        self.dataset = deepcopy(loader.dataset)
        self.info = WorkerInfo(number, loader.num_workers, seed, self.dataset)
        self.batches = None
        self.states = self._states()
        self._within(self._start)

    @staticmethod
    def _states():
        return torch.get_rng_state(), random.getstate()

    @staticmethod
    def _set_states(states) -> None:
        torch.set_rng_state(states[0])
        random.setstate(states[1])

    # Calls a function as the worker: with its random numbers and its WorkerInfo.
    def _within(self, function):
        global _worker
        outside = self._states(), _worker
        self._set_states(self.states)
        _worker = self.info
        try:
            return function()
        finally:
            self.states = self._states()
            self._set_states(outside[0])
            _worker = outside[1]

    def _start(self) -> None:
        torch.manual_seed(self.info.seed)
        random.seed(self.info.seed)
        if self.loader.worker_init_fn is not None:
            self.loader.worker_init_fn(self.info.id)
        if isinstance(self.dataset, IterableDataset):
            self.batches = self.loader._stream(self.dataset)

    def load(self, index):
        return self._within(lambda: self.loader.collate_fn(self.loader._items(self.dataset, index)))

    def _next(self):
        batch = next(self.batches, _END)
        return batch if batch is _END else self.loader.collate_fn(batch)

    def next(self):
        return self._within(self._next)


class DataLoader(Generic[T_co]):
    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0,
                 collate_fn=None, pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None,
                 multiprocessing_context=None, generator=None, *, prefetch_factor=2, persistent_workers=False,
                 pin_memory_device='') -> None:
        if num_workers < 0:
            raise ValueError('num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.')
        if timeout < 0:
            raise ValueError('timeout option should be non-negative')
        stream = isinstance(dataset, IterableDataset)
        if stream and (shuffle or sampler is not None or batch_sampler is not None):
            option = ('shuffle', shuffle) if shuffle else ('sampler', sampler) if sampler is not None else ('batch_sampler', batch_sampler)
            raise ValueError(f'DataLoader with IterableDataset: expected unspecified {option[0]} option, but got {option[0]}={option[1]}')
        if sampler is not None and shuffle:
            raise ValueError('sampler option is mutually exclusive with shuffle')
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError('batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last')
            batch_size = None
        elif batch_size is None and drop_last:
            raise ValueError('batch_size=None option disables auto-batching and is mutually exclusive with drop_last')
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

    # The batches, or single items, of a stream.
    def _stream(self, dataset):
        if self.batch_size is None:
            yield from dataset
            return
        batch = []
        for item in dataset:
            batch.append(item)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        if batch and not self.drop_last:
            yield batch

    # The items of a map-style data set at what the sampler gives: an index, or those of a batch.
    def _items(self, dataset, index):
        if self.batch_sampler is None:
            return dataset[index]
        whole = getattr(dataset, '__getitems__', None)  # @2.6+
        if whole:  # @2.6+
            return whole(index)
        return [dataset[i] for i in index]

    def __iter__(self):
        seed = _draw_seed(self.generator)
        return self._batches() if self.num_workers == 0 else self._by_workers(seed)

    def _batches(self):
        if isinstance(self.dataset, IterableDataset):
            for sample in self._stream(self.dataset):
                yield self.collate_fn(sample)
            return
        for index in self.sampler if self.batch_sampler is None else self.batch_sampler:
            yield self.collate_fn(self._items(self.dataset, index))

    def _by_workers(self, seed):
        workers = [_Worker(self, i, seed + i) for i in range(self.num_workers)]
        if isinstance(self.dataset, IterableDataset):
            running = list(workers)
            # A worker whose stream ends leaves the turns of the others as they are.
            while running:
                for worker in list(running):
                    batch = worker.next()
                    if batch is _END:
                        running.remove(worker)
                    else:
                        yield batch
            return
        indices = iter(self.sampler if self.batch_sampler is None else self.batch_sampler)
        for number, index in enumerate(indices):
            yield workers[number % self.num_workers].load(index)

    def __len__(self) -> int:
        if self.batch_sampler is not None:
            return len(self.batch_sampler)
        if not isinstance(self.dataset, IterableDataset):
            return len(self.sampler)
        count = len(self.dataset)
        if self.batch_size is None:
            return count
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)
