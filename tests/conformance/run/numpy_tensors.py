# Scalars and arrays of NumPy as operands, numbers, sizes and indices of tensors, and the older constructors.
import numpy as np
import torch
import torch.nn.functional as F

x = torch.tensor([1.0, 2.0])
n = np.int64(2)


def show(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__)


for call in (lambda: x * x.numpy().sum(), lambda: x + np.float32(2), lambda: np.float32(2) * x, lambda: x - np.float64(1),
             lambda: x // np.int32(2), lambda: x**np.float64(2), lambda: np.float64(2)**x, lambda: x == np.float32(2),
             lambda: x.long() * np.float32(2.5), lambda: torch.add(x, np.float32(1)), lambda: torch.clamp(x, max=np.float64(1.5))):
    show(call)
for call in (lambda: torch.zeros(n, n), lambda: torch.zeros((n, 3)), lambda: x.expand(n, n), lambda: x.reshape(np.int32(1), n),
             lambda: torch.arange(0, n, np.float64(0.5)), lambda: torch.sum(x, dim=np.int64(0)), lambda: torch.full((n,), n),
             lambda: torch.topk(x, n), lambda: F.leaky_relu(-x, np.float32(0.5)), lambda: F.pad(x, (n, 0)),
             lambda: torch.linspace(np.float32(0), np.float64(1), n), lambda: torch.nn.Linear(n, np.int64(3)).weight.shape):
    show(call)
for call in (lambda: x[n - 1], lambda: x[:n - 1], lambda: x[np.array([1, 0])], lambda: x[np.array([True, False])],
             lambda: torch.arange(6).reshape(2, 3)[np.array([0, 1]), np.array([2, 1])], lambda: x[[np.int64(1), np.int64(0)]]):
    show(call)
y = torch.zeros(3)
y[np.array([0, 2])] = 5
y[np.array([False, True, False])] += 1
y += np.float32(1)
print(y)

for call in (lambda: x + np.ones(2, dtype=np.float32), lambda: np.ones(2) * x, lambda: np.float64(3) / x):
    show(call)
for call in (lambda: torch.Tensor(np.ones(2)), lambda: torch.FloatTensor(np.ones(2)), lambda: torch.LongTensor(np.array([2**53 + 1])),
             lambda: torch.LongTensor([2**53 + 1]), lambda: torch.LongTensor(range(3)), lambda: torch.IntTensor([[1, 2], [3, 4]]),
             lambda: torch.LongTensor(3).shape, lambda: torch.FloatTensor(torch.Size([2])).shape, lambda: torch.LongTensor(torch.ones(2)),
             lambda: torch.ByteTensor([300]).dtype):
    show(call)
