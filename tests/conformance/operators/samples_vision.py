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
