"""Transforms of images of PIL. Scripts leave them out."""
import torch
from PIL import Image, ImageEnhance, ImageOps

from . import _functional_tensor


def _check(img):
    if not isinstance(img, Image.Image):
        raise TypeError(f'img should be PIL Image. Got {type(img)}')


@torch.jit.unused
def get_dimensions(img):
    if not isinstance(img, Image.Image):
        raise TypeError(f'Unexpected type {type(img)}')
    return [len(img.getbands()), img.height, img.width]


@torch.jit.unused
def get_image_size(img):
    return get_dimensions(img)[:0:-1]


@torch.jit.unused
def get_image_num_channels(img):
    return get_dimensions(img)[0]


@torch.jit.unused
def hflip(img):
    _check(img)
    return img.transpose(Image.FLIP_LEFT_RIGHT)


@torch.jit.unused
def vflip(img):
    _check(img)
    return img.transpose(Image.FLIP_TOP_BOTTOM)


@torch.jit.unused
def adjust_brightness(img, brightness_factor):
    _check(img)
    return ImageEnhance.Brightness(img).enhance(brightness_factor)


@torch.jit.unused
def adjust_contrast(img, contrast_factor):
    _check(img)
    return ImageEnhance.Contrast(img).enhance(contrast_factor)


@torch.jit.unused
def adjust_saturation(img, saturation_factor):
    _check(img)
    return ImageEnhance.Color(img).enhance(saturation_factor)


@torch.jit.unused
def adjust_sharpness(img, sharpness_factor):
    _check(img)
    return ImageEnhance.Sharpness(img).enhance(sharpness_factor)


@torch.jit.unused
def adjust_hue(img, hue_factor):
    if not -0.5 <= hue_factor <= 0.5:
        raise ValueError(f'hue_factor ({hue_factor}) is not in [-0.5, 0.5].')
    _check(img)
    if img.mode in ('L', '1', 'I', 'F'):
        return img
    turned = img.convert('HSV')
    turned._pixels[:, :, 0] += int(hue_factor * 255) & 255    # hues are a circle of 256
    return turned.convert(img.mode)


@torch.jit.unused
def adjust_gamma(img, gamma, gain=1.0):
    _check(img)
    if gamma < 0:
        raise ValueError('Gamma should be a non-negative real number')
    table = [int((255 + 1 - 1e-3) * gain * pow(value / 255.0, gamma)) for value in range(256)] * 3
    return img.convert('RGB').point(table).convert(img.mode)


@torch.jit.unused
def pad(img, padding, fill=0, padding_mode='constant'):
    _check(img)
    if not isinstance(padding, (int, float, tuple, list)):
        raise TypeError('Got inappropriate padding arg')
    if fill is not None and not isinstance(fill, (int, float, tuple, list)):
        raise TypeError('Got inappropriate fill arg')
    if not isinstance(padding_mode, str):
        raise TypeError('Got inappropriate padding_mode arg')
    if isinstance(padding, (tuple, list)) and len(padding) not in (1, 2, 4):
        raise ValueError(f'Padding must be an int or a 1, 2, or 4 element tuple, not a {len(padding)} element tuple')
    if padding_mode not in ('constant', 'edge', 'reflect', 'symmetric'):
        raise ValueError('Padding mode should be either constant, edge, reflect or symmetric')
    if padding_mode == 'constant':
        sides = tuple(padding) if isinstance(padding, (tuple, list)) else padding
        sides = sides[0] if isinstance(sides, tuple) and len(sides) == 1 else sides
        return ImageOps.expand(img, border=sides, fill=_color(fill, img))
    padded = _functional_tensor.pad(img._cube().permute(2, 0, 1), padding, 0, padding_mode)
    return img._of_cube(padded.permute(1, 2, 0).contiguous())


@torch.jit.unused
def crop(img, top, left, height, width):
    _check(img)
    return img.crop((left, top, left + width, top + height))


@torch.jit.unused
def resize(img, size, interpolation=Image.BILINEAR):
    _check(img)
    if not (isinstance(size, list) and len(size) == 2):
        raise TypeError(f'Got inappropriate size arg: {size}')
    return img.resize(tuple(size[::-1]), interpolation)


# A color of the image's mode.
def _color(fill, img):
    channels = get_image_num_channels(img)
    fill = 0 if fill is None else fill
    if isinstance(fill, (int, float)) and channels > 1:
        fill = [fill] * channels
    if isinstance(fill, (list, tuple)):
        if len(fill) == 1:
            fill = list(fill) * channels
        if len(fill) != channels:
            raise ValueError("The number of elements in 'fill' does not match the number of channels of the image "
                             f'({len(fill)} != {channels})')
        return tuple(fill if img.mode == 'F' else [int(value) for value in fill])
    return fill if img.mode == 'F' else int(fill)


@torch.jit.unused
def affine(img, matrix, interpolation=Image.NEAREST, fill=None):
    _check(img)
    return img.transform(img.size, Image.AFFINE, matrix, interpolation, fillcolor=_color(fill, img))


@torch.jit.unused
def rotate(img, angle, interpolation=Image.NEAREST, expand=False, center=None, fill=None):
    _check(img)
    return img.rotate(angle, interpolation, expand, center, fillcolor=_color(fill, img))


@torch.jit.unused
def perspective(img, perspective_coeffs, interpolation=Image.BICUBIC, fill=None):
    _check(img)
    return img.transform(img.size, Image.PERSPECTIVE, perspective_coeffs, interpolation, fillcolor=_color(fill, img))


@torch.jit.unused
def to_grayscale(img, num_output_channels):
    _check(img)
    if num_output_channels not in (1, 3):
        raise ValueError('num_output_channels should be either 1 or 3')
    gray = img.convert('L')
    return gray if num_output_channels == 1 else gray.convert('RGB')


@torch.jit.unused
def invert(img):
    _check(img)
    return ImageOps.invert(img)


@torch.jit.unused
def posterize(img, bits):
    _check(img)
    return ImageOps.posterize(img, bits)


@torch.jit.unused
def solarize(img, threshold):
    _check(img)
    return ImageOps.solarize(img, threshold)


@torch.jit.unused
def autocontrast(img):
    _check(img)
    return ImageOps.autocontrast(img)


@torch.jit.unused
def equalize(img):
    _check(img)
    return ImageOps.equalize(img)


# Calls a function of tensors.
def _through_tensor(img, function, *args):
    _check(img)
    pixels = function(img._cube().permute(2, 0, 1), *args)
    return img._of_cube(pixels.permute(1, 2, 0).contiguous())


@torch.jit.unused
def gaussian_blur(img, kernel_size, sigma):
    return _through_tensor(img, _functional_tensor.gaussian_blur, kernel_size, sigma)


@torch.jit.unused
def elastic_transform(img, displacement, interpolation, fill):
    return _through_tensor(img, _functional_tensor.elastic_transform, displacement, interpolation, fill)
