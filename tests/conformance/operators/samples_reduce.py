"""Reductions, running results, softmax."""

import math

import torch

from sampling import ALL, BOOL, COMPLEX, FLOATS, INTS, LAYOUTS, REDUCED, Call, samples

SHAPES = [(), (0,), (1,), (7,), (2, 3), (3, 0, 2), (2, 3, 4, 5), (3, 200), (200, 3)]
DIMS = [None, [], [0], [-1], [0, 1], [0, -1], [1, 1], [5]]


def inputs(make, dtypes):
    for i, dtype in enumerate(dtypes):
        for shape in SHAPES if i < 2 else [(), (2, 3), (3, 200)]:
            yield make.tensor(shape, dtype)
    for layout in LAYOUTS[1:]:
        yield make.tensor((2, 3, 4, 5), dtypes[0], layout=layout)
    yield make.special(dtypes[0])


@samples("sum", "mean", "prod", "any", "all", "max", "min", "_aminmax", "median", "nanmedian")
def whole(make, name):
    for x in inputs(make, ALL):
        if name in ("any", "all") and x.dtype.is_floating_point:
            x = x.double().nan_to_num(1, 1, 1).round().to(x.dtype)  # with out= of uint8 PyTorch tests the values after their conversion to bytes
        if (name not in ("median", "nanmedian") or x.numel()) and not (name == "prod" and x.numel() > 200):
            yield [x]
    if name in ("sum", "mean", "prod"):
        for dtype in ALL:
            for to in ALL:
                yield Call(make.tensor((2, 3), dtype, 0, 3), dtype=to)


@samples("sum.dim_IntList", "mean.dim", "nansum", "nanmean", "amax", "amin")
def over_dims(make, name):
    for x in inputs(make, ALL):
        for dims in DIMS:
            if dims is not None or not name.startswith("am"):
                yield [x, dims, make.pick([True, False])]
    if name.startswith("nan"):
        yield [torch.tensor([[1.0, math.nan], [math.nan, math.nan]]), [1]]
    if not name.startswith("am"):
        yield Call(make.tensor((2, 3), torch.int32), [0], dtype=torch.float64)
        yield Call(make.tensor((2, 3), torch.float32), [0], dtype=torch.float16)


@samples("prod.dim_int", "any.dim", "all.dim", "max.dim", "min.dim", "_aminmax.dim", "median.dim", "nanmedian.dim", "cummax", "cummin",
         "logcumsumexp", "_logcumsumexp")
def over_dim(make, name):
    dtypes = [d for d in ALL if not (d.is_complex and "median" in name)]
    for x in inputs(make, dtypes):
        if name == "prod.dim_int" and x.numel() > 200:
            continue  # overflows
        if name in ("any.dim", "all.dim") and x.dtype.is_floating_point:
            x = x.double().nan_to_num(1, 1, 1).round().to(x.dtype)
        for dim in (0, -1, 1, 4):
            if x.dim() == 0 and dim > 0:
                continue  # some of PyTorch's operators accept any dimension for a scalar
            yield [x, dim]
            if name not in ("cummax", "cummin", "logcumsumexp", "_logcumsumexp"):
                yield [x, dim, True]
    nan = torch.tensor([[1.0, math.nan, 2, math.nan], [3, 1, 3, 1]])
    yield [nan, 0]
    yield [nan, 1]
    yield [torch.tensor([[2, 1, 2, 1], [1, 1, 2, 2]]), 1]


@samples("any.dims", "all.dims")
def truth_over_dims(make, name):
    for x in inputs(make, ALL):
        if x.dtype.is_floating_point:
            x = x.double().nan_to_num(1, 1, 1).round().to(x.dtype)
        for dims in (None, [], [0], [-1], [0, 1], [1, 0], [0, 0], [4]):
            yield [x, dims, make.pick([True, False])]


@samples("argmax", "argmin")
def arg(make, name):
    for x in inputs(make, ALL):
        for dim in (None, 0, -1, 1):
            yield [x, dim, make.pick([True, False])]
    yield [torch.tensor([[2, 1, 2, 1], [1, 1, 2, 2]]), 1]
    yield [torch.tensor([1.0, math.nan, math.nan])]


@samples("aminmax")
def aminmax(make, name):
    for x in inputs(make, FLOATS + INTS + BOOL):
        for dim in (None, 0, -1, 1):
            yield Call(x, dim=dim, keepdim=make.pick([True, False]))


@samples("count_nonzero", "count_nonzero.dim_IntList")
def count_nonzero(make, name):
    for x in inputs(make, ALL):
        for dim in ([0], [0, 1], [], [-1]) if "dim" in name else (None, 0, 1, -1):
            yield [x, dim]


@samples("var", "std", "var_mean", "std_mean")
def spread(make, name):
    for x in inputs(make, FLOATS + COMPLEX + REDUCED + [torch.int64]):
        for unbiased in (True, False):
            yield [x, unbiased]


@samples("var.dim", "std.dim", "var_mean.dim", "std_mean.dim", "var.correction", "std.correction", "var_mean.correction",
         "std_mean.correction")
