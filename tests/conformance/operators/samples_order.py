"""Sorting, ranks, searching and counting."""

import math

import torch

from sampling import ALL, BOOL, FLOATS, INTS, LAYOUTS, REDUCED, Call, samples

ORDERED = FLOATS + INTS + REDUCED + BOOL
SHAPES = [(), (0,), (1,), (9,), (3, 4), (3, 0, 2), (2, 30)]


def inputs(make, dtypes=ORDERED):
    for i, dtype in enumerate(dtypes):
        for shape in SHAPES if i < 2 else [(), (3, 4), (2, 30)]:
            yield make.tensor(shape, dtype)
    for layout in LAYOUTS[1:]:
        yield make.tensor((2, 3, 4, 5), layout=layout)
    yield make.special(torch.float32)
    yield make.tensor((100,), torch.int64)


@samples("sort", "argsort")
def sort(make, name):
    for x in inputs(make):
        for dim in (0, -1, 1):
            for descending in (False, True):
                yield [x, dim, descending]


@samples("sort.stable", "argsort.stable")
def sort_stable(make, name):
    for x in inputs(make):
        for dim in (0, -1, 1):
            for descending in (False, True):
                for stable in (True, False):
                    yield Call(x, stable=stable, dim=dim, descending=descending)


@samples("msort")
def msort(make, name):
    for x in inputs(make):
        yield [x]


@samples("topk")
def topk(make, name):
    for x in inputs(make, FLOATS + [torch.int64, torch.uint8]):
        for k in (0, 1, 2, 5):
            for largest in (True, False):
                yield [x, k, -1, largest]
                yield [x, k, 0, largest, True]
    yield [make.tensor((300,), torch.int64), 3]
    yield [make.tensor((3, 4)), -1]
    yield [make.tensor((3, 4)), 2, 5]


@samples("kthvalue")
def kthvalue(make, name):
    for x in inputs(make):
        for k in (1, 2, 4, 0):
            for dim in (0, -1):
                yield [x, k, dim, make.pick([True, False])]


@samples("mode")
def mode(make, name):
    for x in inputs(make, INTS + BOOL + FLOATS):
        if not x.isnan().any():
            yield [x]
            yield [x, 0, True]


@samples("quantile", "nanquantile")
def quantile(make, name):
    for dtype in FLOATS + [torch.float16, torch.int64]:
        for shape in [(), (9,), (3, 4), (0,), (2, 3, 4)]:
            x = make.tensor(shape, dtype)
            for q in (0.3, [0.0, 0.5, 1.0], 1.5):
                for how in ("linear", "lower", "higher", "midpoint", "nearest", "best"):
                    yield Call(x, torch.tensor(q, dtype=dtype), make.pick([0, -1, None]), make.pick([True, False]), interpolation=how)
    for q in ([], [[0.5]]):
        yield [make.tensor((3, 4)), torch.tensor(q), 1]
    yield [torch.tensor([[1.0, math.nan, 3], [1, 2, 5]]), torch.tensor([0.2, 0.7]), 1]


@samples("quantile.scalar", "nanquantile.scalar")
def quantile_scalar(make, name):
    for q in (0.0, 0.25, 1.0, -0.5):
        yield [make.tensor((3, 4)), q, 1]
        yield [make.tensor((3, 4)), q]


@samples("searchsorted.Tensor")
def searchsorted(make, name):
    for dtype in ORDERED:
        for right in (False, True):
            edges = make.tensor((8,), dtype).sort()[0]
            yield Call(edges, make.tensor((3, 4), dtype), right=right, out_int32=right)
            rows = make.tensor((3, 8), dtype).sort(-1)[0]
            yield Call(rows, make.tensor((3, 4), dtype), side="right" if right else "left")
    x = make.tensor((8,))
    yield Call(x, make.tensor((3,)), sorter=x.argsort())
    yield Call(x.sort()[0], make.special(torch.float32))
    yield Call(x.sort()[0], make.tensor((3,)), side="left", right=True)
    yield Call(x.sort()[0], make.tensor((3,)), side="up")
    yield [x.sort()[0], make.tensor((3,), torch.float64)]
    yield [make.tensor((2, 3)), make.tensor((3, 2))]
    yield [make.tensor(()), make.tensor((3,))]
    yield [make.tensor((0,)), make.tensor((3,))]


