"""Random numbers after torch.manual_seed: the same numbers in the same order."""

import torch

from sampling import FLOATS, INTS, Call, samples

REAL = FLOATS + [torch.bfloat16]
SIZES = [[], [0], [1], [3], [15], [16], [17], [31], [2, 3], [5, 7], [1000]]


@samples("rand", "randn")
def shaped(make, name):
    for size in SIZES:
        yield Call(size, seed=3)
        yield Call(size, dtype=torch.float64, seed=4)
        yield Call(size, dtype=torch.bfloat16, seed=5)
    yield Call([4, 3], dtype=torch.complex64, seed=5)
    yield Call([3], dtype=torch.int64, seed=5)


@samples("rand.generator", "randn.generator")
def with_generator(make, name):
    yield Call([20], generator=None, seed=1)


@samples("randint", "randint.low")
def randint(make, name):
    low = [] if name == "randint" else [-3]
    for size in SIZES:
        yield Call(*low, 10, size, seed=6)
    for dtype in INTS + FLOATS + [torch.float16, torch.bfloat16, torch.bool]:
        yield Call(*low, 2 if dtype == torch.bool else 100, [20], dtype=dtype, seed=7)
    yield Call(*low, 2**40, [20], seed=8)
    yield Call(*low, 2**62, [5], seed=8)
    yield Call(*low, -5, [5], seed=8)


@samples("randint.generator", "randint.low_generator")
def randint_generator(make, name):
    low = [] if name == "randint.generator" else [-3]
    yield Call(*low, 9, [6], generator=None, seed=2)


@samples("rand_like", "randn_like")
def like(make, name):
    for dtype in REAL:
        for layout in ("contiguous", "transposed", "channels_last", "strided"):
            yield Call(make.tensor((2, 3, 4, 5), dtype, layout=layout), seed=9)
    yield Call(make.tensor((3,), torch.int64), dtype=torch.float32, seed=9)
    yield Call(make.tensor((3,), torch.int64), seed=9)


@samples("randint_like")
def randint_like(make, name):
    for dtype in FLOATS + INTS:
        yield Call(make.tensor((2, 3), dtype, layout="transposed"), 50, seed=9)


@samples("randint_like.low_dtype")
def randint_like_low(make, name):
    yield Call(make.tensor((2, 3)), 5, 50, seed=9)


@samples("randperm")
def randperm(make, name):
    for n in (0, 1, 2, 10, 1000, -1):
        yield Call(n, seed=10)
    for dtype in (torch.int32, torch.float32):
        yield Call(20, dtype=dtype, seed=10)


@samples("randperm.generator")
def randperm_generator(make, name):
    yield Call(20, generator=None, seed=10)


def targets(make, dtypes):
    for dtype in dtypes:
        for shape in ((), (5,), (16,), (40,), (2, 3), (0, 2)):
            yield make.tensor(shape, dtype)
        for layout in ("transposed", "strided", "channels_last", "expanded", "offset"):
            yield make.tensor((2, 3, 4, 5), dtype, layout=layout)


@samples("uniform_")
def uniform(make, name):
    for x in targets(make, REAL):
        yield Call(x, seed=11)
        yield Call(x.clone(), -2.0, 5.0, seed=11)
    yield Call(make.tensor((3,)), 2.0, 1.0, seed=11)
    yield Call(make.tensor((3,), torch.int64), seed=11)


@samples("uniform")
def uniform_new(make, name):
    yield Call(make.tensor((5,)), seed=11)


@samples("normal_")
def normal(make, name):
    for x in targets(make, REAL):
        yield Call(x, seed=12)
        yield Call(x.clone(), 5.0, 2.0, seed=12)
    yield Call(make.tensor((3,)), 0.0, -1.0, seed=12)
    yield Call(make.tensor((3,), torch.complex64), seed=12)
    yield Call(make.tensor((30,), torch.complex128), seed=12)


@samples("exponential_", "log_normal_", "cauchy_")
def continuous(make, name):
    for x in targets(make, REAL):
        yield Call(x, seed=13)
    yield Call(make.tensor((3,)), -1.0, seed=13)


@samples("geometric_")
def geometric(make, name):
    for x in targets(make, FLOATS + INTS):
        yield Call(x, 0.3, seed=13)


@samples("random_")
def random_(make, name):
    for x in targets(make, FLOATS + INTS + [torch.float16, torch.bfloat16, torch.bool]):
        yield Call(x, seed=14)


@samples("random_.to")
def random_to(make, name):
    for x in targets(make, FLOATS + INTS):
        yield Call(x, 100, seed=14)


@samples("random_.from")
def random_from(make, name):
    for x in targets(make, FLOATS + INTS):
        yield Call(x, 5, 100, seed=14)
    for dtype in INTS + [torch.float32]:
        yield Call(make.tensor((5,), dtype), 5, None, seed=14)
    yield Call(make.tensor((5,), torch.int64), -2**63, None, seed=14)
    yield Call(make.tensor((5,), torch.int8), 5, 300, seed=14)


