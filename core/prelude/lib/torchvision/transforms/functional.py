"""Transforms of one image, a tensor of (..., C, H, W) or an image of PIL."""
import math
import numbers
import warnings
from enum import Enum
from typing import List, Optional, Tuple, Union

import numpy as np
import torch
from PIL import Image
from torch import Tensor

from . import _functional_pil as F_pil
from . import _functional_tensor as F_t


class InterpolationMode(Enum):
    NEAREST = 'nearest'
    NEAREST_EXACT = 'nearest-exact'  # @2.6+
    BILINEAR = 'bilinear'
    BICUBIC = 'bicubic'
    BOX = 'box'
    HAMMING = 'hamming'
    LANCZOS = 'lanczos'


_FROM_INT = {0: InterpolationMode.NEAREST, 2: InterpolationMode.BILINEAR, 3: InterpolationMode.BICUBIC, 4: InterpolationMode.BOX,
             5: InterpolationMode.HAMMING, 1: InterpolationMode.LANCZOS}
pil_modes_mapping = {mode: number for number, mode in _FROM_INT.items()}
pil_modes_mapping[InterpolationMode.NEAREST_EXACT] = 0  # @2.6+


def _interpolation_modes_from_int(i: int) -> InterpolationMode:
    return _FROM_INT[i]


def _checked_mode(interpolation: InterpolationMode) -> InterpolationMode:
    if isinstance(interpolation, int):
        return _interpolation_modes_from_int(interpolation)
    elif not isinstance(interpolation, InterpolationMode):
        raise TypeError('Argument interpolation should be a InterpolationMode or a corresponding Pillow integer constant')  # @2.6+
        raise TypeError('Argument interpolation should be a InterpolationMode')  # @1.13
    return interpolation


# Tensors are filtered when they shrink, as images of PIL always are.
_ANTIALIAS = True  # @2.6+
_ANTIALIAS = None  # @1.13


def get_dimensions(img: Tensor) -> List[int]:
    if not isinstance(img, torch.Tensor):
        return F_pil.get_dimensions(img)
    return F_t.get_dimensions(img)


def get_image_size(img: Tensor) -> List[int]:
    if not isinstance(img, torch.Tensor):
        return F_pil.get_image_size(img)
    return F_t.get_image_size(img)


def get_image_num_channels(img: Tensor) -> int:
    if not isinstance(img, torch.Tensor):
        return F_pil.get_image_num_channels(img)
    return F_t.get_image_num_channels(img)


# ---- conversions

# The pixels of an image of PIL, as (C, H, W).
def _pixels_of(pic):
    return pic._cube().permute(2, 0, 1)


def to_tensor(pic):
    if isinstance(pic, Image.Image):
        img = _pixels_of(pic).contiguous()
    elif isinstance(pic, np.ndarray):
        if pic.ndim not in (2, 3):
            raise ValueError(f'pic should be 2/3 dimensional. Got {pic.ndim} dimensions.')
        img = torch.from_numpy((pic[:, :, None] if pic.ndim == 2 else pic).transpose((2, 0, 1))).contiguous()
    else:
        raise TypeError(f'pic should be PIL Image or ndarray. Got {type(pic)}')
    return img.to(dtype=torch.get_default_dtype()).div(255) if img.dtype is torch.uint8 else img


def pil_to_tensor(pic):
    if not isinstance(pic, Image.Image):
        raise TypeError(f'pic should be PIL Image. Got {type(pic)}')
    return (_pixels_of(pic) != 0) if pic.mode == '1' else _pixels_of(pic).clone()


def convert_image_dtype(image: Tensor, dtype: torch.dtype = torch.float) -> Tensor:
    if not isinstance(image, torch.Tensor):
        raise TypeError('Input img should be Tensor Image')
    return F_t.convert_image_dtype(image, dtype)