@samples("searchsorted.Scalar")
def searchsorted_scalar(make, name):
    for value in (0, 0.5, -9):
        yield [make.tensor((8,)).sort()[0], value]
    yield [make.tensor((2, 3)), 1]


@samples("bucketize.Tensor")
def bucketize(make, name):
    for right in (False, True):
        yield Call(make.tensor((3, 4)), make.tensor((5,)).sort()[0], right=right)
        yield Call(make.tensor((3, 4), torch.int64), make.tensor((5,), torch.int64).sort()[0], right=right, out_int32=True)
    yield [make.tensor((3,)), make.tensor((2, 2))]


@samples("bucketize.Scalar")
def bucketize_scalar(make, name):
    for value in (0, 0.5, -9):
        yield [value, make.tensor((8,)).sort()[0]]


@samples("isin.Tensor_Tensor")
def isin(make, name):
    for a in FLOATS + INTS:
        for b in (torch.int64, torch.float32):
            for invert in (False, True):
                yield Call(make.tensor((3, 4), a), make.tensor((2, 2), b), invert=invert)
                yield Call(make.tensor((2,), a), make.tensor((30,), b), invert=invert)
    yield [torch.tensor([math.nan, 1.0]), torch.tensor([math.nan, 1.0])]


@samples("isin.Tensor_Scalar")
def isin_scalar(make, name):
    for value in (1, 2.0):
        yield [make.tensor((5,), torch.int64), value]


@samples("isin.Scalar_Tensor")
def scalar_isin(make, name):
    for value in (1, 2.0):
        yield [value, make.tensor((5,), torch.int64)]


@samples("_unique2", "_unique")
def unique(make, name):
    for x in inputs(make):
        if not x.isnan().any():
            for inverse in (False, True):
                yield [x, True, inverse, True] if name == "_unique2" else [x, True, inverse]
    if name == "_unique2":
        yield [make.tensor((9,), torch.int64), True, False, False]


@samples("unique_dim")
def unique_dim(make, name):
    for x in inputs(make):
        if not x.isnan().any():
            for inverse in (False, True):
                yield [x, 0, True, inverse, inverse]
    yield [make.tensor((2, 9), torch.int64, 0, 1), 1, True, True, True]


@samples("unique_consecutive")
def unique_consecutive(make, name):
    for x in inputs(make):
        if not x.isnan().any():
            for inverse in (False, True):
                yield [x, inverse, inverse]
                yield [x, inverse, inverse, 0]


@samples("unique_dim_consecutive")
def unique_dim_consecutive(make, name):
    yield [make.tensor((9, 2), torch.int64, 0, 1), 0, True, True]


@samples("bincount")
def bincount(make, name):
    for dtype in INTS + FLOATS:
        for least in (0, 9):
            yield [make.tensor((9,), dtype, 0, 5), None, least]
            yield [make.tensor((9,), dtype, 0, 5), make.tensor((9,)), least]
    yield [make.tensor((9,), torch.int64, 0, 5), make.tensor((9,), torch.int64)]
    yield [make.tensor((9,), torch.int64, -5, 5)]
    yield [make.tensor((0,), torch.int64), None, 3]
    yield [make.tensor((2, 2), torch.int64, 0, 5)]
    yield [make.tensor((9,), torch.int64, 0, 5), make.tensor((8,))]
    yield [make.tensor((9,), torch.int64, 0, 5), None, -1]


@samples("histc")
def histc(make, name):
    for dtype in FLOATS + [torch.int64]:
        for low, high in [(0, 0), (-2, 2), (1, 2), (2, 1)]:
            yield [make.tensor((50,), dtype), 10, low, high]
    yield [make.tensor((5,)), 0]
    yield [make.tensor((0,)), 3]
    yield [torch.ones(5), 3]
    yield [torch.tensor([math.inf, 1.0]), 3]


@samples("one_hot")
def one_hot(make, name):
    for classes in (-1, 6, 3, 0):
        for shape in [(), (4,), (2, 3), (0,)]:
            yield [make.tensor(shape, torch.int64, 0, 5), classes]
    yield [make.tensor((3,))]
    yield [make.tensor((3,), torch.int64, -3, -1)]
