"""Operators that compute gradients of other operators."""

import torch

from sampling import FLOATS, LAYOUTS, REDUCED, Call, samples

ARGUMENTS = {"threshold_backward": [[0], [0.5]], "leaky_relu_backward": [[0.01, False], [0.2, True], [-1, True]],
             "hardtanh_backward": [[-1, 1], [0, 6]]}
SHAPES = [(5,), (2, 3), (77,), (2, 3, 4, 5), (0,), ()]


@samples("sigmoid_backward", "tanh_backward", "silu_backward", "hardswish_backward", *ARGUMENTS)
def of_function(make, name):
    for dtype in FLOATS + REDUCED[1:]:
        for shape in SHAPES:
            for more in ARGUMENTS.get(name, [[]]):
                yield [make.tensor(shape, dtype), make.tensor(shape, dtype, -4, 4), *more]
    for layout in LAYOUTS:
        yield [make.tensor((2, 3, 4, 5), layout=layout), make.tensor((2, 3, 4, 5)), *ARGUMENTS.get(name, [[]])[0]]
    if name not in ARGUMENTS and name != "hardswish_backward":
        yield [make.tensor((2, 3), torch.complex64), make.tensor((2, 3), torch.complex64)]


@samples("gelu_backward")
def of_gelu(make, name):
    for dtype in FLOATS:
        for shape in SHAPES:
            for approximate in ("none", "tanh"):
                yield Call(make.tensor(shape, dtype), make.tensor(shape, dtype, -4, 4), approximate=approximate)


@samples("native_batch_norm_backward", tolerance=1e-4)
def of_batch_norm(make, name):
    for shape in [(4, 3), (2, 3, 5), (2, 3, 4, 5), (3, 70, 2)]:
        for dtype in FLOATS:
            for train in (True, False):
                x, count = make.tensor(shape, dtype), shape[1]
                weight, bias, mean = (make.tensor((count,), dtype) for _ in range(3))
                variance = make.tensor((count,), dtype, 0.5, 2)
                _, saved, inverse = torch.native_batch_norm(x, weight, bias, mean.clone(), variance.clone(), train, 0.1, 1e-5)
                for mask in ([True, True, True], [True, False, False], [False, True, True]):
                    yield [make.tensor(shape, dtype), x, weight, mean, variance, saved, inverse, train, 1e-5, mask]
                yield [make.tensor(shape, dtype), x, None, mean, variance, saved, inverse, train, 1e-5, [True, True, True]]
    x = make.tensor((2, 3, 4, 5), layout="channels_last")
    _, saved, inverse = torch.native_batch_norm(x, None, None, None, None, True, 0.1, 1e-5)
    yield [make.tensor((2, 3, 4, 5)), x, None, None, None, saved, inverse, True, 1e-5, [True, False, False]]


@samples("native_layer_norm_backward", tolerance=1e-4)
def of_layer_norm(make, name):
    for shape, last in [((4, 3), [3]), ((2, 3, 5), [5]), ((2, 3, 5), [3, 5]), ((40, 70), [70]), ((5,), [5])]:
        for dtype in FLOATS:
            x, weight, bias = make.tensor(shape, dtype), make.tensor(last, dtype), make.tensor(last, dtype)
            _, mean, inverse = torch.native_layer_norm(x, last, weight, bias, 1e-5)
            for mask in ([True, True, True], [True, False, False]):
                yield [make.tensor(shape, dtype), x, last, mean, inverse, weight, bias, mask]
            yield [make.tensor(shape, dtype), x, last, mean, inverse, None, None, [True, False, False]]