# The modes by the number of channels, the usual one first.
_MODES = {2: ['LA'], 3: ['RGB', 'YCbCr', 'HSV'], 4: ['RGBA', 'CMYK', 'RGBX']}
_GRAY_MODES = {torch.uint8: 'L', torch.int16: 'I;16', torch.int32: 'I', torch.float32: 'F'}


def to_pil_image(pic, mode=None):
    if not isinstance(pic, (torch.Tensor, np.ndarray)):
        raise TypeError(f'pic should be Tensor or ndarray. Got {type(pic)}.')
    isTensor = isinstance(pic, torch.Tensor)
    img = pic if isTensor else torch.from_numpy(pic)
    if img.ndim not in (2, 3):
        raise ValueError(f'pic should be 2/3 dimensional. Got {img.ndim} dimensions.')
    if img.ndim == 2:
        img = img.unsqueeze(0 if isTensor else 2)
    channels = img.shape[-3] if isTensor else img.shape[-1]
    if channels > 4:
        raise ValueError(f'pic should not have > 4 channels. Got {channels} channels.')
    if isTensor:
        if img.is_floating_point() and mode != 'F':
            img = img.mul(255).byte()
        img = img.permute(1, 2, 0)
    if channels == 1:
        expected = _GRAY_MODES.get(img.dtype)
        if mode is not None and mode != expected:
            raise ValueError(f'Incorrect mode ({mode}) supplied for input type {np.dtype}. Should be {expected}')
        mode = expected
        img = img[:, :, 0]
    else:
        if mode is not None and mode not in _MODES[channels]:
            raise ValueError(f'Only modes {_MODES[channels]} are supported for {channels}D inputs')
        if mode is None and img.dtype is torch.uint8:
            mode = _MODES[channels][0]
    if mode is None:
        raise TypeError(f'Input type {img.dtype} is not supported')
    return Image.fromarray(img, mode=mode)


def normalize(tensor: Tensor, mean: List[float], std: List[float], inplace: bool = False) -> Tensor:
    if not isinstance(tensor, torch.Tensor):
        raise TypeError(f'img should be Tensor Image. Got {type(tensor)}')
    return F_t.normalize(tensor, mean=mean, std=std, inplace=inplace)


# ---- sizes

def _compute_resized_output_size(image_size: Tuple[int, int], size: List[int], max_size: Optional[int] = None) -> List[int]:
    if len(size) != 1:
        return [size[0], size[1]]
    h, w = image_size
    short, long = (w, h) if w <= h else (h, w)
    wanted = size[0]
    new_short, new_long = wanted, int(wanted * long / short)
    if max_size is not None:
        if max_size <= wanted:
            raise ValueError(f'max_size = {max_size} must be strictly greater than the requested size for the smaller edge '
                             f'size = {size}')
        if new_long > max_size:
            new_short, new_long = int(max_size * new_short / new_long), max_size
    return [new_long, new_short] if w <= h else [new_short, new_long]


def resize(
    img: Tensor,
    size: List[int],
    interpolation: InterpolationMode = InterpolationMode.BILINEAR,
    max_size: Optional[int] = None,
    antialias: Optional[bool] = _ANTIALIAS,
) -> Tensor:
    interpolation = _checked_mode(interpolation)
    if isinstance(size, (list, tuple)):
        if len(size) not in [1, 2]:
            raise ValueError(f'Size must be an int or a 1 or 2 element tuple/list, not a {len(size)} element tuple/list')
        if max_size is not None and len(size) != 1:
            raise ValueError('max_size should only be passed if size specifies the length of the smaller edge, '
                             'i.e. size should be an int or a sequence of length 1 in torchscript mode.')
    _, height, width = get_dimensions(img)
    if isinstance(size, int):
        size = [size]
    output_size = _compute_resized_output_size((height, width), size, max_size)
    if [height, width] == output_size:
        return img
    if not isinstance(img, torch.Tensor):
        if antialias is False:
            warnings.warn('Anti-alias option is always applied for PIL Image input. Argument antialias is ignored.')
        return F_pil.resize(img, size=output_size, interpolation=pil_modes_mapping[interpolation])
    return F_t.resize(img, size=output_size, interpolation=interpolation.value, antialias=antialias)


