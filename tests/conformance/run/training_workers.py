# Workers of a DataLoader: the order of their samples and their random numbers for a seed.
import random
import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset, get_worker_info


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


for workers in [2, 3]:
    random.seed(3)
    torch.manual_seed(2)
    show(DataLoader(Noisy(), batch_size=3, shuffle=True, num_workers=workers, worker_init_fn=lambda i: random.seed(i), timeout=60))
    show(DataLoader(Stream(), batch_size=2, num_workers=workers, drop_last=workers == 2))
    show(DataLoader(Noisy(), batch_size=None, num_workers=workers, worker_init_fn=lambda i: random.seed(i)))
