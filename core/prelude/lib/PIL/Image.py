# The class Image and the constants of resampling and transposing.
from enum import IntEnum

from . import UnidentifiedImageError, _refuse


class Transpose(IntEnum):
    FLIP_LEFT_RIGHT = 0
    FLIP_TOP_BOTTOM = 1
    ROTATE_90 = 2
    ROTATE_180 = 3
    ROTATE_270 = 4
    TRANSPOSE = 5
    TRANSVERSE = 6


class Transform(IntEnum):
    AFFINE = 0
    EXTENT = 1
    PERSPECTIVE = 2
    QUAD = 3
    MESH = 4


class Resampling(IntEnum):
    NEAREST = 0
    BOX = 4
    BILINEAR = 2
    HAMMING = 5
    BICUBIC = 3
    LANCZOS = 1


FLIP_LEFT_RIGHT, FLIP_TOP_BOTTOM, ROTATE_90, ROTATE_180, ROTATE_270, TRANSPOSE, TRANSVERSE = Transpose
AFFINE, EXTENT, PERSPECTIVE, QUAD, MESH = Transform
NEAREST, BOX, BILINEAR, HAMMING, BICUBIC, LANCZOS = Resampling


class Image:
    def __init__(self):
        _refuse()


open = new = fromarray = frombytes = frombuffer = merge = blend = composite = _refuse
