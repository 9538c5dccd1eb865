"""Areas, covariance, limited norms, powers, padded sequences, Poisson's distribution."""

import torch

from sampling import FLOATS, Call, samples

NUMBERS = FLOATS + [torch.int64]


@samples("trapezoid.dx", "trapz.dx", "cumulative_trapezoid.dx", tolerance=1e-4)
def steps(make, name):
    for dtype in NUMBERS:
        for shape in [(5,), (2, 4), (2, 3, 4), (1,), (0,)]:
            for dim in (-1, 0):
                yield Call(make.tensor(shape, dtype), dim=dim)
                yield Call(make.tensor(shape, dtype), dx=0.5, dim=dim)
    yield Call(make.tensor((4,), torch.bool))


@samples("trapezoid.x", "trapz.x", "cumulative_trapezoid.x", tolerance=1e-4)
def places(make, name):
    for dtype in NUMBERS:
        yield [make.tensor((5,), dtype), make.tensor((5,), dtype)]
        yield [make.tensor((2, 4), dtype), make.tensor((4,), dtype)]
        yield [make.tensor((2, 4), dtype), make.tensor((2, 4), dtype)]
        yield Call(make.tensor((3, 4), dtype), make.tensor((3,), dtype), dim=0)
    yield [make.tensor((2, 4)), make.tensor((3,))]


@samples("cov", tolerance=1e-4)
def cov(make, name):
    for dtype in FLOATS:
        for shape in [(6,), (3, 6), (1, 4)]:
            for correction in (0, 1):
                yield Call(make.tensor(shape, dtype), correction=correction)
        yield Call(make.tensor((3, 4), dtype), fweights=torch.tensor([1, 2, 1, 3]))
        yield Call(make.tensor((3, 4), dtype), aweights=make.tensor((4,), dtype, 0.5, 2))
        yield Call(make.tensor((3, 4), dtype), fweights=torch.tensor([1, 2, 1, 3]), aweights=make.tensor((4,), dtype, 0.5, 2))
    yield [make.tensor((2, 3, 4))]


@samples("corrcoef", tolerance=1e-4)
def corrcoef(make, name):
    for dtype in FLOATS:
        yield [make.tensor((3, 6), dtype)]
        yield [make.tensor((6,), dtype)]


@samples("renorm", tolerance=1e-4)
def renorm(make, name):
    for dtype in FLOATS:
        for p in (1, 2, 3.0):
            for dim in (0, -1):
                yield [make.tensor((3, 4), dtype), p, dim, 2.0]
                yield [make.tensor((2, 3, 4), dtype), p, dim, 5]
    yield [make.tensor((3,)), 2, 0, 1.0]
    yield [make.tensor((3, 4)), -1, 0, 1.0]


@samples("vander", strides=False)
def vander(make, name):
    for dtype in NUMBERS:
        yield [make.tensor((4,), dtype)]
        yield [make.tensor((4,), dtype), 3]
        yield [make.tensor((4,), dtype), 5, True]
    yield [make.tensor((2, 2))]


@samples("pad_sequence")
def pad_sequence(make, name):
    for batch_first in (False, True):
        yield [[make.tensor((3,)), make.tensor((5,)), make.tensor((1,))], batch_first, 0.5]
        yield [[make.tensor((3, 2)), make.tensor((4, 2))], batch_first]
        if not torch.__version__.startswith("1."):
            for side in ("left", "right", "middle"):
                yield [[make.tensor((3, 2)), make.tensor((4, 2))], batch_first, 0.5, side]


@samples("poisson")
def poisson(make, name):
    for dtype in FLOATS:
        yield Call(make.tensor((40,), dtype, 0, 8), seed=3)
        yield Call(make.tensor((5, 8), dtype, 9, 50), seed=4)
