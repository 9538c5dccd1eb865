"""Pooling and its inverses."""

import torch

from sampling import FLOATS, Call, samples

IMAGES = {1: (9,), 2: (7, 8), 3: (5, 6, 7)}
OPTIONS = [{"kernel_size": 2}, {"kernel_size": 3, "stride": 2}, {"kernel_size": 3, "stride": 2, "padding": 1}, {"kernel_size": 3, "stride": 2, "ceil_mode": True},
           {"kernel_size": 2, "stride": 3, "ceil_mode": True, "padding": 1}, {"kernel_size": 1, "stride": 2}]
WRONG = [{"kernel_size": 20}, {"kernel_size": 2, "padding": 2}, {"kernel_size": 2, "stride": 0}, {"kernel_size": 0}]


def spread(options, rank):
    return {key: value if isinstance(value, bool) else [value] * rank for key, value in options.items()}


def images(make, rank, dtypes):
    for dtype in dtypes:
        yield make.tensor((2, 3, *IMAGES[rank]), dtype)
        yield make.tensor((3, *IMAGES[rank]), dtype)
    for layout in ("channels_last", "transposed", "expanded"):
        yield make.tensor((2, 3, *IMAGES[rank]), layout=layout)
    yield make.tensor((0, 3, *IMAGES[rank]))


def rank_of(name):
    return int(name[name.index("d", name.index("pool")) - 1])


@samples("max_pool1d", "max_pool2d", "max_pool3d", "max_pool1d_with_indices", "max_pool2d_with_indices", "max_pool3d_with_indices")
def max_pool(make, name):
    rank = rank_of(name)
    for image in images(make, rank, FLOATS + [torch.bfloat16]):
        for options in OPTIONS + [{"kernel_size": 2, "dilation": 2}, {"kernel_size": 3, "dilation": 2, "padding": 1}]:
            yield Call(image, **spread(options, rank))
    for options in WRONG:
        yield Call(make.tensor((1, 2, *IMAGES[rank])), **spread(options, rank))
    image = make.tensor((1, 2, *IMAGES[rank]))
    image[0, 0] = torch.nan
    image[0, 1] = -torch.inf
    yield Call(image, **spread(OPTIONS[0], rank))


@samples("avg_pool1d", "avg_pool2d", "avg_pool3d")
def avg_pool(make, name):
    rank = rank_of(name)
    for image in images(make, rank, FLOATS + [torch.bfloat16, torch.int64]):
        for options in OPTIONS:
            yield Call(image, **spread(options, rank))
            yield Call(image, **spread(options, rank), count_include_pad=False)
            if rank > 1:
                yield Call(image, **spread(options, rank), divisor_override=3)
    for options in WRONG:
        yield Call(make.tensor((1, 2, *IMAGES[rank])), **spread(options, rank))


@samples("adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d", "_adaptive_avg_pool2d", "_adaptive_avg_pool3d", "adaptive_max_pool1d",
         "adaptive_max_pool2d", "adaptive_max_pool3d")
def adaptive(make, name):
    rank = rank_of(name)
    for image in images(make, rank, FLOATS + [torch.bfloat16]):
        for size in ([1] * rank, [3] * rank, [10] * rank, [2, 3, 4][:rank]):
            yield [image, size]


@samples("fractional_max_pool2d", "fractional_max_pool3d")
def fractional(make, name):
    rank = rank_of(name)
    for dtype in FLOATS:
        yield [make.tensor((2, 3, *IMAGES[rank]), dtype), [2] * rank, [3] * rank, make.tensor((2, 3, rank), dtype, 0, 1)]
        yield [make.tensor((3, *IMAGES[rank]), dtype), [2] * rank, [3] * rank, make.tensor((1, 3, rank), dtype, 0, 1)]


@samples("max_unpool2d", "max_unpool3d")
def unpool(make, name):
    rank = rank_of(name)
    for dtype in FLOATS:
        image = make.tensor((2, 3, *[4] * rank), dtype)
        pool = torch.ops.aten.max_pool2d_with_indices if rank == 2 else torch.ops.aten.max_pool3d_with_indices
        values, indices = pool(image, [2] * rank, [2] * rank)
        extra = [[2] * rank, [0] * rank] if rank == 3 else []
        yield [values, indices, [4] * rank, *extra]
        yield [values[0], indices[0], [4] * rank, *extra]
    yield [values, indices, [1] * rank, *extra]
    yield [values, indices.int(), [4] * rank, *extra]
