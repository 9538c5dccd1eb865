# Filters of 3 by 3 pixels.
import torch

from . import _refuse


class Filter:
    pass


class Kernel(Filter):
    def __init__(self, size, kernel, scale=None, offset=0):
        if tuple(size) != (3, 3):
            _refuse()
        if len(kernel) != 9:
            raise ValueError('not enough coefficients in kernel')
        self.filterargs = tuple(size), sum(kernel) if scale is None else scale, offset, tuple(kernel)

    def filter(self, image):
        _, scale, offset, kernel = self.filterargs
        if image.mode == 'P':
            raise ValueError('cannot filter palette images')
        return image._of_cube(torch._C._convolve_image(image._cube(), [weight / scale for weight in kernel], offset))


class BuiltinFilter(Kernel):
    def __init__(self):
        size, scale, offset, kernel = self.filterargs
        super().__init__(size, kernel, scale, offset)


def _builtin(name, kernel, scale, offset=0):
    return type(name, (BuiltinFilter,), {'filterargs': ((3, 3), scale, offset, kernel), '__module__': __name__})


SMOOTH = _builtin('SMOOTH', (1, 1, 1, 1, 5, 1, 1, 1, 1), 13)
SHARPEN = _builtin('SHARPEN', (-2, -2, -2, -2, 32, -2, -2, -2, -2), 16)
DETAIL = _builtin('DETAIL', (0, -1, 0, -1, 10, -1, 0, -1, 0), 6)
EMBOSS = _builtin('EMBOSS', (-1, 0, 0, 0, 1, 0, 0, 0, 0), 1, 128)
EDGE_ENHANCE = _builtin('EDGE_ENHANCE', (-1, -1, -1, -1, 10, -1, -1, -1, -1), 2)
FIND_EDGES = _builtin('FIND_EDGES', (-1, -1, -1, -1, 8, -1, -1, -1, -1), 1)

BoxBlur = GaussianBlur = _refuse
