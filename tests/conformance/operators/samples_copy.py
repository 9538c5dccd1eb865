"""Copies and conversions."""

import torch

from sampling import ALL, LAYOUTS, Call, samples


@samples("copy_")
def copy(make, name):
    for to in ALL:
        for source in ALL:
            yield [make.tensor((2, 3), to), make.tensor((3,), source, 0, 5)]
    yield [make.tensor((2, 3)), make.tensor((4,))]
    yield [make.tensor((2, 3), layout="transposed"), make.tensor(())]
    shared = make.tensor((6,))
    yield [shared[1:], shared[:-1]]


@samples("clone", "contiguous")
def clone(make, name):
    for x in make.each(ALL):
        yield [x]
    for layout in LAYOUTS:
        for memory_format in (torch.contiguous_format, torch.channels_last):
            yield Call(make.tensor((2, 3, 4, 5), layout=layout), memory_format=memory_format)
    yield Call(make.tensor((2, 3)), memory_format=torch.channels_last)


@samples("fill_.Scalar")
def fill(make, name):
    for x in make.each(ALL):
        yield [x, make.pick([0, 3, True, 2.5])]
    yield [make.tensor((3,), torch.complex64), 1 + 2j]
