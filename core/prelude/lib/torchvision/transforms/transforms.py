"""Transforms as objects. Random ones draw from the default generator of torch, in the order of torchvision."""
import math
import numbers
import random
import warnings
from collections.abc import Sequence
from typing import List, Optional, Tuple

import torch
from torch import Tensor

from . import functional as F
from .functional import InterpolationMode, _interpolation_modes_from_int

__all__ = [
    'Compose', 'ToTensor', 'PILToTensor', 'ConvertImageDtype', 'ToPILImage', 'Normalize', 'Resize', 'CenterCrop', 'Pad', 'Lambda',
    'RandomApply', 'RandomChoice', 'RandomOrder', 'RandomCrop', 'RandomHorizontalFlip', 'RandomVerticalFlip', 'RandomResizedCrop',
    'FiveCrop', 'TenCrop', 'LinearTransformation', 'ColorJitter', 'RandomRotation', 'RandomAffine', 'Grayscale', 'RandomGrayscale',
    'RandomPerspective', 'RandomErasing', 'GaussianBlur', 'InterpolationMode', 'RandomInvert', 'RandomPosterize', 'RandomSolarize',
    'RandomAdjustSharpness', 'RandomAutocontrast', 'RandomEqualize', 'ElasticTransform',
]


# A class's name and its transforms, one a line.
def _listed(owner, transforms, first=''):
    lines = ''.join(f'\n    {each}' for each in transforms)
    return f'{owner.__class__.__name__}({first}{lines}\n)'


# The text of a class with these attributes.
def _shown(owner, names, between=', '):
    return f"{owner.__class__.__name__}({between.join(f'{name}={getattr(owner, name)}' for name in names)})"


def _uniform(low: float, high: float) -> float:
    return float(torch.empty(1).uniform_(low, high).item())


def _integer(low: int, high: int) -> int:
    return int(torch.randint(low, high, size=(1,)).item())


def _mode(interpolation):
    return _interpolation_modes_from_int(interpolation) if isinstance(interpolation, int) else interpolation


def _setup_size(size, error_msg):
    if isinstance(size, numbers.Number):
        return int(size), int(size)
    if isinstance(size, Sequence) and len(size) == 1:
        return size[0], size[0]
    if len(size) != 2:
        raise ValueError(error_msg)
    return size


_TWO_SIZES = 'Please provide only two dimensions (h, w) for size.'


def _check_sequence_input(x, name, req_sizes):
    message = f"{name} should be a sequence of length {' or '.join(str(size) for size in req_sizes)}."
    if not isinstance(x, Sequence):
        raise TypeError(message)
    if len(x) not in req_sizes:
        raise ValueError(message)


def _setup_angle(x, name, req_sizes=(2,)):
    if isinstance(x, numbers.Number):
        if x < 0:
            raise ValueError(f'If {name} is a single number, it must be positive.')
        x = [-x, x]
    else:
        _check_sequence_input(x, name, req_sizes)
    return [float(d) for d in x]


def _setup_fill(fill):
    if fill is None:
        return 0
    if not isinstance(fill, (Sequence, numbers.Number)):
        raise TypeError('Fill should be either a sequence or a number.')
    return fill


# The fill of an image; a tensor needs a number for each channel.
def _fill_for(img, fill):
    channels = F.get_dimensions(img)[0]
    if isinstance(img, Tensor):
        if isinstance(fill, (int, float)):
            fill = [float(fill)] * channels
        else:
            fill = [float(f) for f in fill]
    return fill


class Compose:
    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, img):
        for t in self.transforms:
            img = t(img)
        return img

    def __repr__(self) -> str:
        return _listed(self, self.transforms)


class ToTensor:
    def __call__(self, pic):
        return F.to_tensor(pic)

    def __repr__(self) -> str:
        return _shown(self, ())


class PILToTensor:
    def __call__(self, pic):
        return F.pil_to_tensor(pic)

    def __repr__(self) -> str:
        return _shown(self, ())


class ConvertImageDtype(torch.nn.Module):
    def __init__(self, dtype: torch.dtype) -> None:
        super().__init__()
        self.dtype = dtype

    def forward(self, image):
        return F.convert_image_dtype(image, self.dtype)


