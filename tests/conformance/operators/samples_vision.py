"""torchvision's operators."""

import torch
import torchvision  # noqa: F401  (registers the operators)

from sampling import FLOATS, samples


def boxes(make, count, dtype, size=20):
    corner = make.tensor((count, 2), dtype, 0, size / 2)
    return torch.cat([corner, corner + make.tensor((count, 2), dtype, 0.5, size / 2)], 1)


@samples("torchvision::nms")
def nms(make, name):
    for dtype in FLOATS:
        for count in (0, 1, 5, 60):
            for threshold in (0.1, 0.5, 0.9):
                yield [boxes(make, count, dtype), make.tensor((count,), dtype, 0, 1), threshold]
    yield [make.tensor((3, 5)), make.tensor((3,)), 0.5]
    yield [make.tensor((3, 4)), make.tensor((2,)), 0.5]


def regions(make, count, images, dtype):
    return torch.cat([make.tensor((count, 1), torch.int64, 0, images - 1).to(dtype), boxes(make, count, dtype)], 1)


@samples("torchvision::roi_align", tolerance=1e-4)
def roi_align(make, name):
    for dtype in FLOATS:
        for ratio in (-1, 2):
            for aligned in (False, True):
                for scale in (1.0, 0.5):
                    yield [make.tensor((2, 3, 16, 18), dtype), regions(make, 4, 2, dtype), scale, 3, 4, ratio, aligned]
    yield [make.tensor((2, 3, 16, 18)), regions(make, 0, 2, torch.float32), 1.0, 3, 4, 2, True]


@samples("torchvision::roi_pool")
def roi_pool(make, name):
    for dtype in FLOATS:
        for scale in (1.0, 0.5):
            yield [make.tensor((2, 3, 16, 18), dtype), regions(make, 4, 2, dtype), scale, 3, 4]


@samples("torchvision::ps_roi_pool", "torchvision::ps_roi_align", tolerance=1e-4)
def by_channels(make, name):
    for dtype in FLOATS:
        for scale in (1.0, 0.5):
            for ratio in [[]] if name.endswith("pool") else [[-1], [2]]:
                yield [make.tensor((2, 12, 16, 18), dtype), regions(make, 4, 2, dtype), scale, 2, 3] + ratio
    yield [make.tensor((2, 5, 16, 18)), regions(make, 4, 2, torch.float32), 1.0, 2, 3] + ([] if name.endswith("pool") else [2])


@samples("torchvision::deform_conv2d", tolerance=1e-4)
def deform(make, name):
    for dtype in FLOATS:
        for groups, offset_groups in ((1, 1), (2, 1), (2, 2)):
            for stride, pad, dilation in ((1, 0, 1), (2, 1, 1), (1, 2, 2)):
                for use_mask in (False, True):
                    height, width = ((size + 2 * pad - (2 * dilation + 1)) // stride + 1 for size in (7, 9))
                    offset = make.tensor((2, offset_groups * 18, height, width), dtype)
                    mask = make.tensor((2, offset_groups * 9, height, width), dtype) if use_mask else torch.zeros((2, 1), dtype=dtype)
                    yield [make.tensor((2, 4, 7, 9), dtype), make.tensor((6, 4 // groups, 3, 3), dtype), offset, mask, make.tensor((6,), dtype),
                           stride, stride, pad, pad, dilation, dilation, groups, offset_groups, use_mask]