@samples("convolution_backward", tolerance=1e-4)
def of_convolution(make, name):
    for x, w, stride, padding, dilation, groups in [
            ((2, 3, 7), (4, 3, 3), 1, 1, 1, 1), ((2, 4, 7, 8), (6, 2, 3, 2), 2, 1, 1, 2), ((2, 4, 7, 8), (4, 1, 3, 3), 1, 1, 1, 4),
            ((1, 2, 9, 9), (3, 2, 3, 3), 2, 2, 2, 1), ((1, 2, 4, 5, 4), (2, 2, 2, 3, 2), 1, 0, 1, 1), ((3, 17, 1, 1), (33, 17, 1, 1), 1, 0, 1, 1)]:
        rank = len(x) - 2
        numbers = [stride] * rank, [padding] * rank, [dilation] * rank
        for dtype in FLOATS:
            for transposed in (False, True):
                image, weight = make.tensor(x, dtype), make.tensor((w[0], *w[1:]) if not transposed else (x[1], w[0] // groups, *w[2:]), dtype)
                shape = torch.convolution(image, weight, None, *numbers, transposed, [0] * rank, groups).shape
                channels = shape[1]
                for mask in ([True, True, True], [False, True, False]):
                    yield [make.tensor(shape, dtype), image, weight, [channels], *numbers, transposed, [0] * rank, groups, mask]


@samples("max_pool2d_with_indices_backward", "max_pool3d_with_indices_backward")
def of_max_pool(make, name):
    rank = 2 if "2d" in name else 3
    pool = getattr(torch._C._nn, f"max_pool{rank}d_with_indices")
    for kernel, stride, padding in ((2, 2, 0), (3, 1, 1), (3, 2, 1)):
        for dtype in FLOATS:
            for leading in ([2, 3], [3]):
                x = make.tensor([*leading, *[7, 6, 5][:rank]], dtype)
                result, indices = pool(x, kernel, stride, padding)
                numbers = [kernel] * rank, [stride] * rank, [padding] * rank, [1] * rank
                yield [make.tensor(result.shape, dtype), x, *numbers, False, indices]


@samples("_thnn_differentiable_lstm_cell_backward", tolerance=1e-5)
def of_lstm_cell(make, name):
    for dtype in FLOATS:
        for batch, features in ((2, 3), (5, 16), (3, 19)):
            gates, inner = make.tensor((batch, 4 * features), dtype), make.tensor((batch, 4 * features), dtype)
            state, cell, of_hidden, of_cell = (make.tensor((batch, features), dtype) for _ in range(4))
            for biases in ((None, None), (make.tensor((4 * features,), dtype), make.tensor((4 * features,), dtype))):
                i, f, g, o = (gates + inner + (0 if biases[0] is None else biases[0] + biases[1])).chunk(4, 1)
                after = f.sigmoid() * cell + i.sigmoid() * g.tanh()
                yield [of_hidden, of_cell, gates, inner, *biases, cell, after]
                yield [of_hidden, None, gates, inner, *biases, cell, after]


@samples("_thnn_differentiable_gru_cell_backward", tolerance=1e-5)
def of_gru_cell(make, name):
    for dtype in FLOATS:
        for batch, features in ((2, 3), (5, 16), (3, 19)):
            gates, inner = make.tensor((batch, 3 * features), dtype), make.tensor((batch, 3 * features), dtype)
            state, of_hidden = make.tensor((batch, features), dtype), make.tensor((batch, features), dtype)
            yield [of_hidden, gates, inner, state, None, None]
            yield [of_hidden, gates, inner, state, make.tensor((3 * features,), dtype), make.tensor((3 * features,), dtype)]


@samples(*(f"{name}_backward" for name in (
    "upsample_nearest1d", "upsample_nearest2d", "upsample_nearest3d", "_upsample_nearest_exact1d", "_upsample_nearest_exact2d",
    "_upsample_nearest_exact3d", "upsample_linear1d", "upsample_bilinear2d", "upsample_trilinear3d", "upsample_bicubic2d",
    "_upsample_bilinear2d_aa", "_upsample_bicubic2d_aa")), tolerance=1e-4)
def of_upsample(make, name):
    rank = next(int(c) for c in name if c.isdigit())
    flags = [[]] if "nearest" in name else [[False], [True]]
    for inner, outer in (([4, 5, 3], [8, 10, 6]), ([7, 6, 5], [3, 4, 5]), ([2, 3, 2], [5, 7, 9]), ([3, 3, 3], [3, 1, 4])):
        for dtype in FLOATS:
            for flag in flags:
                grad = make.tensor([2, 3, *outer[:rank]], dtype)
                yield [grad, outer[:rank], [2, 3, *inner[:rank]], *flag]
    sizes = [6, 8, 4][:rank]
    yield [make.tensor([1, 2, *sizes]), sizes, [1, 2, *(s // 2 for s in sizes)], *flags[0], *[2.0] * rank]


@samples("avg_pool2d_backward", "avg_pool3d_backward")
def of_avg_pool(make, name):
    rank = 2 if "2d" in name else 3
    pool = getattr(torch._C._nn, f"avg_pool{rank}d")
    for kernel, stride, padding, ceil, counts, divisor in (
            (2, 2, 0, False, True, None), (3, 1, 1, False, False, None), (3, 2, 1, True, True, None), (2, 3, 1, True, False, 5)):
        for dtype in FLOATS:
            for leading in ([2, 3], [3]):
                x = make.tensor([*leading, *[7, 6, 5][:rank]], dtype)
                numbers = [kernel] * rank, [stride] * rank, [padding] * rank, ceil, counts, divisor
                yield [make.tensor(pool(x, *numbers).shape, dtype), x, *numbers]
    x = make.tensor([2, 3, *[6, 4, 4][:rank]])
    yield [make.tensor([2, 3, *[3, 2, 2][:rank]]), x, [2], [], [0], False, True, None]
    yield [make.tensor([2, 3, *[3, 3, 2][:rank]]), x, [2], [], [0], False, True, None]


@samples("_adaptive_avg_pool2d_backward", "_adaptive_avg_pool3d_backward")
def of_adaptive_avg_pool(make, name):
    rank = 2 if "2d" in name else 3
    for sizes in ((1, 1, 1), (3, 2, 5), (7, 6, 5), (9, 4, 2)):
        for dtype in FLOATS:
            for leading in ([2, 3], [3]):
                yield [make.tensor([*leading, *sizes[:rank]], dtype), make.tensor([*leading, *[7, 6, 5][:rank]], dtype)]


@samples("native_group_norm_backward", tolerance=1e-4)
def of_group_norm(make, name):
    for shape, groups in (((2, 6), 3), ((3, 4, 5), 2), ((2, 4, 3, 5), 1), ((1, 6, 70), 6)):
        area = 1
        for size in shape[2:]:
            area *= size
        for dtype in FLOATS:
            x, weight = make.tensor(shape, dtype), make.tensor((shape[1],), dtype)
            _, mean, inverse = torch.native_group_norm(x, weight, None, shape[0], shape[1], area, groups, 1e-5)
            for gains, mask in ((weight, [True] * 3), (weight, [True, False, False]), (None, [True, False, False])):
                yield [make.tensor(shape, dtype), x, mean, inverse, gains, shape[0], shape[1], area, groups, mask]


STEPS = [] if torch.__version__.startswith("1.") else ["_fused_adam_", "_fused_adamw_"]  # 1.13 has them only on a GPU


@samples(*STEPS, tolerance=1e-5)
def of_adam(make, name):
    for dtype in (torch.float32, torch.float64):
        for decay, amsgrad, maximize in ((0.0, False, False), (0.1, True, False), (0.01, False, True)):
            def tensors(low=-2):
                return [make.tensor(shape, dtype, low, 2) for shape in ((3, 5), (70,), ())]
            steps = [torch.tensor(float(count)) for count in (1, 2, 10)]
            yield Call(tensors(), tensors(), tensors(), tensors(0.1), tensors(0.1) if amsgrad else [], steps, lr=0.1, beta1=0.9, beta2=0.99,
                       weight_decay=decay, eps=1e-8, amsgrad=amsgrad, maximize=maximize)


@samples(*["_fused_sgd_"] if STEPS else [], tolerance=1e-5)
def of_sgd(make, name):
    for dtype in (torch.float32, torch.float64):
        for decay, momentum, dampening, nesterov, maximize, first in (
                (0.0, 0.0, 0.0, False, False, True), (0.1, 0.9, 0.0, False, False, True), (0.1, 0.9, 0.0, True, False, False),
                (0.0, 0.9, 0.5, False, True, False), (0.0, 0.8, 0.0, True, True, True)):
            def tensors():
                return [make.tensor(shape, dtype) for shape in ((3, 5), (70,), ())]
            yield Call(tensors(), tensors(), tensors() if momentum else [], weight_decay=decay, momentum=momentum, lr=0.1, dampening=dampening,
                       nesterov=nesterov, maximize=maximize, is_first_step=first)