class ToPILImage:
    def __init__(self, mode=None):
        self.mode = mode

    def __call__(self, pic):
        return F.to_pil_image(pic, self.mode)

    def __repr__(self) -> str:
        return _shown(self, () if self.mode is None else ('mode',))


class Normalize(torch.nn.Module):
    def __init__(self, mean, std, inplace=False):
        super().__init__()
        self.mean = mean
        self.std = std
        self.inplace = inplace

    def forward(self, tensor: Tensor) -> Tensor:
        return F.normalize(tensor, self.mean, self.std, self.inplace)

    def __repr__(self) -> str:
        return _shown(self, ('mean', 'std'))


class Resize(torch.nn.Module):
    def __init__(self, size, interpolation=InterpolationMode.BILINEAR, max_size=None, antialias=F._ANTIALIAS):
        super().__init__()
        if not isinstance(size, (int, Sequence)):
            raise TypeError(f'Size should be int or sequence. Got {type(size)}')
        if isinstance(size, Sequence) and len(size) not in (1, 2):
            raise ValueError('If size is a sequence, it should have 1 or 2 values')
        self.size = size
        self.max_size = max_size
        self.interpolation = _mode(interpolation)
        self.antialias = antialias

    def forward(self, img):
        return F.resize(img, self.size, self.interpolation, self.max_size, self.antialias)

    def __repr__(self) -> str:
        return (f'{self.__class__.__name__}(size={self.size}, interpolation={self.interpolation.value}, max_size={self.max_size}, '
                f'antialias={self.antialias})')


