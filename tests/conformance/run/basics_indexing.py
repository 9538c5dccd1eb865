import torch

x = torch.arange(24).reshape(2, 3, 4)
print(x[1])
print(x[0, 1:3])
print(x[:, :, ::2])
print(x[..., 0])
print(x[:, None, 0].shape)
print(x[0][1][2].item())
print(x[torch.tensor([1, 0])])
print(x[[0, 1], [1, 2]])
print(x[:, [2, 0]])
print(x[x % 2 == 0])
print(x[1, torch.tensor([0, 2]), 1:3])
print(x[True].shape, x[False].shape)
y = x.clone()
y[0] = 0
y[1, 2] = torch.tensor([9, 8, 7, 6])
y[:, 0, 0] = -1
y[y > 20] = 100
y[torch.tensor([0]), torch.tensor([1]), torch.tensor([2])] = 55
print(y)
y[..., 3] += 1000
print(y)
m = torch.zeros(3, 3)
m[range(3), range(3)] = 1.0
print(m)
try:
    x[5]
except IndexError as error:
    print(type(error).__name__, error)
try:
    x[0, 0, 0, 0]
except IndexError as error:
    print(type(error).__name__, error)
