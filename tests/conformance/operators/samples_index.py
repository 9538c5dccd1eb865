"""Indexing with tensors, gathering and scattering, masks."""

import torch

from sampling import ALL, COMPLEX, FLOATS, INTS, LAYOUTS, REDUCED, Call, samples

NUMBERS = FLOATS + INTS + REDUCED
SOME = [torch.float32, torch.int64, torch.bool, torch.complex64, torch.float16]


def positions(make, shape, size, low=0):
    return make.tensor(shape, torch.int64, low, max(size - 1, low))


def index_lists(make):
    """(shape of self, indices)"""
    at = lambda shape, size: positions(make, shape, size, -size)
    mask = lambda shape: make.tensor(shape, torch.bool)
    yield (5,), [at((3,), 5)]
    yield (5, 4), [at((2, 3), 5)]
    yield (5, 4), [at((3,), 5), at((3,), 4)]
    yield (5, 4), [None, at((3,), 4)]
    yield (5, 4), [at((3, 1), 5), at((2,), 4)]
    yield (5, 4, 3), [at((2,), 5), None, at((2,), 3)]
    yield (5, 4, 3), [None, at((2,), 4), at((2, 2), 3)]
    yield (5, 4, 3), [None, None, at((2, 2), 3)]
    yield (2, 3, 4, 5), [None, at((2,), 3), at((2,), 4)]
    yield (2, 3, 4, 5), [at((3,), 2), None, None, at((3,), 5)]
    yield (5, 4), [mask((5, 4))]
    yield (5, 4), [mask((5,))]
    yield (5, 4), [None, mask((4,))]
    yield (5, 4), [mask((5,)).byte()]
    yield (5, 4, 3), [mask((5, 4)), at((1,), 3)]
    yield (5, 4), [torch.zeros(5, dtype=torch.bool)]
    yield (5, 4), [at((0,), 5)]
    yield (0, 4), [torch.zeros(0, dtype=torch.int64)]
    yield (5, 4), [torch.tensor(2)]
    yield (5, 4), [torch.tensor([7])]
    yield (5, 4), [torch.tensor([-6])]
    yield (5, 4), [torch.tensor([1.0])]
    yield (5, 4), [torch.tensor([1], dtype=torch.int32)]
    yield (5, 4), [mask((4,))]
    yield (5,), [at((2,), 5), at((2,), 5)]
    yield (5, 4), [at((2,), 5), at((3,), 4)]
    yield (5, 4), [None, None, at((1,), 2)]


@samples("index.Tensor_hacked_twin")
def index_defined(make, name):
    yield [make.tensor((5, 4)), [positions(make, (3,), 5), positions(make, (3,), 4)]]


@samples("index_put.hacked_twin", "index_put_.hacked_twin", "_index_put_impl_.hacked_twin")
def index_put_defined(make, name):
    yield [make.tensor((5, 4)), [positions(make, (3,), 5)], make.tensor((4,))]


@samples("index.Tensor")
def index(make, name):
    for layout in LAYOUTS:
        for shape, indices in index_lists(make):
            yield [make.tensor(shape, layout=layout), indices]
    for dtype in ALL:
        yield [make.tensor((4, 3), dtype), [positions(make, (5,), 4)]]


@samples("index_put_")
def index_put(make, name):
    for layout in ("contiguous", "transposed", "strided"):
        for shape, indices in index_lists(make):
            x = make.tensor(shape, layout=layout)
            yield [x, indices, make.tensor(())]
            yield [x.clone(), indices, make.tensor(()), True]
            try:
                found = x[tuple(slice(None) if i is None else i for i in indices)]
            except (IndexError, RuntimeError, TypeError):
                continue
            yield [x.clone(), indices, make.tensor(found.shape), True]
    for dtype in ALL:
        yield [make.tensor((4, 3), dtype), [torch.tensor([0, 2])], make.tensor((2, 3), dtype)]
        yield [make.tensor((4, 3), dtype), [torch.tensor([0, 2, 0])], make.tensor((3,), dtype), True]
        yield [make.tensor((4, 3), dtype), [make.tensor((4, 3), torch.bool)], torch.tensor(1)]
    yield [make.tensor((4, 3)), [torch.tensor([0])], make.tensor((4,))]
    yield [make.tensor((4, 3)), [torch.tensor([0])], make.tensor((1, 1, 3))]


@samples("index_put", "_index_put_impl", "_index_put_impl_")
def index_put_copy(make, name):
    yield [make.tensor((4, 3)), [torch.tensor([0, 2])], make.tensor((2, 3))]
    yield [make.tensor((4, 3), layout="transposed"), [None, torch.tensor([0, 2])], make.tensor((4, 2)), True]


