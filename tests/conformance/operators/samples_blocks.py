"""Operators that split images into blocks and join them again."""

import torch

from sampling import FLOATS, Call, samples


@samples("pixel_shuffle", "pixel_unshuffle", "channel_shuffle", "native_channel_shuffle")
def shuffles(make, name):
    for dtype in FLOATS + [torch.int64]:
        for shape in [(2, 8, 4, 6), (8, 4, 6)]:
            # native_channel_shuffle does not check its arguments.
            for factor in (1, 2, 3, 0) if not name.startswith("native") else (1, 2, 4):
                yield [make.tensor(shape, dtype), factor]
    yield [make.tensor((2, 8, 4, 6), layout="channels_last"), 2]


@samples("im2col")
def im2col(make, name):
    for dtype in FLOATS:
        for kernel, dilation, padding, stride in [([2, 3], [1, 1], [0, 0], [1, 1]), ([2, 2], [2, 1], [1, 2], [2, 1]), ([9, 9], [1, 1], [0, 0], [1, 1])]:
            yield [make.tensor((2, 3, 6, 7), dtype), kernel, dilation, padding, stride]
            yield [make.tensor((3, 6, 7), dtype), kernel, dilation, padding, stride]


@samples("col2im", tolerance=1e-4)
def col2im(make, name):
    for dtype in FLOATS:
        yield [make.tensor((2, 12, 16), dtype), [5, 5], [2, 2], [1, 1], [0, 0], [1, 1]]
        yield [make.tensor((12, 16), dtype), [5, 5], [2, 2], [1, 1], [0, 0], [1, 1]]
        yield [make.tensor((2, 12, 17), dtype), [5, 5], [2, 2], [1, 1], [0, 0], [1, 1]]


@samples("grid_sampler", "grid_sampler_2d", "grid_sampler_3d", tolerance=1e-4)
def grids(make, name):
    for rank in {"grid_sampler": (2, 3), "grid_sampler_2d": (2,), "grid_sampler_3d": (3,)}[name]:
        for dtype in FLOATS:
            for mode in (0, 1, 2):
                for padding in (0, 1, 2):
                    for align in (False, True):
                        yield [make.tensor((2, 3, *(4, 5, 6)[:rank]), dtype), make.tensor((2, *(3, 4, 2)[:rank], rank), dtype, -1.3, 1.3), mode, padding, align]


@samples("affine_grid_generator", tolerance=1e-4)
def affine(make, name):
    for size in ([2, 3, 4, 5], [2, 3, 2, 4, 5], [2, 1, 1, 1]):
        for align in (False, True):
            yield [make.tensor((2, len(size) - 2, len(size) - 1)), size, align]
