import torch
from torch.utils.data import DataLoader, Dataset, TensorDataset


class Squares(Dataset):
    def __len__(self):
        return 7

    def __getitem__(self, index):
        return torch.tensor(float(index)), index ** 2


for x, y in DataLoader(Squares(), batch_size=3):
    print(x, y)
data = TensorDataset(torch.arange(6.0).view(3, 2), torch.tensor([0, 1, 0]))
print(len(data), data[1])
torch.manual_seed(0)
for x, y in DataLoader(data, batch_size=2, shuffle=True, drop_last=True):
    print(x, y)
train, test = torch.utils.data.random_split(Squares(), [5, 2], generator=torch.Generator().manual_seed(0))
print(len(train), [item[1] for item in test])