@samples("nonzero", "nonzero_numpy", "argwhere", "where")
def nonzero(make, name):
    for dtype in ALL:
        for shape in [(), (0,), (5,), (2, 3), (2, 3, 4)]:
            yield [make.tensor(shape, dtype, -1, 1)]
    for layout in LAYOUTS:
        yield [make.tensor((2, 3, 4, 5), torch.int64, -1, 1, layout)]


@samples("nonzero_static")
def nonzero_static(make, name):
    for dtype in ALL:
        for shape in [(), (0,), (5,), (2, 3), (2, 3, 4)]:
            for size in (0, 3, 30, -1):
                yield Call(make.tensor(shape, dtype, -1, 1), size=size, fill_value=make.pick([-1, 7]))


@samples("index_select")
def index_select(make, name):
    for layout in LAYOUTS:
        for dim in (0, 1, -1):
            yield [make.tensor((4, 5, 3), layout=layout), dim, positions(make, (6,), 3)]
    for dtype in ALL:
        yield [make.tensor((4,), dtype), 0, positions(make, (3,), 4).int()]
    for index in [torch.tensor(1), torch.tensor([7]), torch.tensor([-1]), torch.tensor([[0]]), torch.tensor([1.0]), torch.tensor([], dtype=torch.int64)]:
        yield [make.tensor((4, 2)), 0, index]
    yield [make.tensor(()), 0, torch.tensor([0])]
    yield [make.tensor((0, 3)), 1, torch.tensor([0, 2])]


@samples("index_add", "index_copy")
def index_add(make, name):
    for dtype in ALL:
        yield [make.tensor((4, 3), dtype), 0, torch.tensor([0, 3]), make.tensor((2, 3), dtype)]
        yield [make.tensor((4,), dtype), 0, torch.tensor([1, 2]), make.tensor((2,), dtype)]
    for layout in LAYOUTS[:4]:
        yield [make.tensor((4, 3), layout=layout), 1, torch.tensor([2, 0]), make.tensor((4, 2))]
    for index, shape in [([0, 9], (2, 3)), ([0], (2, 3)), ([0, -1], (2, 3)), ([0, 1], (2, 4))]:
        yield [make.tensor((4, 3)), 0, torch.tensor(index), make.tensor(shape)]
    yield [make.tensor((4, 3)), 0, torch.tensor([0]), make.tensor((1, 3), torch.int64)]
    yield [make.tensor(()), 0, torch.tensor([0]), make.tensor((1,))]
    if name == "index_add":
        yield [make.tensor((4, 3)), 0, torch.tensor([1, 1]), make.tensor((2, 3))]
        yield Call(make.tensor((4, 3)), 0, torch.tensor([1, 1]), make.tensor((2, 3)), alpha=-2.5)
        yield Call(make.tensor((4,), torch.int64), 0, torch.tensor([1, 1], dtype=torch.int32), make.tensor((2,), torch.int64), alpha=3)
        yield Call(make.tensor((4,), torch.int64), 0, torch.tensor([1]), make.tensor((1,), torch.int64), alpha=0.5)


@samples("index_reduce")
def index_reduce(make, name):
    for reduce in ("prod", "mean", "amax", "amin", "sum"):
        for include in (True, False):
            for dtype in FLOATS + [torch.int64, torch.float16]:
                yield Call(make.tensor((4, 3), dtype), 0, torch.tensor([1, 1, 3]), make.tensor((3, 3), dtype), reduce, include_self=include)


@samples("index_fill.int_Scalar")
def index_fill(make, name):
    for dtype in ALL:
        yield [make.tensor((4, 3), dtype), 0, torch.tensor([0, 2]), 1]
    for dim, index in [(1, [2]), (-1, [0, -1]), (0, [4]), (0, [-5]), (0, []), (2, [0])]:
        yield [make.tensor((4, 3)), dim, torch.tensor(index, dtype=torch.int64), 2.5]
    yield [make.tensor((4, 3), layout="transposed"), 0, torch.tensor(1), 1]
    yield [make.tensor(()), 0, torch.tensor([0]), 1]


@samples("index_fill.int_Tensor")
def index_fill_tensor(make, name):
    yield [make.tensor((4, 3)), 0, torch.tensor([0, 2]), torch.tensor(1.5)]
    yield [make.tensor((4, 3)), 0, torch.tensor([0, 2]), torch.tensor([1.5])]


