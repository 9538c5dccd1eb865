"""A process's part of a data set. Without process groups the program tells the count of processes and the rank."""
import math

import torch

from .sampler import Sampler

__all__ = ['DistributedSampler']


class DistributedSampler(Sampler):
    def __init__(self, dataset, num_replicas=None, rank=None, shuffle=True, seed=0, drop_last=False) -> None:
        if num_replicas is None or rank is None:
            raise RuntimeError('Requires distributed package to be available')
        if rank >= num_replicas or rank < 0:
            raise ValueError(f'Invalid rank {rank}, rank should be in the interval [0, {num_replicas - 1}]')
        self.dataset = dataset
        self.num_replicas = num_replicas
        self.rank = rank
        self.epoch = 0
        self.drop_last = drop_last
        count = len(dataset)
        if drop_last and count % num_replicas != 0:
            self.num_samples = math.ceil((count - num_replicas) / num_replicas)
        else:
            self.num_samples = math.ceil(count / num_replicas)
        self.total_size = self.num_samples * num_replicas
        self.shuffle = shuffle
        self.seed = seed

    # All processes see the same order and take turns; items from the start fill up the last round.
    def __iter__(self):
        count = len(self.dataset)
        indices = list(range(count))
        if self.shuffle:
            generator = torch.Generator()
            generator.manual_seed(self.seed + self.epoch)
            indices = torch.randperm(count, generator=generator).tolist()
        if self.drop_last:
            indices = indices[:self.total_size]
        else:
            indices = [indices[i % count] for i in range(self.total_size)]
        return iter(indices[self.rank:self.total_size:self.num_replicas])

    def __len__(self) -> int:
        return self.num_samples

    def set_epoch(self, epoch) -> None:
        self.epoch = epoch
