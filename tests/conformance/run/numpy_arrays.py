# Arrays of numpy beside tensors: making, types of results, indexing, reductions, shared memory, files, and their text.
import os
import tempfile

import numpy as np
import torch


def show(*values):
    for value in values:
        print(value, getattr(value, 'dtype', ''), getattr(value, 'shape', ''))


show(np.array([1, 2, 3]), np.array([[1, 2.5], [3, 4]]), np.array([True, False]), np.zeros((2, 3)), np.ones(2, dtype=np.float32))
show(np.arange(5), np.arange(1, 2, 0.25), np.linspace(0, 1, 5), np.full((2, 2), 7), np.eye(3), np.array(3), np.zeros((0, 2)))
a = np.arange(12, dtype=np.float32).reshape(3, 4)
show(a, a[1], a[1, 2], a[:, 1], a[-1], a[::2, 1:3], a[a > 5], a[[0, 2]], a[..., None].shape, a[np.array([0, 1]), np.array([1, 2])])
show(a.T, a.transpose(1, 0), a.ravel(), a.flatten()[::-1], a.reshape(2, -1), a.swapaxes(0, 1).strides)

# types of results
i8, i32, i64 = (np.array([1, 2], dtype=kind) for kind in (np.int8, np.int32, np.int64))
f16, f32, f64 = (np.array([1.5, 2], dtype=kind) for kind in (np.float16, np.float32, np.float64))
for x in (i8, i32, i64, f16, f32, f64):
    print([str((x + y).dtype) for y in (i8, i32, i64, f16, f32, f64)], (x / x).dtype, (x * 2).dtype, (x * 2.5).dtype, np.sqrt(x).dtype)
print(a.sum(), a.mean(), a.std(), a.var(axis=0), a.max(axis=1), a.argmax(), a.min(), a.prod(axis=0, keepdims=True), i32.sum().dtype)
print(a.cumsum(), np.median(a), np.percentile(a, 25), np.clip(a, 2, 8)[0], a.any(), (a > -1).all(), np.mean([1, 2, 4]))
print((i64 // 2, i64 % 2, 2 - i64, 1 / f32, -a[0], abs(-f64), i64 == [1, 3], i64 > 1, ~(i64 > 1), i64 & 1, a[:2, :2] @ a[:2, :2]))

# changes, views
b = np.zeros(4)
view = b[1:3]
view += 5
b[0] = 1
b[-1] = 2.5
print(b, b.tolist(), len(b), 5 in b)
b[b > 2] = 0
print(b)
ints = np.array([1, 2, 3])
ints[0] = 2.9
print(ints)
try:
    ints += 0.5
except TypeError as e:
    print('TypeError', str(e)[:40])

# tensors share memory
t = torch.zeros(2, 3)
shared = t.numpy()
shared[0, 1] = 4
t[1, 2] = 6
print(t, shared)
back = torch.from_numpy(shared)
back += 1
print(t, back.dtype, torch.from_numpy(np.arange(3)).dtype, torch.tensor(np.array([1.5])), torch.as_tensor(np.ones(2)).dtype)
print(torch.tensor([np.float32(1.5), 2]), torch.ones(2) * np.float32(2), torch.tensor(a).shape, torch.zeros(int(np.int64(2))))
try:
    torch.ones(1, requires_grad=True).numpy()
except RuntimeError as e:
    print(e)

# functions
print(np.concatenate([i64, f32]), np.stack([i64, i64]), np.vstack([i64, i64]), np.hstack([i64, i64]), np.split(np.arange(6), 3))
print(np.where(a > 5, a, 0), np.where(a > 9), np.sort([3, 1, 2]), np.argsort([3, 1, 2]), np.unique([3, 1, 3]), np.repeat([1, 2], 2))
print(np.tile([1, 2], 2), np.maximum(i64, 2), np.exp([0.0, 1.0]), np.dot([1, 2], [3, 4]), np.outer([1, 2], [3, 4]), np.isnan([1, np.nan]))
print(np.linalg.norm([3.0, 4.0]), np.allclose([1.0], [1.0 + 1e-9]), np.array_equal([1], [1]), np.pad([1, 2], 1), np.expand_dims(i64, 0))

# numbers
x = np.float64(2.5)
print(x, float(x), int(x), x + 1, x > 2, f'{x:.3f}', np.float32(0.1), np.int64(7) // 2, np.bool_(True), bool(np.array([1])), round(float(x)))
print(np.dtype('float32'), np.float32 == np.dtype('f4'), a.dtype == np.float32, a.dtype == 'float32', repr(a.dtype), a.dtype.itemsize)
print(np.iinfo(np.int32).max, np.finfo(np.float32).bits, np.issubdtype(a.dtype, np.floating), isinstance(np.float64(1), np.floating))

# random numbers have the generator's bits
np.random.seed(3)
print(np.random.rand(3), np.random.randn(3), np.random.randint(0, 10, 5), np.random.uniform(1, 2), np.random.permutation(5))
print(np.random.choice(5, 3, replace=False), np.random.choice([10, 20, 30]), np.random.normal(0, 2, (2, 2)))
state = np.random.RandomState(7)
items = list(range(6))
state.shuffle(items)
print(items, state.randint(100), state.random_sample(2), state.standard_normal())

# files
path = os.path.join(tempfile.mkdtemp(), 'a.npy')
np.save(path, a)
print(np.load(path), np.load(path).dtype, os.path.getsize(path))

# text
print(repr(np.array([1.5, 2])), repr(a), repr(np.array([1], dtype=np.int8)), repr(np.zeros((0, 2))), repr(np.array(2.5)))
print(np.array([1e-10, 1.0]), np.array([1.0, 1000000.5]), np.array([np.nan, np.inf, -1.25]), np.array([1 + 2j, 3.5 - 1j]))
print(np.arange(2000), np.arange(30), np.ones((2, 2, 2)), np.array([0.1, 0.25, 1 / 3], dtype=np.float32), np.array([123456789.0]))
