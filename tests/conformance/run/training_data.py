# Samplers, splits, batches and workers: orders and random numbers for a seed.
import collections
import random
import torch
from torch.utils.data import (BatchSampler, ChainDataset, ConcatDataset, DataLoader, Dataset, DistributedSampler, IterableDataset, RandomSampler,
                              Subset, SubsetRandomSampler, TensorDataset, WeightedRandomSampler, default_collate, get_worker_info,
                              random_split)

torch.manual_seed(1)
data = list(range(10, 27))
print(list(RandomSampler(data)), list(RandomSampler(data, replacement=True, num_samples=40)), list(RandomSampler(data, num_samples=25)))
print(list(SubsetRandomSampler(data)), list(WeightedRandomSampler([0.1, 0.5, 2, 0, 1], 12)),
      list(WeightedRandomSampler([0.1, 0.5, 2, 0, 1], 4, replacement=False)))
print(list(BatchSampler(RandomSampler(data), 5, False)), list(BatchSampler(range(8), 3, True)), len(BatchSampler(range(8), 3, True)))
for rank in range(3):
    sampler = DistributedSampler(data, 3, rank, seed=4)
    sampler.set_epoch(2)
    print(list(sampler), len(sampler), list(DistributedSampler(data, 3, rank, shuffle=False, drop_last=True)))
print(list(DistributedSampler([1, 2], 7, 5)))
generator = torch.Generator().manual_seed(5)
print([list(part) for part in random_split(data, [5, 12], generator)], [list(part) for part in random_split(data, [0.5, 0.3, 0.2])])

Point = collections.namedtuple('Point', 'x y')
print(default_collate([Point(1, 2.0), Point(3, 4.0)]), default_collate([{'a': torch.ones(2), 'b': ['u', 1]}, {'a': torch.zeros(2), 'b': ['v', 2]}]))
print(default_collate([[1, 2.5], [3, 4.5]]), default_collate([(True, b'x'), (False, b'y')]),
      dict(default_collate([collections.OrderedDict(z=1), collections.OrderedDict(z=2)])))


class Noisy(Dataset):
    def __len__(self):
        return 11

    def __getitem__(self, i):
        info = get_worker_info()
        return i, torch.rand(1).item(), random.random(), -1 if info is None else info.id


class Stream(IterableDataset):
    def __iter__(self):
        info = get_worker_info()
        first, step = (0, 1) if info is None else (info.id, info.num_workers)
        return iter([(i, torch.randint(100, (1,)).item()) for i in range(first, 13, step)])


def show(loader):
    for batch in loader:
        print(batch)
    print(torch.rand(1))


random.seed(3)
torch.manual_seed(2)
show(DataLoader(Noisy(), batch_size=3, shuffle=True))
show(DataLoader(Stream(), batch_size=2))
show(DataLoader(Noisy(), batch_size=None))
show(DataLoader(TensorDataset(torch.arange(6), torch.arange(6.)), batch_size=4, generator=torch.Generator().manual_seed(9), shuffle=True))
print(len(DataLoader(data, 4)), len(DataLoader(data, 4, drop_last=True)), list(ChainDataset([Stream(), Stream()]))[11][0],
      ConcatDataset([[1, 2], [3]])[-1], Subset(data, [3, 1])[1])


def error(function):
    try:
        print('no error', function())
    except Exception as e:
        print(type(e).__name__, e)


for function in [lambda: RandomSampler([]), lambda: BatchSampler([1], 0, False), lambda: WeightedRandomSampler([1.0], 0),
                 lambda: DataLoader(data, shuffle=True, sampler=[1]), lambda: DataLoader(data, batch_sampler=[[1]], batch_size=3),
                 lambda: DataLoader(data, batch_size=None, drop_last=True), lambda: DataLoader(Stream(), shuffle=True),
                 lambda: random_split(data, [3, 4]), lambda: TensorDataset(torch.ones(2), torch.ones(3)), lambda: ConcatDataset([]),
                 lambda: DistributedSampler(data, 2, 3), lambda: DataLoader(data, num_workers=-1), lambda: default_collate([object()]),
                 lambda: default_collate([[1], [1, 2]])]:
    error(function)