def spread_dims(make, name):
    for x in inputs(make, FLOATS + COMPLEX + REDUCED):
        for dims in DIMS:
            if "correction" in name:
                yield Call(x, dims, correction=make.pick([0, 1, 2, None, 7]), keepdim=True)
            else:
                yield [x, dims, make.pick([True, False]), make.pick([True, False])]
    yield Call(make.tensor((100,), low=1e4, high=1e4 + 1), [0], **({"correction": 1} if "correction" in name else {}))


ORDERS = [0, 1, 2, 3, 0.5, -1, math.inf, -math.inf]


@samples("norm.Scalar")
def norm(make, name):
    for x in inputs(make, FLOATS + COMPLEX + REDUCED + [torch.int64]):
        if x.dtype in REDUCED and x.numel() > 100:
            continue  # PyTorch sums in the dtype itself
        for p in ORDERS:
            yield [x, p]


@samples("norm.ScalarOpt_dim", "linalg_vector_norm")
def norm_dim(make, name):
    for x in inputs(make, FLOATS + COMPLEX + [torch.int64]):
        for p in ORDERS:
            for dims in ([0], [-1], [0, 1], []):
                yield [x, p, dims, make.pick([True, False])]
    if name == "norm.ScalarOpt_dim":
        yield [make.tensor((3,)), None, [0]]
    else:
        yield [make.tensor((3, 2)), 2, None]


@samples("norm.ScalarOpt_dtype")
def norm_dtype(make, name):
    for dtype in (torch.float64, torch.float32, torch.int64):
        yield Call(make.tensor((3, 2)), 2, dtype=dtype)


@samples("norm.ScalarOpt_dim_dtype")
def norm_dim_dtype(make, name):
    for dtype in (torch.float64, torch.float32, torch.int64):
        yield Call(make.tensor((3, 2)), 2, [0], True, dtype=dtype)


@samples("frobenius_norm")
def frobenius(make, name):
    yield [make.tensor((3, 2))]


@samples("frobenius_norm.dim", "logsumexp", "special_logsumexp")
def dims_keepdim(make, name):
    for x in inputs(make, FLOATS + REDUCED + [torch.int64]):
        for dims in ([0], [-1], [0, 1]):
            if name == "frobenius_norm.dim" or x.dtype.is_floating_point:
                yield [x, dims, make.pick([True, False])]
    yield [torch.tensor([-math.inf, -math.inf]), [0]]
    yield [torch.tensor([math.inf, 1.0]), [0]]


@samples("dist")
def dist(make, name):
    for p in ORDERS:
        for dtype in FLOATS:
            yield [make.tensor((3, 4), dtype), make.tensor((4,), dtype), p]
    yield [make.tensor((3,)), make.tensor((3,), torch.float64)]


@samples("trace")
def trace(make, name):
    for dtype in ALL:
        yield [make.tensor((3, 4), dtype)]
    yield [make.tensor((3,))]


@samples("sum_to_size")
def sum_to_size(make, name):
    for size in ([3], [1], [2, 1], [2, 3], [1, 1], [4], [1, 2, 3], []):
        yield [make.tensor((2, 3)), size]


@samples("cumsum", "cumprod")
def cumulate(make, name):
    for x in inputs(make, ALL):
        if name == "cumprod" and x.numel() > 200:
            continue  # wider sums under- and overflow at other elements
        for dim in (0, -1, 1):
            yield [x, dim]
    for to in ALL:
        yield Call(make.tensor((2, 3)), 0, dtype=to)
        yield Call(make.tensor((2, 3), torch.int32), 1, dtype=to)


@samples("diff")
def diff(make, name):
    for x in inputs(make, ALL):
        for n in (1, 2, 0, 9):
            yield [x, n]
            yield [x, n, 0]
    yield [make.tensor((2, 3)), 1, -1, make.tensor((2, 2)), make.tensor((2, 1))]
    yield [make.tensor((2, 3)), 1, 0, make.tensor((1, 3)), None]
    yield [make.tensor((2, 3)), 1, 0, make.tensor((3,)), None]


@samples("softmax.int", "log_softmax.int", "special_softmax", "special_log_softmax")
def softmax(make, name):
    for x in inputs(make, FLOATS + REDUCED[1:] + [torch.int64]):
        for dim in (0, -1, 1):
            yield [x, dim]
    yield Call(make.tensor((2, 3), torch.int64), 1, dtype=torch.float64)
    yield Call(make.tensor((2, 3)), 1, dtype=torch.float64)
    yield [torch.tensor([[-math.inf, 1.0], [-math.inf, -math.inf], [100, 1000]]), 1]


@samples("_softmax", "_log_softmax")
def raw_softmax(make, name):
    for layout in LAYOUTS:
        yield [make.tensor((2, 3, 4, 5), layout=layout), 1, False]
    yield [make.tensor((2, 3)), 1, True]
    yield [make.tensor((2, 3), torch.int64), 1, False]


@samples("_softmax_backward_data", "_log_softmax_backward_data")
def softmax_backward(make, name):
    for shape in [(2, 3), (), (2, 3, 4)]:
        for dtype in FLOATS:
            output = torch.softmax(make.tensor(shape, dtype), 0)
            yield [make.tensor(shape, dtype), output.log() if "log" in name else output, 0, dtype]