def pad(img: Tensor, padding: List[int], fill: Union[int, float] = 0, padding_mode: str = 'constant') -> Tensor:
    if not isinstance(img, torch.Tensor):
        return F_pil.pad(img, padding=padding, fill=fill, padding_mode=padding_mode)
    return F_t.pad(img, padding=padding, fill=fill, padding_mode=padding_mode)


def crop(img: Tensor, top: int, left: int, height: int, width: int) -> Tensor:
    if not isinstance(img, torch.Tensor):
        return F_pil.crop(img, top, left, height, width)
    return F_t.crop(img, top, left, height, width)


# A height and a width, of one number or two.
def _pair(size: List[int]) -> List[int]:
    if isinstance(size, numbers.Number):
        return [int(size), int(size)]
    elif isinstance(size, (tuple, list)) and len(size) == 1:
        return [size[0], size[0]]
    return size


def center_crop(img: Tensor, output_size: List[int]) -> Tensor:
    output_size = _pair(output_size)
    _, height, width = get_dimensions(img)
    crop_height, crop_width = output_size[0], output_size[1]
    if crop_width > width or crop_height > height:
        x, y = max(crop_width - width, 0), max(crop_height - height, 0)
        img = pad(img, [x // 2, y // 2, (x + 1) // 2, (y + 1) // 2], fill=0)
        _, height, width = get_dimensions(img)
        if crop_width == width and crop_height == height:
            return img
    top = int(round((height - crop_height) / 2.0))
    left = int(round((width - crop_width) / 2.0))
    return crop(img, top, left, crop_height, crop_width)


def resized_crop(
    img: Tensor,
    top: int,
    left: int,
    height: int,
    width: int,
    size: List[int],
    interpolation: InterpolationMode = InterpolationMode.BILINEAR,
    antialias: Optional[bool] = _ANTIALIAS,
) -> Tensor:
    return resize(crop(img, top, left, height, width), size, interpolation, antialias=antialias)


def hflip(img: Tensor) -> Tensor:
    if not isinstance(img, torch.Tensor):
        return F_pil.hflip(img)
    return F_t.hflip(img)


def vflip(img: Tensor) -> Tensor:
    if not isinstance(img, torch.Tensor):
        return F_pil.vflip(img)
    return F_t.vflip(img)


def five_crop(img: Tensor, size: List[int]) -> Tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    size = _pair(size)
    if len(size) != 2:
        raise ValueError('Please provide only two dimensions (h, w) for size.')
    _, height, width = get_dimensions(img)
    h, w = size[0], size[1]
    if w > width or h > height:
        raise ValueError(f'Requested crop size {size} is bigger than input size {(height, width)}')
    return (crop(img, 0, 0, h, w), crop(img, 0, width - w, h, w), crop(img, height - h, 0, h, w),
            crop(img, height - h, width - w, h, w), center_crop(img, [h, w]))


def ten_crop(
    img: Tensor, size: List[int], vertical_flip: bool = False
) -> Tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]:
    first = five_crop(img, size)
    return first + five_crop(vflip(img) if vertical_flip else hflip(img), size)


# ---- colors

def adjust_brightness(img: Tensor, brightness_factor: float) -> Tensor:
    if not isinstance(img, torch.Tensor):
        return F_pil.adjust_brightness(img, brightness_factor)
    return F_t.adjust_brightness(img, brightness_factor)


def adjust_contrast(img: Tensor, contrast_factor: float) -> Tensor:
    if not isinstance(img, torch.Tensor):
        return F_pil.adjust_contrast(img, contrast_factor)
    return F_t.adjust_contrast(img, contrast_factor)


def adjust_saturation(img: Tensor, saturation_factor: float) -> Tensor:
    if not isinstance(img, torch.Tensor):
        return F_pil.adjust_saturation(img, saturation_factor)
    return F_t.adjust_saturation(img, saturation_factor)


def adjust_hue(img: Tensor, hue_factor: float) -> Tensor:
    if not isinstance(img, torch.Tensor):
        return F_pil.adjust_hue(img, hue_factor)
    return F_t.adjust_hue(img, hue_factor)


def adjust_gamma(img: Tensor, gamma: float, gain: float = 1) -> Tensor:
    if not isinstance(img, torch.Tensor):
        return F_pil.adjust_gamma(img, gamma, gain)
    return F_t.adjust_gamma(img, gamma, gain)


def adjust_sharpness(img: Tensor, sharpness_factor: float) -> Tensor:
    if not isinstance(img, torch.Tensor):
        return F_pil.adjust_sharpness(img, sharpness_factor)
    return F_t.adjust_sharpness(img, sharpness_factor)


def to_grayscale(img, num_output_channels=1):
    if not isinstance(img, Image.Image):
        raise TypeError('Input should be PIL Image')
    return F_pil.to_grayscale(img, num_output_channels)


def rgb_to_grayscale(img: Tensor, num_output_channels: int = 1) -> Tensor:
    if not isinstance(img, torch.Tensor):
        return F_pil.to_grayscale(img, num_output_channels)
    return F_t.rgb_to_grayscale(img, num_output_channels)


def invert(img: Tensor) -> Tensor:
    if not isinstance(img, torch.Tensor):
        return F_pil.invert(img)
    return F_t.invert(img)


def posterize(img: Tensor, bits: int) -> Tensor:
    if not (0 <= bits <= 8):
        raise ValueError(f'The number if bits should be between 0 and 8. Got {bits}')
    if not isinstance(img, torch.Tensor):
        return F_pil.posterize(img, bits)
    return F_t.posterize(img, bits)


def solarize(img: Tensor, threshold: float) -> Tensor:
    if not isinstance(img, torch.Tensor):
        return F_pil.solarize(img, threshold)
    return F_t.solarize(img, threshold)


def autocontrast(img: Tensor) -> Tensor:
    if not isinstance(img, torch.Tensor):
        return F_pil.autocontrast(img)
    return F_t.autocontrast(img)


def equalize(img: Tensor) -> Tensor:
    if not isinstance(img, torch.Tensor):
        return F_pil.equalize(img)
    return F_t.equalize(img)


# ---- geometry

# The eight coefficients of the transform that maps the end points to the start points.
def _get_perspective_coeffs(startpoints: List[List[int]], endpoints: List[List[int]]) -> List[float]:
    if len(startpoints) != 4 or len(endpoints) != 4:  # @2.6+
        raise ValueError(f'Please provide exactly four corners, got {len(startpoints)} startpoints and {len(endpoints)} endpoints.')
    dtype = torch.float64  # @2.6+
    dtype = torch.float  # @1.13
    a_matrix = torch.zeros(2 * len(startpoints), 8, dtype=dtype)
    for i, (p1, p2) in enumerate(zip(endpoints, startpoints)):
        a_matrix[2 * i, :] = torch.tensor([p1[0], p1[1], 1, 0, 0, 0, -p2[0] * p1[0], -p2[0] * p1[1]])
        a_matrix[2 * i + 1, :] = torch.tensor([0, 0, 0, p1[0], p1[1], 1, -p2[1] * p1[0], -p2[1] * p1[1]])
    b_matrix = torch.tensor(startpoints, dtype=dtype).view(8)
    solution = torch.linalg.lstsq(a_matrix, b_matrix, driver='gels').solution.to(torch.float32)
    output: List[float] = solution.tolist()
    return output


def perspective(
    img: Tensor,
    startpoints: List[List[int]],
    endpoints: List[List[int]],
    interpolation: InterpolationMode = InterpolationMode.BILINEAR,
    fill: Optional[List[float]] = None,
) -> Tensor:
    coeffs = _get_perspective_coeffs(startpoints, endpoints)
    interpolation = _checked_mode(interpolation)
    if not isinstance(img, torch.Tensor):
        return F_pil.perspective(img, coeffs, interpolation=pil_modes_mapping[interpolation], fill=fill)
    return F_t.perspective(img, coeffs, interpolation=interpolation.value, fill=fill)


# The first two rows of T * C * R * S * C^-1 (translation, center, rotation with shear, scale), or of its inverse.
def _get_inverse_affine_matrix(
    center: List[float], angle: float, translate: List[float], scale: float, shear: List[float], inverted: bool = True
) -> List[float]:
    rot = math.radians(angle)
    sx = math.radians(shear[0])
    sy = math.radians(shear[1])
    cx, cy = center
    tx, ty = translate
    a = math.cos(rot - sy) / math.cos(sy)
    b = -math.cos(rot - sy) * math.tan(sx) / math.cos(sy) - math.sin(rot)
    c = math.sin(rot - sy) / math.cos(sy)
    d = -math.sin(rot - sy) * math.tan(sx) / math.cos(sy) + math.cos(rot)
    if inverted:
        # The determinant is that of the scale.
        matrix = [x / scale for x in [d, -b, 0.0, -c, a, 0.0]]
        matrix[2] += matrix[0] * (-cx - tx) + matrix[1] * (-cy - ty)
        matrix[5] += matrix[3] * (-cx - tx) + matrix[4] * (-cy - ty)
        matrix[2] += cx
        matrix[5] += cy
    else:
        matrix = [x * scale for x in [a, b, 0.0, c, d, 0.0]]
        matrix[2] += matrix[0] * (-cx) + matrix[1] * (-cy)
        matrix[5] += matrix[3] * (-cx) + matrix[4] * (-cy)
        matrix[2] += cx + tx
        matrix[5] += cy + ty
    return matrix


def rotate(
    img: Tensor,
    angle: float,
    interpolation: InterpolationMode = InterpolationMode.NEAREST,
    expand: bool = False,
    center: Optional[List[int]] = None,
    fill: Optional[List[float]] = None,
) -> Tensor:
    interpolation = _checked_mode(interpolation)
    if not isinstance(angle, (int, float)):
        raise TypeError('Argument angle should be int or float')
    if center is not None and not isinstance(center, (list, tuple)):
        raise TypeError('Argument center should be a sequence')
    if not isinstance(img, torch.Tensor):
        return F_pil.rotate(img, angle=angle, interpolation=pil_modes_mapping[interpolation], expand=expand, center=center, fill=fill)
    middle = _from_middle(img, center)
    matrix = _get_inverse_affine_matrix(middle, -angle, [0.0, 0.0], 1.0, [0.0, 0.0])
    return F_t.rotate(img, matrix=matrix, interpolation=interpolation.value, expand=expand, fill=fill)


# The center of a rotation, seen from the middle of the image.
def _from_middle(img: Tensor, center: Optional[List[int]]) -> List[float]:
    if center is None:
        return [0.0, 0.0]
    _, height, width = get_dimensions(img)
    return [1.0 * (c - s * 0.5) for c, s in zip(center, [width, height])]


def affine(
    img: Tensor,
    angle: float,
    translate: List[int],
    scale: float,
    shear: List[float],
    interpolation: InterpolationMode = InterpolationMode.NEAREST,
    fill: Optional[List[float]] = None,
    center: Optional[List[int]] = None,
) -> Tensor:
    interpolation = _checked_mode(interpolation)
    if not isinstance(angle, (int, float)):
        raise TypeError('Argument angle should be int or float')
    if not isinstance(translate, (list, tuple)):
        raise TypeError('Argument translate should be a sequence')
    if len(translate) != 2:
        raise ValueError('Argument translate should be a sequence of length 2')
    if scale <= 0.0:
        raise ValueError('Argument scale should be positive')
    if not isinstance(shear, (numbers.Number, (list, tuple))):
        raise TypeError('Shear should be either a single value or a sequence of two values')
    if isinstance(angle, int):
        angle = float(angle)
    if isinstance(translate, tuple):
        translate = list(translate)
    if isinstance(shear, numbers.Number):
        shear = [shear, 0.0]
    if isinstance(shear, tuple):
        shear = list(shear)
    if len(shear) == 1:
        shear = [shear[0], shear[0]]
    if len(shear) != 2:
        raise ValueError(f'Shear should be a sequence containing two values. Got {shear}')
    if center is not None and not isinstance(center, (list, tuple)):
        raise TypeError('Argument center should be a sequence')
    _, height, width = get_dimensions(img)
    if not isinstance(img, torch.Tensor):
        middle = [width * 0.5, height * 0.5] if center is None else center
        matrix = _get_inverse_affine_matrix(middle, angle, translate, scale, shear)
        return F_pil.affine(img, matrix=matrix, interpolation=pil_modes_mapping[interpolation], fill=fill)
    matrix = _get_inverse_affine_matrix(_from_middle(img, center), angle, [1.0 * t for t in translate], scale, shear)
    return F_t.affine(img, matrix=matrix, interpolation=interpolation.value, fill=fill)


def erase(img: Tensor, i: int, j: int, h: int, w: int, v: Tensor, inplace: bool = False) -> Tensor:
    if not isinstance(img, torch.Tensor):
        raise TypeError(f'img should be Tensor Image. Got {type(img)}')
    return F_t.erase(img, i, j, h, w, v, inplace=inplace)


def gaussian_blur(img: Tensor, kernel_size: List[int], sigma: Optional[List[float]] = None) -> Tensor:
    if not isinstance(kernel_size, (int, list, tuple)):
        raise TypeError(f'kernel_size should be int or a sequence of integers. Got {type(kernel_size)}')
    if isinstance(kernel_size, int):
        kernel_size = [kernel_size, kernel_size]
    if len(kernel_size) != 2:
        raise ValueError(f'If kernel_size is a sequence its length should be 2. Got {len(kernel_size)}')
    for ksize in kernel_size:
        if ksize % 2 == 0 or ksize < 0:
            raise ValueError(f'kernel_size should have odd and positive integers. Got {kernel_size}')
    if sigma is None:
        sigma = [ksize * 0.15 + 0.35 for ksize in kernel_size]
    if not isinstance(sigma, (int, float, list, tuple)):
        raise TypeError(f'sigma should be either float or sequence of floats. Got {type(sigma)}')
    if isinstance(sigma, (int, float)):
        sigma = [float(sigma), float(sigma)]
    if len(sigma) == 1:
        sigma = [sigma[0], sigma[0]]
    if len(sigma) != 2:
        raise ValueError(f'If sigma is a sequence, its length should be 2. Got {len(sigma)}')
    for s in sigma:
        if s <= 0.0:
            raise ValueError(f'sigma should have positive values. Got {sigma}')
    if not isinstance(img, torch.Tensor):
        return F_pil.gaussian_blur(img, kernel_size, sigma)
    return F_t.gaussian_blur(img, kernel_size, sigma)


def elastic_transform(
    img: Tensor,
    displacement: Tensor,
    interpolation: InterpolationMode = InterpolationMode.BILINEAR,
    fill: Optional[List[float]] = None,
) -> Tensor:
    interpolation = _checked_mode(interpolation)
    if not isinstance(displacement, torch.Tensor):
        raise TypeError('Argument displacement should be a Tensor')
    _, height, width = get_dimensions(img)
    shape = (1, height, width, 2)
    if shape != displacement.shape:
        raise ValueError(f'Argument displacement shape should be {shape}, but given {displacement.shape}')
    if not isinstance(img, torch.Tensor):
        return F_pil.elastic_transform(img, displacement, interpolation.value, fill)
    return F_t.elastic_transform(img, displacement, interpolation=interpolation.value, fill=fill)
