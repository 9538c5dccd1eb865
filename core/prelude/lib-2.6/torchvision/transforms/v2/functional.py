"""Transforms of one image: those of version 1, and conversions."""
import numpy as np
import torch
from PIL import Image

from ..functional import (
    adjust_brightness, adjust_contrast, adjust_gamma, adjust_hue, adjust_saturation, adjust_sharpness, affine, autocontrast,
    center_crop, convert_image_dtype, crop, equalize, erase, five_crop, gaussian_blur, get_dimensions, get_image_size, hflip, invert,
    normalize, pad, perspective, pil_to_tensor, posterize, resize, resized_crop, rgb_to_grayscale, rotate, solarize, ten_crop, to_pil_image, to_tensor,
    vflip
)

horizontal_flip, vertical_flip = hflip, vflip


def to_image(inpt):
    if isinstance(inpt, np.ndarray):
        pixels = torch.from_numpy(inpt)
        return (pixels.unsqueeze(2) if pixels.dim() == 2 else pixels).permute(2, 0, 1).contiguous()
    if isinstance(inpt, Image.Image):
        return pil_to_tensor(inpt)
    if isinstance(inpt, torch.Tensor):
        return inpt
    raise TypeError(f'Input can either be a pure Tensor, a numpy array, or a PIL image, but got {type(inpt)} instead.')


def to_dtype(inpt, dtype=torch.float32, scale=False):
    return convert_image_dtype(inpt, dtype) if scale else inpt.to(dtype)


def gaussian_noise(inpt, mean=0.0, sigma=0.1, clip=True):
    if not inpt.is_floating_point():
        raise ValueError(f'Input tensor is expected to be in float dtype, got dtype={inpt.dtype}')
    if sigma < 0:
        raise ValueError(f"sigma shouldn't be negative. Got {sigma}")
    noisy = inpt + mean + torch.randn_like(inpt) * sigma
    return noisy.clamp(0, 1) if clip else noisy
