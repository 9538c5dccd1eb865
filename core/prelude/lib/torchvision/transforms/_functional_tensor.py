"""Transforms of images that are tensors of (..., C, H, W)."""
import warnings
from typing import List, Optional, Tuple, Union

import torch
from torch import Tensor
from torch.nn.functional import conv2d, grid_sample, interpolate
from torch.nn.functional import pad as torch_pad


def _check(img: Tensor) -> None:
    if img.ndim < 2:
        raise TypeError('Tensor is not a torch image.')


def get_dimensions(img: Tensor) -> List[int]:
    _check(img)
    channels = 1 if img.ndim == 2 else img.shape[-3]
    return [channels, img.shape[-2], img.shape[-1]]


def get_image_size(img: Tensor) -> List[int]:
    _check(img)
    return [img.shape[-1], img.shape[-2]]


def get_image_num_channels(img: Tensor) -> int:
    return get_dimensions(img)[0]


def _max_value(dtype: torch.dtype) -> int:
    if dtype == torch.uint8:
        return 255
    elif dtype == torch.int8:
        return 127
    elif dtype == torch.int16:
        return 32767
    elif dtype == torch.int32:
        return 2147483647
    elif dtype == torch.int64:
        return 9223372036854775807
    return 1


def _check_channels(img: Tensor, permitted: List[int]) -> None:
    channels = get_dimensions(img)[0]
    if channels not in permitted:
        raise TypeError(f'Input image tensor permitted channel values are {permitted}, but found {channels}')


def _check_three_dims(img: Tensor) -> None:
    if img.ndim < 3:
        raise TypeError(f'Input image tensor should have at least 3 dimensions, but found {img.ndim}')


def _check_bytes(img: Tensor) -> None:
    if img.dtype != torch.uint8:
        raise TypeError(f'Only torch.uint8 image tensors are supported, but found {img.dtype}')


def _check_factor(name: str, factor: float) -> None:
    if factor < 0:
        raise ValueError(f'{name} ({factor}) is not non-negative.')


def _float_type(img: Tensor) -> torch.dtype:
    return img.dtype if torch.is_floating_point(img) else torch.float32


