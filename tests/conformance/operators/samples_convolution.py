"""Convolutions, forwards and transposed."""

import torch

from sampling import Call, samples

RANKS = {"conv1d": 1, "conv2d": 2, "conv3d": 3, "conv_transpose1d": 1, "conv_transpose2d.input": 2, "conv_transpose3d.input": 3}
TYPES = [torch.float32, torch.float64, torch.int64, torch.bfloat16]
IMAGES = {1: (9,), 2: (7, 8), 3: (5, 6, 7)}
# (channels in, out, groups, kernel, options)
SHAPES = [
    (3, 4, 1, 3, {}), (3, 4, 1, 1, {}), (4, 6, 2, 3, {"padding": 1}), (4, 4, 4, 3, {"stride": 2, "padding": 1}), (3, 2, 1, 2, {"dilation": 2}),
    (16, 32, 1, 3, {"padding": 1}), (2, 3, 1, 3, {"stride": 3, "dilation": 2, "padding": 2}), (1, 1, 1, 4, {}),
]


def weight_shape(inputs, outputs, groups, kernel, rank, transposed):
    head = (inputs, outputs // groups) if transposed else (outputs, inputs // groups)
    return head + (kernel,) * rank


@samples(*RANKS, tolerance=5e-4)
def convolutions(make, name):
    rank, transposed = RANKS[name], "transpose" in name
    # PyTorch rejects transposed convolutions of bfloat16, because its call of oneDNN confuses the channels.
    types = [dtype for dtype in TYPES if dtype != torch.bfloat16 or not transposed]
    for inputs, outputs, groups, kernel, options in SHAPES:
        shape = weight_shape(inputs, outputs, groups, kernel, rank, transposed)
        options = {key: [value] * rank for key, value in options.items()} | {"groups": groups}
        for dtype in types:
            low = 0 if dtype == torch.bfloat16 else -3
            weight, bias = make.tensor(shape, dtype, low), make.tensor((outputs,), dtype, low)
            yield Call(make.tensor((2, inputs, *IMAGES[rank]), dtype, low), weight, bias, **options)
            yield Call(make.tensor((inputs, *IMAGES[rank]), dtype, low), weight, **options)
    inputs, outputs = 3, 4
    weight = make.tensor(weight_shape(inputs, outputs, 1, 3, rank, transposed))
    for layout in ("transposed", "channels_last", "expanded", "offset"):
        yield [make.tensor((2, inputs, *IMAGES[rank]), layout=layout), weight]
        yield [make.tensor((2, inputs, *IMAGES[rank]), torch.float64, layout=layout), weight.double()]
    image = make.tensor((2, inputs, *IMAGES[rank]))
    if rank == 2:
        yield [image, weight.contiguous(memory_format=torch.channels_last)]
    if transposed:
        for stride, extra in ((2, 1), (1, 1), (3, 2)):
            yield Call(image, weight, stride=[stride] * rank, output_padding=[extra] * rank)
    yield [make.tensor((0, inputs, *IMAGES[rank])), weight]
    yield [make.tensor((2, inputs + 1, *IMAGES[rank])), weight]
    yield [make.tensor((2, inputs, *[1] * rank)), weight]
    yield [image, weight, make.tensor((outputs + 1,))]
    yield [image, weight.double()]
    yield [make.tensor((2, *IMAGES[rank])), weight]
    for options in ({"stride": [0] * rank}, {"padding": [-1] * rank}, {"dilation": [0] * rank}, {"groups": 0}, {"groups": 2}):
        yield Call(image, weight, **options)


@samples("conv1d.padding", "conv2d.padding", "conv3d.padding", tolerance=5e-4)
def padded(make, name):
    rank = int(name[4])
    image = make.tensor((2, 3, *IMAGES[rank]))
    for kernel in (1, 2, 3, 4):
        weight = make.tensor((4, 3, *[kernel] * rank))
        for padding in ("same", "valid"):
            yield Call(image, weight, make.tensor((4,)), padding=padding)
            yield Call(image, weight, padding=padding, dilation=[2] * rank)
    yield Call(image, weight, padding="same", stride=[2] * rank)
    yield Call(image, weight, padding="full")


@samples("convolution", "_convolution", "_convolution.deprecated", tolerance=5e-4)
def general(make, name):
    flags = {"convolution": 0, "_convolution": 4, "_convolution.deprecated": 3}[name]
    for rank in (1, 2, 3):
        for transposed in (False, True):
            for dtype in (torch.float32, torch.float64):
                weight = make.tensor(weight_shape(4, 6, 2, 3, rank, transposed), dtype)
                for stride, padding, dilation, extra in (([1], [0], [1], [0]), ([2], [1], [1], [1]), ([1] * rank, [2] * rank, [2] * rank, [0] * rank)):
                    yield [make.tensor((2, 4, *IMAGES[rank]), dtype), weight, make.tensor((6,), dtype), stride, padding, dilation, transposed,
                           extra if transposed else [0], 2] + [False] * flags


@samples("_convolution_mode", tolerance=5e-4)
def mode(make, name):
    for padding in ("same", "valid"):
        yield [make.tensor((2, 3, 7, 8)), make.tensor((4, 3, 2, 3)), make.tensor((4,)), [1, 1], padding, [1, 1], 1]


@samples("mkldnn_convolution", tolerance=5e-4)
def mkldnn(make, name):
    yield [make.tensor((2, 3, 7, 8)), make.tensor((4, 3, 2, 3)), make.tensor((4,)), [1, 0], [2, 1], [1, 2], 1]


@samples("thnn_conv2d", "slow_conv3d", "_slow_conv2d_forward", "slow_conv3d_forward", "slow_conv_dilated2d", "slow_conv_dilated3d",
         "slow_conv_transpose2d", "slow_conv_transpose3d", tolerance=5e-4)
def slow(make, name):
    rank = 3 if "3d" in name else 2
    weight = make.tensor((3, 3, *[3] * rank))
    for dtype in (torch.float32, torch.float64):
        yield [make.tensor((2, 3, *IMAGES[rank]), dtype), weight.to(dtype), [3] * rank, make.tensor((3,), dtype), [2] * rank, [1] * rank]


@samples("conv_tbc", tolerance=5e-4)
def tbc(make, name):
    for pad in (0, 1):
        yield [make.tensor((5, 2, 3)), make.tensor((3, 3, 4)), make.tensor((4,)), pad]
    yield [make.tensor((5, 2, 3)), make.tensor((3, 2, 4)), make.tensor((4,))]
