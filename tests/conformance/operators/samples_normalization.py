"""Normalisations."""

import torch

from sampling import FLOATS, Call, samples

SHAPES = [(4, 3), (2, 3, 5), (2, 3, 4, 5), (2, 3, 2, 2, 3)]


def affine(make, count, dtype):
    return make.tensor((count,), dtype), make.tensor((count,), dtype)


@samples("batch_norm", "native_batch_norm", "_batch_norm_impl_index", tolerance=1e-4)
def batch_norm(make, name):
    flags = [] if name == "native_batch_norm" else [False]
    for shape in SHAPES:
        for dtype in FLOATS:
            for training in (False, True):
                weight, bias = affine(make, 3, dtype)
                mean, variance = make.tensor((3,), dtype), make.tensor((3,), dtype, 0.5, 2)
                yield [make.tensor(shape, dtype), weight, bias, mean, variance, training, 0.1, 1e-5] + flags
                yield [make.tensor(shape, dtype), None, None, mean, variance, training, 0.3, 1e-3] + flags
            yield [make.tensor(shape, dtype), weight, bias, None, None, True, 0.1, 1e-5] + flags
    for layout in ("channels_last", "transposed"):
        for training in (False, True):
            yield [make.tensor((2, 3, 4, 5), layout=layout), *affine(make, 3, torch.float32), make.tensor((3,)), make.tensor((3,), low=0.5), training, 0.1, 1e-5] + flags
    if name != "native_batch_norm":  # it does not check the sizes
        yield [make.tensor((2, 4)), None, None, make.tensor((3,)), make.tensor((3,)), False, 0.1, 1e-5] + flags
        yield [make.tensor((2, 4)), None, None, None, None, False, 0.1, 1e-5] + flags


@samples("layer_norm", "native_layer_norm", tolerance=1e-4)
def layer_norm(make, name):
    for shape, last in [((4, 3), [3]), ((2, 3, 5), [5]), ((2, 3, 5), [3, 5]), ((5,), [5]), ((0, 3), [3]), ((2, 3, 5), [4]), ((2, 3), [])]:
        for dtype in FLOATS:
            if 0 in shape and name == "native_layer_norm":
                continue  # PyTorch leaves its statistics uninitialised
            yield [make.tensor(shape, dtype), last, make.tensor(last, dtype), make.tensor(last, dtype), 1e-5]
            yield [make.tensor(shape, dtype), last, None, None, 1e-3]
    yield [make.tensor((2, 3, 5), layout="transposed"), [5], None, None, 1e-5]


@samples("group_norm", tolerance=1e-4)
def group_norm(make, name):
    for shape in [(2, 4), (2, 4, 3), (2, 4, 3, 3)]:
        # The result for groups of one element is only rounding error.
        for groups in (1, 2, 3) + (4,) * (len(shape) > 2):
            for dtype in FLOATS:
                yield [make.tensor(shape, dtype), groups, *affine(make, 4, dtype)]
                yield [make.tensor(shape, dtype), groups]
    yield [make.tensor((2, 4, 3, 3), layout="channels_last"), 2, *affine(make, 4, torch.float32)]


@samples("native_group_norm", tolerance=1e-4)
def native_group_norm(make, name):
    for dtype in FLOATS:
        yield [make.tensor((2, 4, 3, 3), dtype), *affine(make, 4, dtype), 2, 4, 9, 2, 1e-5]
        yield [make.tensor((2, 4), dtype), None, None, 2, 4, 1, 2, 1e-5]


@samples("instance_norm", tolerance=1e-4)
def instance_norm(make, name):
    for dtype in FLOATS:
        for shape in SHAPES[1:]:
            for use in (True, False):
                yield [make.tensor(shape, dtype), *affine(make, 3, dtype), make.tensor((3,), dtype), make.tensor((3,), dtype, 0.5), use, 0.1, 1e-5, False]
            yield [make.tensor(shape, dtype), None, None, None, None, True, 0.1, 1e-5, False]
    yield [make.tensor((2, 3, 4, 5), layout="channels_last"), None, None, None, None, True, 0.1, 1e-5, False]
    yield [make.tensor((2, 3, 4)), None, None, None, None, False, 0.1, 1e-5, False]


@samples("norm_except_dim", tolerance=1e-4)
def norm_except_dim(make, name):
    for shape in SHAPES:
        for dtype in FLOATS[:2]:
            for dim in (-1, 0, len(shape) - 1):
                yield [make.tensor(shape, dtype), 2, dim]
    yield [make.tensor((3, 4), FLOATS[0]), 1, 0]


@samples("_weight_norm", tolerance=1e-4)
def weight_norm(make, name):
    for shape in SHAPES:
        for dtype in FLOATS[:2]:
            for dim in (0, len(shape) - 1):
                lengths = [1] * len(shape)
                lengths[dim] = shape[dim]
                yield [make.tensor(shape, dtype), make.tensor(tuple(lengths), dtype), dim]
