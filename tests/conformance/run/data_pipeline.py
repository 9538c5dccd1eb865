"""Data sets, samplers and loaders: the tutorial's idioms."""
import torch
from torch.utils.data import ConcatDataset, DataLoader, Dataset, IterableDataset, RandomSampler, Subset, TensorDataset, random_split


class Squares(Dataset):
    def __init__(self, n, transform=None):
        self.n = n
        self.transform = transform

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError(i)
        x = torch.tensor([float(i), float(i) ** 2])
        return {"x": self.transform(x) if self.transform else x, "y": i % 2, "name": f"Nr. {i}"}


class Count(IterableDataset):
    def __iter__(self):
        return iter(range(5))


def pad(batch):
    return torch.nn.utils.rnn.pad_sequence([torch.arange(item["y"] + 1) for item in batch], batch_first=True)


torch.manual_seed(0)
data = Squares(7, transform=lambda x: x / 2)
for batch in DataLoader(data, batch_size=3):
    print(batch["x"], batch["y"], batch["name"])
for batch in DataLoader(data, batch_size=2, shuffle=True, drop_last=True):
    print(batch["x"][:, 0], batch["y"].dtype)
print(list(DataLoader(Count(), batch_size=2)))
print([b.shape for b in DataLoader(data, batch_size=4, collate_fn=pad)])
train, test = random_split(range(10), [7, 3], generator=torch.Generator().manual_seed(42))
print(list(train), list(test), len(Subset(data, [0, 2])))
both = ConcatDataset([TensorDataset(torch.arange(3)), TensorDataset(torch.arange(10, 12))])
print([item[0].item() for item in both], len(both))
print(list(RandomSampler(range(4), replacement=True, num_samples=6)), len(DataLoader(data, batch_size=2)))
loader = DataLoader(TensorDataset(torch.randn(6, 2), torch.arange(6)), batch_size=4, shuffle=True, generator=torch.Generator().manual_seed(1))
for epoch in range(2):
    for x, y in loader:
        print(epoch, y.tolist(), x.sum().round(decimals=3))
print(torch.rand(2))
