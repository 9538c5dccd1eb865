"""Activation functions."""

import torch

from sampling import ALL, FLOATS, Call, samples


def inputs(make):
    yield from make.each(ALL, low=-8, high=8)
    for dtype in FLOATS:
        yield make.special(dtype)
        yield make.tensor((77,), dtype, -8, 8)


@samples("relu", "relu6", "silu", "mish", "hardsigmoid", "hardswish", "log_sigmoid", "selu")
def plain(make, name):
    for x in inputs(make):
        yield [x]


ARGUMENTS = {"elu": [[], [0.5], [1.0, 2.0, 0.5]], "celu": [[], [0.5], [0.0]], "leaky_relu": [[], [0.2], [-1]],
             "hardtanh": [[], [-2, 2], [0.5, 1.5], [0, 6]], "hardshrink": [[], [1.5], [0]], "softshrink": [[], [1.5], [0]],
             "softplus": [[], [2, 5], [0.5, 1]], "threshold": [[0.5, 2.0], [0, 1], [-1, -5]]}


@samples(*ARGUMENTS)
def with_numbers(make, name):
    for x in inputs(make):
        yield [x, *make.pick(ARGUMENTS[name])]
    for arguments in ARGUMENTS[name]:
        yield [make.tensor((4, 5)), *arguments]


@samples("gelu")
def gelu(make, name):
    for x in inputs(make):
        yield Call(x, approximate=make.pick(["none", "tanh"]))
    yield Call(make.tensor((3,)), approximate="other")


@samples("prelu")
def prelu(make, name):
    for dtype in FLOATS:
        for shape, count in [((4,), 1), ((2, 3), 3), ((2, 3, 4, 5), 3), ((2, 3, 4), 1), ((2, 3), 2), ((), 1), ((0, 3), 3)]:
            yield [make.tensor(shape, dtype), make.tensor((count,), dtype)]
    yield [make.tensor((2, 3, 4, 5), layout="channels_last"), make.tensor((3,))]


@samples("glu")
def glu(make, name):
    for dtype in FLOATS:
        for shape, dim in [((4,), -1), ((2, 6), 1), ((4, 3), 0), ((3, 5), 1), ((2, 4, 3), -2), ((), 0), ((2, 2), 5)]:
            yield [make.tensor(shape, dtype), dim]


@samples("rrelu")
def rrelu(make, name):
    for dtype in FLOATS:
        yield [make.tensor((3, 4), dtype), 0.1, 0.3]
        yield [make.tensor((3, 4), dtype)]
        yield Call(make.tensor((3, 4), dtype), 0.1, 0.5, True, seed=1)


@samples("rrelu_with_noise")
def rrelu_with_noise(make, name):
    for dtype in FLOATS:
        for training in (True, False):
            yield Call(make.tensor((3, 4), dtype), make.tensor((3, 4), dtype), 0.1, 0.5, training, seed=1)