@samples("gather")
def gather(make, name):
    for dtype in ALL:
        yield [make.tensor((3, 4), dtype), 1, positions(make, (3, 6), 4)]
    for layout in LAYOUTS:
        yield [make.tensor((3, 4, 5), layout=layout), 0, positions(make, (2, 4, 3), 3)]
    for shape, dim, index in [((), 0, torch.tensor(0)), ((3,), 0, torch.tensor([5])), ((3,), 0, torch.tensor([-1])), ((3,), 0, torch.tensor(1)),
                              ((3, 2), 0, torch.tensor([0])), ((3, 2), 0, torch.zeros(1, 3, dtype=torch.int64)),
                              ((3,), 0, torch.tensor([0.0])), ((3,), 0, torch.tensor([], dtype=torch.int64)), ((3,), 1, torch.tensor([0]))]:
        yield [make.tensor(shape), dim, index]


@samples("take_along_dim")
def take_along_dim(make, name):
    yield [make.tensor((3, 4)), positions(make, (3, 2), 4), 1]
    yield [make.tensor((3, 4)), positions(make, (1, 2), 4), 1]
    yield [make.tensor((1, 4)), positions(make, (3, 2), 4), 1]
    yield [make.tensor((3, 4)), positions(make, (5,), 12)]
    yield [make.tensor((3, 4)), positions(make, (5,), 12), 0]
    yield [make.tensor((3, 4)), torch.tensor([[1.0]]), 0]


SCATTERS = [((3, 5), 0, (2, 5), (2, 5)), ((3, 5), 1, (3, 2), (3, 4)), ((4,), 0, (3,), (3,)), ((2, 3, 4), 1, (2, 5, 4), (2, 5, 4)),
            ((3, 5), 0, (2, 6), (2, 6)), ((3, 5), 0, (2, 5), (1, 5)), ((3, 5), 0, (2,), (2, 5)), ((3, 5), 0, (0,), (2, 5))]


def scatters(make, dtypes):
    for shape, dim, index, source in SCATTERS:
        yield make.tensor(shape), dim, positions(make, index, shape[dim]), make.tensor(source)
    for layout in LAYOUTS[:4]:
        yield make.tensor((3, 5), layout=layout), 0, positions(make, (2, 5), 3), make.tensor((2, 5), layout=layout)
    for dtype in dtypes:
        yield make.tensor((3, 5), dtype), 0, positions(make, (2, 5), 3), make.tensor((2, 5), dtype)
    yield make.tensor((3,)), 0, torch.tensor([3]), make.tensor((1,))
    yield make.tensor((3,)), 0, torch.tensor([-1]), make.tensor((1,))
    yield make.tensor((3,)), 0, torch.tensor([0]), make.tensor((1,), torch.int64)
    yield make.tensor(()), 0, torch.tensor(0), make.tensor(())


@samples("scatter.src", "scatter_add")
def scatter(make, name):
    for x, dim, index, source in scatters(make, ALL):
        yield [x, dim, index, source]


@samples("scatter.value")
def scatter_value(make, name):
    for x, dim, index, source in scatters(make, ALL):
        yield [x, dim, index, make.pick([1, 2.5, True])]


@samples("scatter.reduce", "scatter.value_reduce")
def scatter_reduce_old(make, name):
    for reduce in ("add", "multiply", "max"):
        for x, dim, index, source in scatters(make, NUMBERS):
            yield Call(x, dim, index, 2 if "value" in name else source, reduce=reduce)


@samples("scatter_reduce.two")
def scatter_reduce(make, name):
    for reduce in ("sum", "prod", "mean", "amax", "amin", "max"):
        for include in (True, False):
            for x, dim, index, source in scatters(make, NUMBERS):
                yield Call(x, dim, index, source, reduce, include_self=include)


@samples("masked_fill.Scalar")
def masked_fill(make, name):
    for dtype in ALL:
        yield [make.tensor((3, 4), dtype), make.tensor((3, 4), torch.bool), 1]
    for layout in LAYOUTS[:4]:
        yield [make.tensor((3, 4), layout=layout), make.tensor((4,), torch.bool), 2.5]
    for shape, mask in [((), ()), ((3,), ()), ((), (3,)), ((3,), (2, 3)), ((3,), (2,)), ((0,), (0,))]:
        yield [make.tensor(shape), make.tensor(mask, torch.bool), 1]
    yield [make.tensor((3,)), make.tensor((3,), torch.uint8, 0, 1), 1]
    yield [make.tensor((3,)), make.tensor((3,), torch.int64), 1]
    yield [make.tensor((3,), torch.int64), make.tensor((3,), torch.bool), float("-inf")]
    yield [make.tensor((3,)), make.tensor((3,), torch.bool), float("-inf")]
    yield [make.tensor((3,)), make.tensor((3,), torch.bool), 1 + 2j]
    yield [make.tensor((3,), torch.int64), make.tensor((3,), torch.bool), 2.5]