def convert_image_dtype(image: Tensor, dtype: torch.dtype = torch.float) -> Tensor:
    if image.dtype == dtype:
        return image
    becomesFloat = torch.tensor(0, dtype=dtype).is_floating_point()
    if image.is_floating_point():
        if becomesFloat:
            return image.to(dtype)
        isSafe = dtype != torch.int64 and (image.dtype != torch.float32 or dtype != torch.int32)
        if not isSafe and image.dtype in (torch.float32, torch.float64):
            raise RuntimeError(f'The cast from {image.dtype} to {dtype} cannot be performed safely.')
        # Each integer stands for a range of the same width, so that 1.0 is not the only value that becomes the greatest one.
        return image.mul(float(_max_value(dtype)) + 1.0 - 1e-3).to(dtype)
    most = float(_max_value(image.dtype))
    if becomesFloat:
        return image.to(dtype) / most
    wanted = float(_max_value(dtype))
    if most > wanted:
        return torch.div(image, int((most + 1) // (wanted + 1)), rounding_mode='floor').to(dtype)
    return image.to(dtype) * int((wanted + 1) // (most + 1))


def vflip(img: Tensor) -> Tensor:
    _check(img)
    return img.flip(-2)


def hflip(img: Tensor) -> Tensor:
    _check(img)
    return img.flip(-1)


def crop(img: Tensor, top: int, left: int, height: int, width: int) -> Tensor:
    _, h, w = get_dimensions(img)
    right = left + width
    bottom = top + height
    if left >= 0 and top >= 0 and right <= w and bottom <= h:
        return img[..., top:bottom, left:right]
    padding = [max(min(0, right) - left, 0), max(min(0, bottom) - top, 0), max(right - max(w, left), 0), max(bottom - max(h, top), 0)]
    return pad(img[..., max(top, 0):bottom, max(left, 0):right], padding, fill=0)


def rgb_to_grayscale(img: Tensor, num_output_channels: int = 1) -> Tensor:
    _check_three_dims(img)
    _check_channels(img, [1, 3])
    if num_output_channels not in (1, 3):
        raise ValueError('num_output_channels should be either 1 or 3')
    if img.shape[-3] == 3:
        r, g, b = img.unbind(dim=-3)
        gray = (0.2989 * r + 0.587 * g + 0.114 * b).to(img.dtype).unsqueeze(dim=-3)
    else:
        gray = img.clone()
    return gray.expand(img.shape) if num_output_channels == 3 else gray


def _blend(img1: Tensor, img2: Tensor, ratio: float) -> Tensor:
    ratio = float(ratio)
    bound = _max_value(img1.dtype)  # @2.6+
    bound = 1.0 if img1.is_floating_point() else 255.0  # @1.13
    return (ratio * img1 + (1.0 - ratio) * img2).clamp(0, bound).to(img1.dtype)


def adjust_brightness(img: Tensor, brightness_factor: float) -> Tensor:
    _check_factor('brightness_factor', brightness_factor)
    _check_channels(img, [1, 3])
    return _blend(img, torch.zeros_like(img), brightness_factor)


def adjust_contrast(img: Tensor, contrast_factor: float) -> Tensor:
    _check_factor('contrast_factor', contrast_factor)
    _check_channels(img, [3, 1])
    gray = rgb_to_grayscale(img) if get_dimensions(img)[0] == 3 else img
    return _blend(img, torch.mean(gray.to(_float_type(img)), dim=(-3, -2, -1), keepdim=True), contrast_factor)


def adjust_saturation(img: Tensor, saturation_factor: float) -> Tensor:
    _check_factor('saturation_factor', saturation_factor)
    _check_channels(img, [1, 3])
    if get_dimensions(img)[0] == 1:
        return img
    return _blend(img, rgb_to_grayscale(img), saturation_factor)


def adjust_hue(img: Tensor, hue_factor: float) -> Tensor:
    if not (-0.5 <= hue_factor <= 0.5):
        raise ValueError(f'hue_factor ({hue_factor}) is not in [-0.5, 0.5].')
    _check_channels(img, [1, 3])
    if get_dimensions(img)[0] == 1:
        return img
    dtype = img.dtype
    img = convert_image_dtype(img, torch.float32)  # @2.6+
    if dtype == torch.uint8:  # @1.13
        img = img.to(dtype=torch.float32) / 255.0
    h, s, v = _rgb2hsv(img).unbind(dim=-3)
    turned = _hsv2rgb(torch.stack(((h + hue_factor) % 1.0, s, v), dim=-3))
    return convert_image_dtype(turned, dtype)  # @2.6+
    return (turned * 255.0).to(dtype=dtype) if dtype == torch.uint8 else turned  # @1.13


# Colors without a hue have the hue and the saturation 0. Divisors are 1 there, so that gradients are finite.
def _rgb2hsv(img: Tensor) -> Tensor:
    r, g, b = img.unbind(dim=-3)
    high = torch.max(img, dim=-3).values
    low = torch.min(img, dim=-3).values
    isGray = high == low
    ones = torch.ones_like(high)
    range_ = high - low
    s = range_ / torch.where(isGray, ones, high)
    divisor = torch.where(isGray, ones, range_)
    rc = (high - r) / divisor
    gc = (high - g) / divisor
    bc = (high - b) / divisor
    isRed = high == r
    isGreen = high == g
    h = isRed * (bc - gc) + (isGreen & ~isRed) * (2.0 + rc - bc) + (~isGreen & ~isRed) * (4.0 + gc - rc)
    return torch.stack((torch.fmod(h / 6.0 + 1.0, 1.0), s, high), dim=-3)


def _hsv2rgb(img: Tensor) -> Tensor:
    h, s, v = img.unbind(dim=-3)
    i = torch.floor(h * 6.0)
    f = (h * 6.0) - i
    p = torch.clamp(v * (1.0 - s), 0.0, 1.0)
    q = torch.clamp(v * (1.0 - s * f), 0.0, 1.0)
    t = torch.clamp(v * (1.0 - s * (1.0 - f)), 0.0, 1.0)
    sector = i.to(dtype=torch.int32) % 6
    mask = sector.unsqueeze(dim=-3) == torch.arange(6, device=img.device).view(-1, 1, 1)
    red = torch.stack((v, q, p, p, t, v), dim=-3)
    green = torch.stack((t, v, v, q, p, p), dim=-3)
    blue = torch.stack((p, p, t, v, v, q), dim=-3)
    return torch.einsum('...ijk, ...xijk -> ...xjk', mask.to(dtype=img.dtype), torch.stack((red, green, blue), dim=-4))


def adjust_gamma(img: Tensor, gamma: float, gain: float = 1) -> Tensor:
    _check_channels(img, [1, 3])
    if gamma < 0:
        raise ValueError('Gamma should be a non-negative real number')
    result = img if torch.is_floating_point(img) else convert_image_dtype(img, torch.float32)
    return convert_image_dtype((gain * result ** gamma).clamp(0, 1), img.dtype)


# The paddings on the left, the right, the top and the bottom.
def _sides(padding: Union[int, List[int]]) -> List[int]:
    if isinstance(padding, int):
        if torch.jit.is_scripting():
            raise ValueError("padding can't be an int while torchscripting, set it as a list [value, ]")
        return [padding, padding, padding, padding]
    elif len(padding) == 1:
        return [padding[0], padding[0], padding[0], padding[0]]
    elif len(padding) == 2:
        return [padding[0], padding[0], padding[1], padding[1]]
    return [padding[0], padding[2], padding[1], padding[3]]


def _mirrored(size: int, before: int, after: int, device: torch.device) -> Tensor:
    indices = [i for i in range(before - 1, -1, -1)] + [i for i in range(size)] + [size - 1 - i for i in range(after)]
    return torch.tensor(indices, device=device)


def _pad_symmetric(img: Tensor, padding: List[int]) -> Tensor:
    left, right, top, bottom = padding
    if min(padding) < 0:
        img = img[..., max(-top, 0):img.shape[-2] - max(-bottom, 0), max(-left, 0):img.shape[-1] - max(-right, 0)]
    if img.ndim not in (3, 4):
        raise RuntimeError('Symmetric padding of N-D tensors are not supported yet')
    y = _mirrored(img.shape[-2], max(top, 0), max(bottom, 0), img.device)
    x = _mirrored(img.shape[-1], max(left, 0), max(right, 0), img.device)
    return img[:, y[:, None], x[None, :]] if img.ndim == 3 else img[:, :, y[:, None], x[None, :]]


def pad(img: Tensor, padding: Union[int, List[int]], fill: Optional[Union[int, float]] = 0, padding_mode: str = 'constant') -> Tensor:
    _check(img)
    if fill is None:
        fill = 0
    if not isinstance(padding, (int, tuple, list)):
        raise TypeError('Got inappropriate padding arg')
    if not isinstance(fill, (int, float)):
        raise TypeError('Got inappropriate fill arg')
    if isinstance(padding, tuple):
        padding = list(padding)
    if isinstance(padding, list) and len(padding) not in [1, 2, 4]:
        raise ValueError(f'Padding must be an int or a 1, 2, or 4 element tuple, not a {len(padding)} element tuple')
    if padding_mode not in ['constant', 'edge', 'reflect', 'symmetric']:
        raise ValueError('Padding mode should be either constant, edge, reflect or symmetric')
    sides = _sides(padding)
    if padding_mode == 'symmetric':
        return _pad_symmetric(img, sides)
    if padding_mode == 'edge':
        padding_mode = 'replicate'
    dtype = img.dtype
    isSingle = img.ndim < 4
    if isSingle:
        img = img.unsqueeze(dim=0)
    # Padding with pixels of the image needs floating point.
    if padding_mode != 'constant' and dtype not in (torch.float32, torch.float64):
        img = img.to(torch.float32)
    if padding_mode == 'constant':
        img = torch_pad(img, sides, mode=padding_mode, value=float(fill))
    else:
        img = torch_pad(img, sides, mode=padding_mode)
    if isSingle:
        img = img.squeeze(dim=0)
    return img.to(dtype)


# An image of (N, C, H, W) in the first type unless it has one of the types.
def _cast_in(img: Tensor, dtypes: List[torch.dtype]) -> Tensor:
    if img.ndim < 4:
        img = img.unsqueeze(dim=0)
    return img if img.dtype in dtypes else img.to(dtypes[0])


# The result of an operation on _cast_in(`like`), as `like` is.
def _cast_out(img: Tensor, like: Tensor) -> Tensor:
    if like.ndim < 4:
        img = img.squeeze(dim=0)
    if img.dtype != like.dtype:
        if like.dtype in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64):
            img = torch.round(img)
        img = img.to(like.dtype)
    return img


def resize(img: Tensor, size: List[int], interpolation: str = 'bilinear', antialias: Optional[bool] = True) -> Tensor:
    _check(img)
    if isinstance(size, tuple):
        size = list(size)
    isSmooth = interpolation in ['bilinear', 'bicubic']
    filters = antialias is not None and antialias
    filters = filters and isSmooth  # @2.6+
    if filters and not isSmooth:  # @1.13
        raise ValueError('Antialias option is supported for bilinear and bicubic interpolation modes only')
    result = interpolate(_cast_in(img, [torch.float32, torch.float64]), size=size, mode=interpolation,
                         align_corners=False if isSmooth else None, antialias=filters)
    if interpolation == 'bicubic' and img.dtype == torch.uint8:
        result = result.clamp(min=0, max=255)
    return _cast_out(result, img)


def _check_warp(img: Tensor, interpolation: str, fill: Optional[Union[int, float, List[float]]]) -> None:
    channels = get_dimensions(img)[0]
    if fill is not None and isinstance(fill, (tuple, list)) and len(fill) > 1 and len(fill) != channels:
        raise ValueError("The number of elements in 'fill' cannot broadcast to match the number of channels of the image "
                         f"({len(fill)} != {channels})")
    if interpolation not in ['nearest', 'bilinear']:
        raise ValueError(f"Interpolation mode '{interpolation}' is unsupported with Tensor input")


def _warp(img: Tensor, grid: Tensor, mode: str, fill: Optional[Union[int, float, List[float]]]) -> Tensor:
    pixels = _cast_in(img, [grid.dtype])
    if pixels.shape[0] > 1:
        grid = grid.expand(pixels.shape[0], grid.shape[1], grid.shape[2], grid.shape[3])
    if fill is None:
        return _cast_out(grid_sample(pixels, grid, mode=mode, padding_mode='zeros', align_corners=False), img)
    # A channel of ones tells afterwards how much of each pixel lies inside the image.
    mask = torch.ones((pixels.shape[0], 1, pixels.shape[2], pixels.shape[3]), dtype=pixels.dtype, device=pixels.device)
    sampled = grid_sample(torch.cat((pixels, mask), dim=1), grid, mode=mode, padding_mode='zeros', align_corners=False)
    result = sampled[:, :-1, :, :]
    mask = sampled[:, -1:, :, :].expand_as(result)
    values, count = (fill, len(fill)) if isinstance(fill, (tuple, list)) else ([float(fill)], 1)
    color = torch.tensor(values, dtype=result.dtype, device=result.device).view(1, count, 1, 1).expand_as(result)
    if mode == 'nearest':
        result = torch.where(mask < 0.5, color, result)
    else:
        result = result * mask + (1.0 - mask) * color
    return _cast_out(result, img)


# The points (x, y, 1) of the pixels of an image, whose first pixel is at (x, y).
def _points(x: float, y: float, width: int, height: int, dtype: torch.dtype, device: torch.device) -> Tensor:
    points = torch.empty(1, height, width, 3, dtype=dtype, device=device)
    points[..., 0].copy_(torch.linspace(x, x + width - 1.0, steps=width, device=device))
    points[..., 1].copy_(torch.linspace(y, y + height - 1.0, steps=height, device=device).unsqueeze_(-1))
    points[..., 2].fill_(1)
    return points.view(1, height * width, 3)


# The grid of an affine matrix around the center of an image of (h, w); (oh, ow) are the sizes of the result.
def _affine_grid(img: Tensor, matrix: List[float], ow: int, oh: int) -> Tensor:
    h, w = img.shape[-2], img.shape[-1]
    dtype = _float_type(img)
    theta = torch.tensor(matrix, dtype=dtype, device=img.device).reshape(1, 2, 3)
    scaled = theta.transpose(1, 2) / torch.tensor([0.5 * w, 0.5 * h], dtype=dtype, device=img.device)
    points = _points(-ow * 0.5 + 0.5, -oh * 0.5 + 0.5, ow, oh, dtype, img.device)
    return points.bmm(scaled).view(1, oh, ow, 2)


def affine(img: Tensor, matrix: List[float], interpolation: str = 'nearest',
           fill: Optional[Union[int, float, List[float]]] = None) -> Tensor:
    _check_warp(img, interpolation, fill)
    return _warp(img, _affine_grid(img, matrix, img.shape[-1], img.shape[-2]), interpolation, fill)


# The width and the height of the box around a transformed image.
def _compute_affine_output_size(matrix: List[float], w: int, h: int) -> Tuple[int, int]:
    corners = torch.tensor([[-0.5 * w, -0.5 * h, 1.0], [-0.5 * w, 0.5 * h, 1.0], [0.5 * w, 0.5 * h, 1.0], [0.5 * w, -0.5 * h, 1.0]])
    moved = torch.matmul(corners, torch.tensor(matrix, dtype=torch.float).view(2, 3).T)
    half = torch.tensor((w * 0.5, h * 0.5))
    # Rounding errors of up to 1e-4 don't add a pixel.
    high = torch.ceil(((moved.max(dim=0)[0] + half) / 1e-4).trunc_() * 1e-4)
    low = torch.floor(((moved.min(dim=0)[0] + half) / 1e-4).trunc_() * 1e-4)
    size = high - low
    return int(size[0]), int(size[1])


def rotate(img: Tensor, matrix: List[float], interpolation: str = 'nearest', expand: bool = False,
           fill: Optional[Union[int, float, List[float]]] = None) -> Tensor:
    _check_warp(img, interpolation, fill)
    w, h = img.shape[-1], img.shape[-2]
    ow, oh = _compute_affine_output_size(matrix, w, h) if expand else (w, h)
    return _warp(img, _affine_grid(img, matrix, ow, oh), interpolation, fill)


def perspective(img: Tensor, perspective_coeffs: List[float], interpolation: str = 'bilinear',
                fill: Optional[Union[int, float, List[float]]] = None) -> Tensor:
    _check_warp(img, interpolation, fill)
    a, b, c, d, e, f, g, i = perspective_coeffs
    ow, oh = img.shape[-1], img.shape[-2]
    dtype = _float_type(img)
    over = torch.tensor([[[a, b, c], [d, e, f]]], dtype=dtype, device=img.device)
    under = torch.tensor([[[g, i, 1.0], [g, i, 1.0]]], dtype=dtype, device=img.device)
    points = _points(0.5, 0.5, ow, oh, dtype, img.device)
    scaled = over.transpose(1, 2) / torch.tensor([0.5 * ow, 0.5 * oh], dtype=dtype, device=img.device)
    grid = points.bmm(scaled) / points.bmm(under.transpose(1, 2)) - 1.0
    return _warp(img, grid.view(1, oh, ow, 2), interpolation, fill)


def _get_gaussian_kernel1d(kernel_size: int, sigma: float, dtype: torch.dtype, device: torch.device) -> Tensor:
    half = (kernel_size - 1) * 0.5
    x = torch.linspace(-half, half, steps=kernel_size, dtype=dtype, device=device)  # @2.6+
    x = torch.linspace(-half, half, steps=kernel_size)  # @1.13
    pdf = torch.exp(-0.5 * (x / sigma).pow(2))
    return (pdf / pdf.sum()).to(device, dtype=dtype)


# Convolves each channel with one kernel.
def _filtered(img: Tensor, kernel: Tensor) -> Tensor:
    channels = img.shape[-3]
    return conv2d(img, kernel.expand(channels, 1, kernel.shape[0], kernel.shape[1]), groups=channels)


def gaussian_blur(img: Tensor, kernel_size: List[int], sigma: List[float]) -> Tensor:
    _check(img)
    dtype = _float_type(img)
    x = _get_gaussian_kernel1d(kernel_size[0], sigma[0], dtype, img.device)
    y = _get_gaussian_kernel1d(kernel_size[1], sigma[1], dtype, img.device)
    sides = [kernel_size[0] // 2, kernel_size[0] // 2, kernel_size[1] // 2, kernel_size[1] // 2]
    padded = torch_pad(_cast_in(img, [dtype]), sides, mode='reflect')
    return _cast_out(_filtered(padded, torch.mm(y[:, None], x[None, :])), img)


def invert(img: Tensor) -> Tensor:
    _check_three_dims(img)
    _check_channels(img, [1, 3])
    return _max_value(img.dtype) - img  # @2.6+
    return torch.tensor(1 if img.is_floating_point() else 255, dtype=img.dtype, device=img.device) - img  # @1.13


def posterize(img: Tensor, bits: int) -> Tensor:
    _check_three_dims(img)
    _check_bytes(img)
    _check_channels(img, [1, 3])
    return img & -int(2 ** (8 - bits))


def solarize(img: Tensor, threshold: float) -> Tensor:
    _check_three_dims(img)
    _check_channels(img, [1, 3])
    if threshold > (1 if img.is_floating_point() else 255):
        raise TypeError('Threshold should be less than bound of img.')
    return torch.where(img >= threshold, invert(img), img)


def adjust_sharpness(img: Tensor, sharpness_factor: float) -> Tensor:
    _check_factor('sharpness_factor', sharpness_factor)
    _check_channels(img, [1, 3])
    if img.size(-1) <= 2 or img.size(-2) <= 2:
        return img
    dtype = _float_type(img)
    kernel = torch.ones((3, 3), dtype=dtype, device=img.device)
    kernel[1, 1] = 5.0
    kernel /= kernel.sum()
    smooth = img.clone()
    smooth[..., 1:-1, 1:-1] = _cast_out(_filtered(_cast_in(img, [dtype]), kernel), img)
    return _blend(img, smooth, sharpness_factor)


def autocontrast(img: Tensor) -> Tensor:
    _check_three_dims(img)
    _check_channels(img, [1, 3])
    bound = _max_value(img.dtype)
    dtype = _float_type(img)
    low = img.amin(dim=(-2, -1), keepdim=True).to(dtype)
    high = img.amax(dim=(-2, -1), keepdim=True).to(dtype)
    scale = bound / (high - low)
    isFlat = torch.isfinite(scale).logical_not()
    low[isFlat] = 0
    scale[isFlat] = 1
    return ((img - low) * scale).clamp(0, bound).to(img.dtype)


def _equalized_channel(channel: Tensor) -> Tensor:
    counts = torch.bincount(channel.reshape(-1), minlength=256)
    used = counts[counts != 0]
    step = torch.div(used[:-1].sum(), 255, rounding_mode='floor')
    if step == 0:
        return channel
    table = torch.div(torch.cumsum(counts, 0) + torch.div(step, 2, rounding_mode='floor'), step, rounding_mode='floor')
    table = torch_pad(table, [1, 0])[:-1].clamp(0, 255)
    return table[channel.to(torch.int64)].to(torch.uint8)


def _equalized(img: Tensor) -> Tensor:
    return torch.stack([_equalized_channel(img[c]) for c in range(img.size(0))])


def equalize(img: Tensor) -> Tensor:
    _check(img)
    if not (3 <= img.ndim <= 4):
        raise TypeError(f'Input image tensor should have 3 or 4 dimensions, but found {img.ndim}')
    _check_bytes(img)
    _check_channels(img, [1, 3])
    return _equalized(img) if img.ndim == 3 else torch.stack([_equalized(x) for x in img])


def normalize(tensor: Tensor, mean: List[float], std: List[float], inplace: bool = False) -> Tensor:
    _check(tensor)
    if not tensor.is_floating_point():
        raise TypeError(f'Input tensor should be a float tensor. Got {tensor.dtype}.')
    if tensor.ndim < 3:
        raise ValueError(f'Expected tensor to be a tensor image of size (..., C, H, W). Got tensor.size() = {tensor.size()}')
    if not inplace:
        tensor = tensor.clone()
    means = torch.as_tensor(mean, dtype=tensor.dtype, device=tensor.device)
    deviations = torch.as_tensor(std, dtype=tensor.dtype, device=tensor.device)
    if (deviations == 0).any():
        raise ValueError(f'std evaluated to zero after conversion to {tensor.dtype}, leading to division by zero.')
    if means.ndim == 1:
        means = means.view(-1, 1, 1)
    if deviations.ndim == 1:
        deviations = deviations.view(-1, 1, 1)
    return tensor.sub_(means).div_(deviations)


def erase(img: Tensor, i: int, j: int, h: int, w: int, v: Tensor, inplace: bool = False) -> Tensor:
    _check(img)
    if not inplace:
        img = img.clone()
    img[..., i:i + h, j:j + w] = v
    return img


def elastic_transform(img: Tensor, displacement: Tensor, interpolation: str = 'bilinear',
                      fill: Optional[Union[int, float, List[float]]] = None) -> Tensor:
    height, width = img.shape[-2], img.shape[-1]
    y, x = torch.meshgrid([torch.linspace((1 - height) / height, (height - 1) / height, height),
                           torch.linspace((1 - width) / width, (width - 1) / width, width)], indexing='ij')
    grid = torch.stack([x, y], -1).unsqueeze(0).to(img.device) + displacement.to(img.device)
    return _warp(img, grid, interpolation, fill)
