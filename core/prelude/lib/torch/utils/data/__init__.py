"""Data sets, the order of their items, and their batches."""
from .collate import default_collate, default_convert
from .dataloader import DataLoader, get_worker_info
from .dataset import ChainDataset, ConcatDataset, Dataset, IterableDataset, Subset, TensorDataset, random_split
from .dataset import StackDataset  # @2.6+
from .distributed import DistributedSampler
from .sampler import (BatchSampler, RandomSampler, Sampler, SequentialSampler, SubsetRandomSampler,
                      WeightedRandomSampler)

__all__ = ['BatchSampler', 'ChainDataset', 'ConcatDataset', 'DataLoader', 'Dataset', 'DistributedSampler', 'IterableDataset',
           'RandomSampler', 'Sampler', 'SequentialSampler', 'Subset', 'SubsetRandomSampler', 'TensorDataset',
           'WeightedRandomSampler', 'default_collate', 'default_convert', 'get_worker_info', 'random_split']