@samples("masked_fill.Tensor")
def masked_fill_tensor(make, name):
    yield [make.tensor((3, 4)), make.tensor((3, 4), torch.bool), torch.tensor(2.0)]
    yield [make.tensor((3, 4)), make.tensor((3, 4), torch.bool), torch.tensor([2.0])]
    yield [make.tensor((3, 4), torch.int64), make.tensor((3, 4), torch.bool), torch.tensor(2.0)]


@samples("masked_select")
def masked_select(make, name):
    for layout in LAYOUTS:
        yield [make.tensor((3, 4, 2), layout=layout), make.tensor((3, 4, 2), torch.bool)]
    for shape, mask in [((), ()), ((3,), ()), ((), (3,)), ((3,), (2, 3)), ((3,), (2,)), ((0,), (0,))]:
        for dtype in SOME:
            yield [make.tensor(shape, dtype), make.tensor(mask, torch.bool)]
    yield [make.tensor((3,)), make.tensor((3,))]


@samples("masked_scatter")
def masked_scatter(make, name):
    # PyTorch fills transposed tensors in place in memory order.
    for layout in ("contiguous", "strided", "offset"):
        yield [make.tensor((3, 4), layout=layout), make.tensor((3, 4), torch.bool), make.tensor((12,))]
    yield [make.tensor((3, 4)), torch.ones(3, 4, dtype=torch.bool), make.tensor((5,))]
    yield [make.tensor((4,)), make.tensor((3, 4), torch.bool), make.tensor((12,))]
    yield [make.tensor((4,)), make.tensor((4,), torch.bool), make.tensor((12,), torch.int64)]


@samples("where.self")
def where(make, name):
    for a in SOME + [torch.float64, torch.int32]:
        for b in SOME:
            yield [make.tensor((2, 3), torch.bool), make.tensor((2, 3), a), make.tensor((3,), b)]
            if not (a.is_complex and b == torch.float16):  # the result would be complex32
                yield [make.tensor((2, 3), torch.bool), make.tensor((), a), make.tensor((2, 3), b)]
    for layout in LAYOUTS:
        x = make.tensor((2, 3, 4, 5), layout=layout)
        yield [x > 0, x, make.tensor((2, 3, 4, 5), layout=layout)]
        yield [x > 0, x, torch.tensor(0.0)]
        yield [make.tensor((2, 3, 4, 5), torch.bool), torch.tensor(0.0), x]
    for shapes in [((), (), ()), ((0,), (0,), (0,)), ((3,), (2,), (3,)), ((2, 1), (3,), ())]:
        yield [make.tensor(shapes[0], torch.bool), make.tensor(shapes[1]), make.tensor(shapes[2])]
    yield [make.tensor((3,), torch.uint8), make.tensor((3,)), make.tensor((3,))]
    yield [make.tensor((3,), torch.int64), make.tensor((3,)), make.tensor((3,))]


@samples("where.ScalarOther")
def where_other(make, name):
    for dtype in SOME:
        for value in (1, 2.5):
            yield [make.tensor((2, 3), torch.bool), make.tensor((2, 3), dtype), value]
            yield [make.tensor((2, 3), torch.bool), make.tensor((), dtype), value]


@samples("where.ScalarSelf")
def where_self(make, name):
    for dtype in SOME:
        for value in (1, 2.5):
            yield [make.tensor((2, 3), torch.bool), value, make.tensor((2, 3), dtype)]


@samples("where.Scalar")
def where_scalars(make, name):
    for a in (1, 2.5):
        for b in (1, 2.5):
            yield [make.tensor((2, 3), torch.bool), a, b]


@samples("take")
def take(make, name):
    for layout in LAYOUTS[:4]:
        yield [make.tensor((3, 4), layout=layout), positions(make, (2, 2), 12, -12)]
    for shape, index in [((3,), [3]), ((3,), [-4]), ((0,), [0]), ((0,), [])]:
        yield [make.tensor(shape), torch.tensor(index, dtype=torch.int64)]
    yield [make.tensor((3,)), torch.tensor([0.0])]


@samples("put")
def put(make, name):
    for layout in LAYOUTS[:4]:
        for accumulate in (False, True):
            yield [make.tensor((3, 4), layout=layout), torch.tensor([0, 5, -1]), make.tensor((3,)), accumulate]
    yield [make.tensor((3,)), torch.tensor([3]), make.tensor((1,))]
    yield [make.tensor((3,)), torch.tensor([0]), make.tensor((2,))]
    yield [make.tensor((3,)), torch.tensor([0]), make.tensor((1,), torch.int64)]