@samples("bernoulli", "bernoulli.p", "bernoulli_.float")
def bernoulli(make, name):
    p = [] if name == "bernoulli" else [0.3]
    for dtype in FLOATS:
        for layout in ("contiguous", "transposed", "strided", "channels_last"):
            yield Call(make.tensor((2, 3, 4, 5), dtype, 0, 1, layout), *p, seed=15)
    if p:
        for dtype in INTS + [torch.bool]:
            yield Call(make.tensor((20,), dtype), *p, seed=15)
    yield Call(make.tensor((3,), torch.float32, 2, 3), *([1.5] if p else []), seed=15)


@samples("bernoulli.Tensor", "bernoulli_.Tensor")
def bernoulli_tensor(make, name):
    for dtype in FLOATS + [torch.int64, torch.bool]:
        for p in FLOATS:
            yield Call(make.tensor((3, 4), dtype), make.tensor((4,), p, 0, 1), seed=16)
            yield Call(make.tensor((3, 4), dtype, layout="transposed"), make.tensor((3, 4), p, 0, 1), seed=16)


@samples("normal.Tensor_float")
def normal_mean(make, name):
    for dtype in FLOATS:
        yield Call(make.tensor((20,), dtype), 2.0, seed=17)
        yield Call(make.tensor((2, 3), dtype, layout="transposed"), 2.0, seed=17)


@samples("normal.float_Tensor")
def normal_deviation(make, name):
    for dtype in FLOATS:
        yield Call(2.0, make.tensor((20,), dtype, 0, 2), seed=17)


@samples("normal.Tensor_Tensor")
def normal_both(make, name):
    for dtype in FLOATS:
        yield Call(make.tensor((4, 5), dtype), make.tensor((5,), dtype, 0, 2), seed=17)


@samples("normal.float_float")
def normal_shape(make, name):
    for size in SIZES:
        yield Call(1.0, 2.0, size, seed=17)


@samples("dropout", "dropout_", "feature_dropout", "feature_dropout_", "alpha_dropout", "alpha_dropout_",
         "feature_alpha_dropout", "feature_alpha_dropout_")
def dropout(make, name):
    for dtype in FLOATS:
        for p in (0.0, 0.3, 1.0):
            for train in (True, False):
                yield Call(make.tensor((4, 5), dtype), p, train, seed=18)
        yield Call(make.tensor((2, 3, 4, 5), dtype, layout="channels_last"), 0.5, True, seed=18)
        yield Call(make.tensor((5,), dtype), 0.5, True, seed=18)
    yield Call(make.tensor((5,)), 1.5, True, seed=18)


@samples("native_dropout")
def native_dropout(make, name):
    for dtype in FLOATS:
        for p in (0.0, 0.3, 1.0):
            for train in (True, None):
                yield Call(make.tensor((4, 5), dtype), p, train, seed=18)


@samples("multinomial")
def multinomial(make, name):
    for dtype in FLOATS:
        for replacement in (True, False):
            yield Call(make.tensor((6,), dtype, 0, 1), 4, replacement, seed=19)
            yield Call(make.tensor((3, 10), dtype, 0, 1), 7, replacement, seed=19)
            yield Call(make.tensor((3, 10), dtype, 0, 1), 1, replacement, seed=19)
            yield Call(make.tensor((6,), dtype, 0, 1), 9, replacement, seed=19)
    yield Call(torch.tensor([0.0, 0.0]), 1, seed=19)
    yield Call(torch.tensor([0.5, -0.1]), 1, seed=19)
    yield Call(torch.tensor([1, 2]), 1, seed=19)


@samples("rand.out", "randn.out")
def shaped_out(make, name):
    for dtype in FLOATS:
        yield Call([4, 5], seed=3, out=torch.zeros(0, dtype=dtype))


@samples("rand.generator_out", "randn.generator_out")
def generator_out(make, name):
    yield Call([4, 5], generator=None, seed=3, out=torch.zeros(0))


@samples("randint.out", "randint.low_out")
def randint_out(make, name):
    for dtype in (torch.int64, torch.float32):
        yield Call(*([] if name == "randint.out" else [-3]), 10, [20], seed=6, out=torch.zeros(0, dtype=dtype))


@samples("randint.generator_out", "randint.low_generator_out")
def randint_generator_out(make, name):
    yield Call(*([] if name == "randint.generator_out" else [-3]), 10, [20], generator=None, seed=6, out=torch.zeros(0, dtype=torch.int64))


@samples("randperm.out")
def randperm_out(make, name):
    for dtype in (torch.int64, torch.float32):
        yield Call(12, seed=6, out=torch.zeros(0, dtype=dtype))


@samples("randperm.generator_out")
def randperm_generator_out(make, name):
    yield Call(12, generator=None, seed=6, out=torch.zeros(0, dtype=torch.int64))


@samples("exponential", "log_normal", "cauchy")
def drawn_copies(make, name):
    for dtype in FLOATS:
        yield Call(make.tensor((4, 5), dtype), seed=9)


@samples("geometric")
def geometric_copy(make, name):
    yield Call(make.tensor((4, 5)), 0.3, seed=9)


@samples("rand_like.out", "randn_like.out")
def like_out(make, name):
    for dtype in FLOATS:
        yield Call(make.tensor((4, 5), dtype), seed=9, out=torch.zeros(0, dtype=dtype))


@samples("randint_like.out", "randint_like.low_dtype_out")
def randint_like_out(make, name):
    low = [] if name == "randint_like.out" else [-3]
    yield Call(make.tensor((4, 5)), *low, 10, seed=9, out=torch.zeros(0))
