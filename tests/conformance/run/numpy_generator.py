# numpy.random.default_rng: the bits of PCG64, and NumPy's ways from bits to numbers.
import numpy as np

for seed in (0, 42, 12345678901234567890, [1, 2, 3], 2 ** 130):
    rng = np.random.default_rng(seed)
    print(rng, rng.random(), rng.random(3), rng.integers(10), rng.integers(0, 100, 8), rng.standard_normal(), rng.normal(2.0, 3.0, 4))
    print(rng.bit_generator.state)
rng = np.random.default_rng(7)
print(rng.random((2, 3)), rng.random(3, dtype=np.float32), rng.uniform(-1, 1, (2, 2)), rng.uniform([0.0, 10.0], [1.0, 20.0]))
print(rng.integers(2 ** 40, size=3), rng.integers(5, 9, endpoint=True, size=9), rng.integers(-2 ** 62, 2 ** 62, 4), type(rng.integers(3)))
for dtype in (np.int8, np.uint8, np.int16, np.int32, bool):
    print(rng.integers(0, 2, 9, dtype=dtype), rng.integers(0, 1, 2, endpoint=True, dtype=dtype))
print(rng.integers(0, 100, 7, dtype=np.uint8), rng.integers(0, 256, 7, dtype=np.uint8), rng.integers(0, 1000, 5, dtype=np.int16))
print(rng.integers([1, 10, 100], [5, 20, 2 ** 35]), rng.random(), rng.integers(0, 2 ** 32, 3), rng.integers(3, size=3))

# long rows show the ziggurat's rare ways
normal = rng.standard_normal(20000)
print(normal.min(), normal.max(), normal[-5:], normal[::1000])
single = rng.standard_normal(5000, dtype=np.float32)
print(single.dtype, single[-5:], single[::250])
waits = rng.exponential(2.0, 20000)
print(waits.min(), waits.max(), waits[-5:], rng.standard_exponential(3), rng.exponential(), rng.lognormal(0.5, 0.25, 3))
print(rng.normal([0.0, 100.0, -100.0], [1.0, 2.0, 3.0]), rng.normal([[0.0], [50.0]], 1.0, (2, 3)), rng.normal())

items = list(range(10))
rng.shuffle(items)
array = np.arange(12).reshape(4, 3)
rng.shuffle(array)
print(items, array, rng.permutation(6), rng.permutation([1.5, 2.5, 3.5]), rng.permutation(array))
print(rng.choice(5), rng.choice(5, 3), rng.choice([10, 20, 30], (2, 2)), rng.choice(8, 5, replace=False), rng.choice(array, 2))
print(rng.choice(20000, 6, replace=False), rng.choice(20000, 1000, replace=False)[-5:], rng.choice(8, 8, replace=False, shuffle=False))
print(rng.choice(3, 6, p=[0.2, 0.3, 0.5]), rng.choice(["a"], 2) if False else "", rng.bytes(5))
saved = rng.bit_generator.state
first = rng.random(2)
rng.bit_generator.state = saved
print((first == rng.random(2)).all(), np.random.default_rng(rng) is rng)
children = np.random.SeedSequence(5).spawn(2)
print([np.random.default_rng(child).random() for child in children], np.random.Generator(np.random.PCG64(3)).random())
for call in (lambda: rng.integers(5, 2), lambda: rng.choice(3, 5, replace=False), lambda: np.random.default_rng(-1), lambda: rng.normal(0, -1)):
    try:
        print(call())
    except ValueError:
        print("refused")
