import os
from enum import Enum

import torch
from PIL import Image


class ImageReadMode(Enum):
    UNCHANGED = 0
    GRAY = 1
    GRAY_ALPHA = 2
    RGB = 3
    RGB_ALPHA = 4


_MODES = {ImageReadMode.GRAY: 'L', ImageReadMode.GRAY_ALPHA: 'LA', ImageReadMode.RGB: 'RGB', ImageReadMode.RGB_ALPHA: 'RGBA'}


def read_file(path):
    try:
        with open(path, 'rb') as file:
            data = file.read()
    except OSError as error:
        raise RuntimeError(str(error)) from None
    return torch.frombuffer(data, dtype=torch.uint8) if data else torch.empty(0, dtype=torch.uint8)


def write_file(filename, data):
    with open(filename, 'wb') as file:
        file.write(torch._C._tensor_bytes(data))


# The image in a tensor of bytes, converted as `mode` says. `formats` names the formats that are allowed.
def _decoded(input, mode, formats, name):
    if not isinstance(input, torch.Tensor) or input.dtype is not torch.uint8 or input.dim() != 1 or not input.numel():
        raise RuntimeError('Expected a non empty 1-dimensional tensor')
    mode = ImageReadMode[mode.upper()] if isinstance(mode, str) else mode
    try:
        decoded = torch._C._decode_image(torch._C._tensor_bytes(input))
    except OSError as error:
        raise RuntimeError(f'{name}: {error}') from None
    if decoded is None or decoded[1] not in formats:
        raise RuntimeError('Unsupported image file. Only jpeg and png are currently supported.' if len(formats) > 1 else
                           f'Content is not {formats[0].lower()}.')
    pixels, _, source, palette = decoded
    image = Image._of(pixels if pixels.shape[2] > 1 else pixels.squeeze(2), source, palette)
    if source == 'I':
        image = Image._of((image._pixels >> 8).to(torch.uint8), 'L')
    elif source in ('1', 'P'):
        image = image.convert('L' if source == '1' else 'RGB' if bool((palette[:, 3] == 255).all()) else 'RGBA')
    wanted = _MODES.get(mode, image.mode)
    if image.mode != wanted:
        image = image.convert(wanted)
    return image._cube().permute(2, 0, 1).contiguous()


def decode_png(input, mode=ImageReadMode.UNCHANGED, apply_exif_orientation=False):
    return _decoded(input, mode, ('PNG',), 'decode_png')


def decode_jpeg(input, mode=ImageReadMode.UNCHANGED, device='cpu', apply_exif_orientation=False):
    if isinstance(input, list):
        return [decode_jpeg(each, mode) for each in input]
    return _decoded(input, mode, ('JPEG',), 'decode_jpeg')


def decode_image(input, mode=ImageReadMode.UNCHANGED, apply_exif_orientation=False):
    if not isinstance(input, torch.Tensor):  # @2.6+
        input = read_file(str(input))
    return _decoded(input, mode, ('PNG', 'JPEG'), 'decode_image')


def read_image(path, mode=ImageReadMode.UNCHANGED, apply_exif_orientation=False):
    return decode_image(read_file(os.fspath(path)), mode)


def _packed(input, channels, encode, number):
    if not isinstance(input, torch.Tensor) or input.dtype is not torch.uint8:
        raise RuntimeError('Input tensor dtype should be uint8')
    if input.dim() != 3:
        raise RuntimeError('Input data should be a 3-dimensional tensor')
    if input.shape[0] not in channels:
        raise RuntimeError(f'The number of channels should be {" or ".join(str(each) for each in channels)}, got: {input.shape[0]}')
    return torch.frombuffer(encode(input.permute(1, 2, 0).contiguous(), number), dtype=torch.uint8)


def encode_png(input, compression_level=6):
    if not 0 <= compression_level <= 9:
        raise RuntimeError('Compression level should be between 0 and 9')
    return _packed(input, (1, 3), torch._C._encode_png, compression_level)


def encode_jpeg(input, quality=75):
    if isinstance(input, list):
        return [encode_jpeg(each, quality) for each in input]
    if not 1 <= quality <= 100:
        raise ValueError('Image quality should be a positive number between 1 and 100')
    return _packed(input, (1, 3), torch._C._encode_jpeg, quality)


def write_png(input, filename, compression_level=6):
    write_file(filename, encode_png(input, compression_level))


def write_jpeg(input, filename, quality=75):
    write_file(filename, encode_jpeg(input, quality))
