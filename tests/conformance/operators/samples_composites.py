"""Operators that call other operators: statistics of tables, areas under lines, sequences of different lengths."""

import torch

from sampling import FLOATS, Call, samples


@samples("cov", "corrcoef", tolerance=1e-4)
def tables(make, name):
    for dtype in FLOATS:
        for shape in [(2, 5), (1, 4), (3, 7), (6,)]:
            yield [make.tensor(shape, dtype)]
    yield [make.tensor((3, 4), torch.int64)]
    yield [make.tensor((2, 3, 4))]
    if name == "aten::cov":
        yield Call(make.tensor((2, 5)), correction=0)


@samples("histogram.bin_ct", tolerance=1e-4)
def histogram(make, name):
    for dtype in FLOATS:
        yield [make.tensor((40,), dtype), 5]
        yield Call(make.tensor((4, 6), dtype), 4, range=[-2.0, 2.0])
        yield Call(make.tensor((30,), dtype), 3, density=True)
    yield [make.tensor((5,)), 0]


@samples("renorm", tolerance=1e-4)
def renorm(make, name):
    for dtype in FLOATS:
        for dim in (0, 1, -1):
            yield [make.tensor((3, 4, 2), dtype), 2, dim, 1.5]
        yield [make.tensor((3, 4), dtype), 1, 0, 4.0]
    yield [make.tensor((4,)), 2, 0, 1.0]


@samples("vander")
def vander(make, name):
    for dtype in [*FLOATS, torch.int64]:
        x = make.tensor((4,), dtype)
        yield [x]
        yield [x, 3, True]
        yield [x, 2]
    yield [make.tensor((2, 2))]


@samples("range", "range.step")
def ranges(make, name):
    yield [1, 4]
    yield [0.5, 3.25]
    if name == "aten::range.step":
        yield [1, 4, 0.5]
        yield [5, -1, -2]
        yield Call(0, 10, 3, dtype=torch.int64)
        yield [1, 5, -1]


@samples("pad_sequence")
def sequences(make, name):
    for dtype in [*FLOATS, torch.int64]:
        rows = [make.tensor((n, 2), dtype) for n in (3, 1, 4)]
        yield [rows]
        yield [rows, True, 7.0]
        yield [[make.tensor((n,), dtype) for n in (2, 0, 5)]]


@samples("trapezoid.dx", "trapz.dx", "trapezoid.x", "trapz.x", tolerance=1e-4)
def areas(make, name):
    for dtype in FLOATS:
        for shape in [(5,), (3, 4), (2, 3, 4)]:
            y = make.tensor(shape, dtype)
            if name.endswith(".dx"):
                yield [y]
                yield Call(y, dx=0.5, dim=0)
            else:
                yield [y, make.tensor((shape[-1],), dtype)]
                yield [y, make.tensor(shape, dtype)]