class CenterCrop(torch.nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = _setup_size(size, error_msg=_TWO_SIZES)

    def forward(self, img):
        return F.center_crop(img, self.size)

    def __repr__(self) -> str:
        return _shown(self, ('size',))


class Pad(torch.nn.Module):
    def __init__(self, padding, fill=0, padding_mode='constant'):
        super().__init__()
        if not isinstance(padding, (numbers.Number, tuple, list)):
            raise TypeError('Got inappropriate padding arg')
        if not isinstance(fill, (numbers.Number, tuple, list)):  # @2.6+
            raise TypeError('Got inappropriate fill arg')
        if not isinstance(fill, (numbers.Number, str, tuple)):  # @1.13
            raise TypeError('Got inappropriate fill arg')
        if padding_mode not in ['constant', 'edge', 'reflect', 'symmetric']:
            raise ValueError('Padding mode should be either constant, edge, reflect or symmetric')
        if isinstance(padding, Sequence) and len(padding) not in [1, 2, 4]:
            raise ValueError(f'Padding must be an int or a 1, 2, or 4 element tuple, not a {len(padding)} element tuple')
        self.padding = padding
        self.fill = fill
        self.padding_mode = padding_mode

    def forward(self, img):
        return F.pad(img, self.padding, self.fill, self.padding_mode)

    def __repr__(self) -> str:
        return _shown(self, ('padding', 'fill', 'padding_mode'))


class Lambda:
    def __init__(self, lambd):
        if not callable(lambd):
            raise TypeError(f'Argument lambd should be callable, got {repr(type(lambd).__name__)}')
        self.lambd = lambd

    def __call__(self, img):
        return self.lambd(img)

    def __repr__(self) -> str:
        return _shown(self, ())


class RandomTransforms:
    def __init__(self, transforms):
        if not isinstance(transforms, Sequence):
            raise TypeError('Argument transforms should be a sequence')
        self.transforms = transforms

    def __call__(self, *args, **kwargs):
        raise NotImplementedError()

    def __repr__(self) -> str:
        return _listed(self, self.transforms)


class RandomApply(torch.nn.Module):
    def __init__(self, transforms, p=0.5):
        super().__init__()
        self.transforms = transforms
        self.p = p

    def forward(self, img):
        if self.p < torch.rand(1):
            return img
        for t in self.transforms:
            img = t(img)
        return img

    def __repr__(self) -> str:
        return _listed(self, self.transforms, f'\n    p={self.p}')


class RandomOrder(RandomTransforms):
    def __call__(self, img):
        order = list(range(len(self.transforms)))
        random.shuffle(order)
        for i in order:
            img = self.transforms[i](img)
        return img


class RandomChoice(RandomTransforms):
    def __init__(self, transforms, p=None):
        super().__init__(transforms)
        if p is not None and not isinstance(p, Sequence):
            raise TypeError('Argument p should be a sequence')
        self.p = p

    def __call__(self, *args):
        return random.choices(self.transforms, weights=self.p)[0](*args)

    def __repr__(self) -> str:
        return f'{super().__repr__()}(p={self.p})'


class RandomCrop(torch.nn.Module):
    @staticmethod
    def get_params(img: Tensor, output_size: Tuple[int, int]) -> Tuple[int, int, int, int]:
        _, h, w = F.get_dimensions(img)
        th, tw = output_size
        if h < th or w < tw:
            raise ValueError(f'Required crop size {(th, tw)} is larger than input image size {(h, w)}')
        if w == tw and h == th:
            return 0, 0, h, w
        i = _integer(0, h - th + 1)
        j = _integer(0, w - tw + 1)
        return i, j, th, tw

    def __init__(self, size, padding=None, pad_if_needed=False, fill=0, padding_mode='constant'):
        super().__init__()
        self.size = tuple(_setup_size(size, error_msg=_TWO_SIZES))
        self.padding = padding
        self.pad_if_needed = pad_if_needed
        self.fill = fill
        self.padding_mode = padding_mode

    def forward(self, img):
        if self.padding is not None:
            img = F.pad(img, self.padding, self.fill, self.padding_mode)
        _, height, width = F.get_dimensions(img)
        if self.pad_if_needed and width < self.size[1]:
            img = F.pad(img, [self.size[1] - width, 0], self.fill, self.padding_mode)
        if self.pad_if_needed and height < self.size[0]:
            img = F.pad(img, [0, self.size[0] - height], self.fill, self.padding_mode)
        i, j, h, w = self.get_params(img, self.size)
        return F.crop(img, i, j, h, w)

    def __repr__(self) -> str:
        return _shown(self, ('size', 'padding'))


class RandomHorizontalFlip(torch.nn.Module):
    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def forward(self, img):
        if torch.rand(1) < self.p:
            return F.hflip(img)
        return img

    def __repr__(self) -> str:
        return _shown(self, ('p',))


class RandomVerticalFlip(torch.nn.Module):
    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def forward(self, img):
        if torch.rand(1) < self.p:
            return F.vflip(img)
        return img

    def __repr__(self) -> str:
        return _shown(self, ('p',))


class RandomPerspective(torch.nn.Module):
    def __init__(self, distortion_scale=0.5, p=0.5, interpolation=InterpolationMode.BILINEAR, fill=0):
        super().__init__()
        self.p = p
        self.interpolation = _mode(interpolation)
        self.distortion_scale = distortion_scale
        self.fill = _setup_fill(fill)

    def forward(self, img):
        fill = _fill_for(img, self.fill)
        _, height, width = F.get_dimensions(img)
        if torch.rand(1) < self.p:
            startpoints, endpoints = self.get_params(width, height, self.distortion_scale)
            return F.perspective(img, startpoints, endpoints, self.interpolation, fill)
        return img

    # Each corner moves inwards by at most a part of half the image.
    @staticmethod
    def get_params(width: int, height: int, distortion_scale: float) -> Tuple[List[List[int]], List[List[int]]]:
        x = int(distortion_scale * (width // 2))
        y = int(distortion_scale * (height // 2))
        topleft = [_integer(0, x + 1), _integer(0, y + 1)]
        topright = [_integer(width - x - 1, width), _integer(0, y + 1)]
        botright = [_integer(width - x - 1, width), _integer(height - y - 1, height)]
        botleft = [_integer(0, x + 1), _integer(height - y - 1, height)]
        startpoints = [[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]]
        return startpoints, [topleft, topright, botright, botleft]

    def __repr__(self) -> str:
        return _shown(self, ('p',))


class RandomResizedCrop(torch.nn.Module):
    def __init__(self, size, scale=(0.08, 1.0), ratio=(3.0 / 4.0, 4.0 / 3.0), interpolation=InterpolationMode.BILINEAR,
                 antialias: Optional[bool] = F._ANTIALIAS):
        super().__init__()
        self.size = _setup_size(size, error_msg=_TWO_SIZES)
        if not isinstance(scale, Sequence):
            raise TypeError('Scale should be a sequence')
        if not isinstance(ratio, Sequence):
            raise TypeError('Ratio should be a sequence')
        if (scale[0] > scale[1]) or (ratio[0] > ratio[1]):
            warnings.warn('Scale and ratio should be of kind (min, max)')
        self.interpolation = _mode(interpolation)
        self.antialias = antialias
        self.scale = scale
        self.ratio = ratio

    @staticmethod
    def get_params(img: Tensor, scale: List[float], ratio: List[float]) -> Tuple[int, int, int, int]:
        _, height, width = F.get_dimensions(img)
        area = height * width
        log_ratio = torch.log(torch.tensor(ratio))
        for _ in range(10):
            target_area = area * torch.empty(1).uniform_(scale[0], scale[1]).item()
            aspect_ratio = torch.exp(torch.empty(1).uniform_(log_ratio[0], log_ratio[1])).item()
            w = int(round(math.sqrt(target_area * aspect_ratio)))
            h = int(round(math.sqrt(target_area / aspect_ratio)))
            if 0 < w <= width and 0 < h <= height:
                i = _integer(0, height - h + 1)
                j = _integer(0, width - w + 1)
                return i, j, h, w
        # The middle, as far as the ratio allows.
        in_ratio = float(width) / float(height)
        w, h = width, height
        if in_ratio < min(ratio):
            h = int(round(w / min(ratio)))
        elif in_ratio > max(ratio):
            w = int(round(h * max(ratio)))
        return (height - h) // 2, (width - w) // 2, h, w

    def forward(self, img):
        i, j, h, w = self.get_params(img, self.scale, self.ratio)
        return F.resized_crop(img, i, j, h, w, self.size, self.interpolation, antialias=self.antialias)

    def __repr__(self) -> str:
        scale = tuple(round(s, 4) for s in self.scale)
        ratio = tuple(round(r, 4) for r in self.ratio)
        text = f'{self.__class__.__name__}(size={self.size}, scale={scale}, ratio={ratio}, interpolation={self.interpolation.value}'
        return f'{text}, antialias={self.antialias})'  # @2.6+
        return f'{text}), antialias={self.antialias})'  # @1.13


class FiveCrop(torch.nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = _setup_size(size, error_msg=_TWO_SIZES)

    def forward(self, img):
        return F.five_crop(img, self.size)

    def __repr__(self) -> str:
        return _shown(self, ('size',))


class TenCrop(torch.nn.Module):
    def __init__(self, size, vertical_flip=False):
        super().__init__()
        self.size = _setup_size(size, error_msg=_TWO_SIZES)
        self.vertical_flip = vertical_flip

    def forward(self, img):
        return F.ten_crop(img, self.size, self.vertical_flip)

    def __repr__(self) -> str:
        return _shown(self, ('size', 'vertical_flip'))


class LinearTransformation(torch.nn.Module):
    def __init__(self, transformation_matrix, mean_vector):
        super().__init__()
        sizes = tuple(transformation_matrix.size())
        if sizes[0] != sizes[1]:
            raise ValueError(f'transformation_matrix should be square. Got {sizes} rectangular matrix.')
        if mean_vector.size(0) != sizes[0]:
            raise ValueError(f'mean_vector should have the same length {mean_vector.size(0)} as any one of the dimensions of the '
                             f'transformation_matrix [{sizes}]')
        if transformation_matrix.dtype != mean_vector.dtype:  # @2.6+
            raise ValueError(f'Input tensors should have the same dtype. Got {transformation_matrix.dtype} and {mean_vector.dtype}')
        self.transformation_matrix = transformation_matrix
        self.mean_vector = mean_vector

    def forward(self, tensor: Tensor) -> Tensor:
        shape = tensor.shape
        n = shape[-3] * shape[-2] * shape[-1]
        if n != self.transformation_matrix.shape[0]:
            raise ValueError(f'Input tensor and transformation matrix have incompatible shape.[{shape[-3]} x {shape[-2]} x '
                             f'{shape[-1]}] != {self.transformation_matrix.shape[0]}')
        flat = tensor.view(-1, n) - self.mean_vector
        return torch.mm(flat, self.transformation_matrix.to(flat.dtype)).view(shape)

    def __repr__(self) -> str:
        return (f'{self.__class__.__name__}(transformation_matrix={self.transformation_matrix.tolist()}, '
                f'mean_vector={self.mean_vector.tolist()})')


class ColorJitter(torch.nn.Module):
    def __init__(self, brightness=0, contrast=0, saturation=0, hue=0) -> None:
        super().__init__()
        self.brightness = self._check_input(brightness, 'brightness')
        self.contrast = self._check_input(contrast, 'contrast')
        self.saturation = self._check_input(saturation, 'saturation')
        self.hue = self._check_input(hue, 'hue', center=0, bound=(-0.5, 0.5), clip_first_on_zero=False)

    @torch.jit.unused
    def _check_input(self, value, name, center=1, bound=(0, float('inf')), clip_first_on_zero=True):
        if isinstance(value, numbers.Number):
            if value < 0:
                raise ValueError(f'If {name} is a single number, it must be non negative.')
            value = [center - float(value), center + float(value)]
            if clip_first_on_zero:
                value[0] = max(value[0], 0.0)
        elif isinstance(value, (tuple, list)) and len(value) == 2:
            value = [float(value[0]), float(value[1])]  # @2.6+
            if not bound[0] <= value[0] <= value[1] <= bound[1]:  # @1.13
                raise ValueError(f'{name} values should be between {bound}')
        else:
            raise TypeError(f'{name} should be a single number or a list/tuple with length 2.')
        if not bound[0] <= value[0] <= value[1] <= bound[1]:  # @2.6+
            raise ValueError(f'{name} values should be between {bound}, but got {value}.')
        if value[0] == value[1] == center:
            return None
        return tuple(value)  # @2.6+
        return value  # @1.13

    @staticmethod
    def get_params(
        brightness: Optional[List[float]],
        contrast: Optional[List[float]],
        saturation: Optional[List[float]],
        hue: Optional[List[float]],
    ) -> Tuple[Tensor, Optional[float], Optional[float], Optional[float], Optional[float]]:
        fn_idx = torch.randperm(4)
        b = None if brightness is None else _uniform(brightness[0], brightness[1])
        c = None if contrast is None else _uniform(contrast[0], contrast[1])
        s = None if saturation is None else _uniform(saturation[0], saturation[1])
        h = None if hue is None else _uniform(hue[0], hue[1])
        return fn_idx, b, c, s, h

    def forward(self, img):
        fn_idx, brightness, contrast, saturation, hue = self.get_params(self.brightness, self.contrast, self.saturation, self.hue)
        for fn_id in fn_idx:
            if fn_id == 0 and brightness is not None:
                img = F.adjust_brightness(img, brightness)
            elif fn_id == 1 and contrast is not None:
                img = F.adjust_contrast(img, contrast)
            elif fn_id == 2 and saturation is not None:
                img = F.adjust_saturation(img, saturation)
            elif fn_id == 3 and hue is not None:
                img = F.adjust_hue(img, hue)
        return img

    def __repr__(self) -> str:
        return _shown(self, ('brightness', 'contrast', 'saturation', 'hue'))


class RandomRotation(torch.nn.Module):
    def __init__(self, degrees, interpolation=InterpolationMode.NEAREST, expand=False, center=None, fill=0):
        super().__init__()
        self.interpolation = _mode(interpolation)
        self.degrees = _setup_angle(degrees, name='degrees', req_sizes=(2,))
        if center is not None:
            _check_sequence_input(center, 'center', req_sizes=(2,))
        self.center = center
        self.expand = expand
        self.fill = _setup_fill(fill)

    @staticmethod
    def get_params(degrees: List[float]) -> float:
        return _uniform(float(degrees[0]), float(degrees[1]))

    def forward(self, img):
        fill = _fill_for(img, self.fill)
        angle = self.get_params(self.degrees)
        return F.rotate(img, angle, self.interpolation, self.expand, self.center, fill)

    def __repr__(self) -> str:
        center = '' if self.center is None else f', center={self.center}'
        fill = '' if self.fill is None else f', fill={self.fill}'
        return (f'{self.__class__.__name__}(degrees={self.degrees}, interpolation={self.interpolation.value}, '
                f'expand={self.expand}{center}{fill})')


class RandomAffine(torch.nn.Module):
    def __init__(self, degrees, translate=None, scale=None, shear=None, interpolation=InterpolationMode.NEAREST, fill=0, center=None):
        super().__init__()
        self.interpolation = _mode(interpolation)
        self.degrees = _setup_angle(degrees, name='degrees', req_sizes=(2,))
        if translate is not None:
            _check_sequence_input(translate, 'translate', req_sizes=(2,))
            if not all(0.0 <= t <= 1.0 for t in translate):
                raise ValueError('translation values should be between 0 and 1')
        self.translate = translate
        if scale is not None:
            _check_sequence_input(scale, 'scale', req_sizes=(2,))
            if not all(s > 0 for s in scale):
                raise ValueError('scale values should be positive')
        self.scale = scale
        self.shear = None if shear is None else _setup_angle(shear, name='shear', req_sizes=(2, 4))
        self.fill = _setup_fill(fill)
        if center is not None:
            _check_sequence_input(center, 'center', req_sizes=(2,))
        self.center = center

    @staticmethod
    def get_params(
        degrees: List[float],
        translate: Optional[List[float]],
        scale_ranges: Optional[List[float]],
        shears: Optional[List[float]],
        img_size: List[int],
    ) -> Tuple[float, Tuple[int, int], float, Tuple[float, float]]:
        angle = _uniform(float(degrees[0]), float(degrees[1]))
        translations = (0, 0)
        if translate is not None:
            x = float(translate[0] * img_size[0])
            y = float(translate[1] * img_size[1])
            tx = int(round(_uniform(-x, x)))
            ty = int(round(_uniform(-y, y)))
            translations = (tx, ty)
        scale = 1.0
        if scale_ranges is not None:
            scale = _uniform(scale_ranges[0], scale_ranges[1])
        shear_x = shear_y = 0.0
        if shears is not None:
            shear_x = _uniform(shears[0], shears[1])
            if len(shears) == 4:
                shear_y = _uniform(shears[2], shears[3])
        return angle, translations, scale, (shear_x, shear_y)

    def forward(self, img):
        fill = _fill_for(img, self.fill)
        _, height, width = F.get_dimensions(img)
        angle, translate, scale, shear = self.get_params(self.degrees, self.translate, self.scale, self.shear, [width, height])
        return F.affine(img, angle, translate, scale, shear, interpolation=self.interpolation, fill=fill, center=self.center)

    def __repr__(self) -> str:
        text = f'{self.__class__.__name__}(degrees={self.degrees}'
        text += f', translate={self.translate}' if self.translate is not None else ''
        text += f', scale={self.scale}' if self.scale is not None else ''
        text += f', shear={self.shear}' if self.shear is not None else ''
        text += f', interpolation={self.interpolation.value}' if self.interpolation != InterpolationMode.NEAREST else ''
        text += f', fill={self.fill}' if self.fill != 0 else ''
        text += f', center={self.center}' if self.center is not None else ''
        return text + ')'


class Grayscale(torch.nn.Module):
    def __init__(self, num_output_channels=1):
        super().__init__()
        self.num_output_channels = num_output_channels

    def forward(self, img):
        return F.rgb_to_grayscale(img, num_output_channels=self.num_output_channels)

    def __repr__(self) -> str:
        return _shown(self, ('num_output_channels',))


class RandomGrayscale(torch.nn.Module):
    def __init__(self, p=0.1):
        super().__init__()
        self.p = p

    def forward(self, img):
        channels, _, _ = F.get_dimensions(img)
        if torch.rand(1) < self.p:
            return F.rgb_to_grayscale(img, num_output_channels=channels)
        return img

    def __repr__(self) -> str:
        return _shown(self, ('p',))


class RandomErasing(torch.nn.Module):
    def __init__(self, p=0.5, scale=(0.02, 0.33), ratio=(0.3, 3.3), value=0, inplace=False):
        super().__init__()
        if not isinstance(value, (numbers.Number, str, tuple, list)):
            raise TypeError('Argument value should be either a number or str or a sequence')
        if isinstance(value, str) and value != 'random':
            raise ValueError("If value is str, it should be 'random'")
        if not isinstance(scale, Sequence):
            raise TypeError('Scale should be a sequence')
        if not isinstance(ratio, Sequence):
            raise TypeError('Ratio should be a sequence')
        if (scale[0] > scale[1]) or (ratio[0] > ratio[1]):
            warnings.warn('Scale and ratio should be of kind (min, max)')
        if scale[0] < 0 or scale[1] > 1:
            raise ValueError('Scale should be between 0 and 1')
        if p < 0 or p > 1:
            raise ValueError('Random erasing probability should be between 0 and 1')
        self.p = p
        self.scale = scale
        self.ratio = ratio
        self.value = value
        self.inplace = inplace

    @staticmethod
    def get_params(
        img: Tensor, scale: Tuple[float, float], ratio: Tuple[float, float], value: Optional[List[float]] = None
    ) -> Tuple[int, int, int, int, Tensor]:
        img_c, img_h, img_w = img.shape[-3], img.shape[-2], img.shape[-1]
        area = img_h * img_w
        log_ratio = torch.log(torch.tensor(ratio))
        for _ in range(10):
            erase_area = area * torch.empty(1).uniform_(scale[0], scale[1]).item()
            aspect_ratio = torch.exp(torch.empty(1).uniform_(log_ratio[0], log_ratio[1])).item()
            h = int(round(math.sqrt(erase_area * aspect_ratio)))
            w = int(round(math.sqrt(erase_area / aspect_ratio)))
            if not (h < img_h and w < img_w):
                continue
            if value is None:
                v = torch.empty([img_c, h, w], dtype=torch.float32).normal_()
            else:
                v = torch.tensor(value)[:, None, None]
            i = _integer(0, img_h - h + 1)
            j = _integer(0, img_w - w + 1)
            return i, j, h, w, v
        return 0, 0, img_h, img_w, img

    def forward(self, img):
        if torch.rand(1) < self.p:
            if isinstance(self.value, (int, float)):
                value = [float(self.value)]
            elif isinstance(self.value, str):
                value = None
            else:
                value = [float(v) for v in self.value]
            if value is not None and not (len(value) in (1, img.shape[-3])):
                raise ValueError('If value is a sequence, it should have either a single value or '
                                 f'{img.shape[-3]} (number of input channels)')
            x, y, h, w, v = self.get_params(img, scale=self.scale, ratio=self.ratio, value=value)
            return F.erase(img, x, y, h, w, v, self.inplace)
        return img

    def __repr__(self) -> str:
        return _shown(self, ('p', 'scale', 'ratio', 'value', 'inplace'))


class GaussianBlur(torch.nn.Module):
    def __init__(self, kernel_size, sigma=(0.1, 2.0)):
        super().__init__()
        self.kernel_size = _setup_size(kernel_size, 'Kernel size should be a tuple/list of two integers')
        for ks in self.kernel_size:
            if ks <= 0 or ks % 2 == 0:
                raise ValueError('Kernel size value should be an odd and positive number.')
        if isinstance(sigma, numbers.Number):
            if sigma <= 0:
                raise ValueError('If sigma is a single number, it must be positive.')
            sigma = (sigma, sigma)
        elif isinstance(sigma, Sequence) and len(sigma) == 2:
            if not 0.0 < sigma[0] <= sigma[1]:
                raise ValueError('sigma values should be positive and of the form (min, max).')
        else:
            raise ValueError('sigma should be a single number or a list/tuple with length 2.')
        self.sigma = sigma

    @staticmethod
    def get_params(sigma_min: float, sigma_max: float) -> float:
        return _uniform(sigma_min, sigma_max)

    def forward(self, img: Tensor) -> Tensor:
        sigma = self.get_params(self.sigma[0], self.sigma[1])
        return F.gaussian_blur(img, self.kernel_size, [sigma, sigma])

    def __repr__(self) -> str:
        return _shown(self, ('kernel_size', 'sigma'))


class RandomInvert(torch.nn.Module):
    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def forward(self, img):
        if torch.rand(1).item() < self.p:
            return F.invert(img)
        return img

    def __repr__(self) -> str:
        return _shown(self, ('p',))


class RandomPosterize(torch.nn.Module):
    def __init__(self, bits, p=0.5):
        super().__init__()
        self.bits = bits
        self.p = p

    def forward(self, img):
        if torch.rand(1).item() < self.p:
            return F.posterize(img, self.bits)
        return img

    def __repr__(self) -> str:
        return _shown(self, ('bits', 'p'), ',')


class RandomSolarize(torch.nn.Module):
    def __init__(self, threshold, p=0.5):
        super().__init__()
        self.threshold = threshold
        self.p = p

    def forward(self, img):
        if torch.rand(1).item() < self.p:
            return F.solarize(img, self.threshold)
        return img

    def __repr__(self) -> str:
        return _shown(self, ('threshold', 'p'), ',')


class RandomAdjustSharpness(torch.nn.Module):
    def __init__(self, sharpness_factor, p=0.5):
        super().__init__()
        self.sharpness_factor = sharpness_factor
        self.p = p

    def forward(self, img):
        if torch.rand(1).item() < self.p:
            return F.adjust_sharpness(img, self.sharpness_factor)
        return img

    def __repr__(self) -> str:
        return _shown(self, ('sharpness_factor', 'p'), ',')


class RandomAutocontrast(torch.nn.Module):
    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def forward(self, img):
        if torch.rand(1).item() < self.p:
            return F.autocontrast(img)
        return img

    def __repr__(self) -> str:
        return _shown(self, ('p',))


class RandomEqualize(torch.nn.Module):
    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def forward(self, img):
        if torch.rand(1).item() < self.p:
            return F.equalize(img)
        return img

    def __repr__(self) -> str:
        return _shown(self, ('p',))


# One number or two, as a list of two.
def _float_pair(value, name):
    if not isinstance(value, (float, Sequence)):
        raise TypeError(f'{name} should be float or a sequence of floats. Got {type(value)}')
    if isinstance(value, float):
        return [value, value]
    if len(value) != 2:
        raise ValueError(f'If {name} is a sequence its length should be 2. Got {len(value)}')
    for element in value:
        if not isinstance(element, float):
            raise TypeError(f'{name} should be a sequence of floats. Got {type(element)}')
    return value


class ElasticTransform(torch.nn.Module):
    def __init__(self, alpha=50.0, sigma=5.0, interpolation=InterpolationMode.BILINEAR, fill=0):
        super().__init__()
        self.alpha = _float_pair(alpha, 'alpha')
        self.sigma = _float_pair(sigma, 'sigma')
        self.interpolation = _mode(interpolation)
        self.fill = [float(f) for f in fill] if isinstance(fill, (list, tuple)) else [float(fill)]  # @2.6+
        self.fill = fill  # @1.13

    # Random shifts between -1 and 1, blurred, as parts of the image's sizes.
    @staticmethod
    def get_params(alpha: List[float], sigma: List[float], size: List[int]) -> Tensor:
        shifts = []
        for part in range(2):
            shift = torch.rand([1, 1] + size) * 2 - 1
            if sigma[part] > 0.0:
                kernel = int(8 * sigma[part] + 1)
                if kernel % 2 == 0:
                    kernel += 1
                shift = F.gaussian_blur(shift, [kernel, kernel], sigma)
            shifts.append(shift * alpha[part] / size[part])
        return torch.concat(shifts, 1).permute([0, 2, 3, 1])

    def forward(self, tensor: Tensor) -> Tensor:
        _, height, width = F.get_dimensions(tensor)
        displacement = self.get_params(self.alpha, self.sigma, [height, width])
        return F.elastic_transform(tensor, displacement, self.interpolation, self.fill)

    def __repr__(self) -> str:
        return _shown(self, ('alpha', 'sigma', 'interpolation', 'fill'))  # @2.6+
        return f'{self.__class__.__name__}(alpha={self.alpha}), (sigma={self.sigma}), interpolation={{self.interpolation}}, fill={{self.fill}})'  # @1.13
