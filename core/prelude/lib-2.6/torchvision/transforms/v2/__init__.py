"""Transforms of samples. An image in a tuple, list or dict is transformed, everything beside it stays. Images are tensors and
images of PIL; tv_tensors, boxes, masks and videos are not available."""
import enum
from collections.abc import Sequence

import _host
import numpy as np
import torch
from PIL import Image
from torch import nn

from .. import transforms as _v1
from ..transforms import InterpolationMode
from . import functional
from . import functional as F

_PILImage = Image.Image
_TWO_SIZES = 'Please provide only two dimensions (h, w) for size.'


# A fill value for each channel of a tensor.
def _fill_for(img, fill):
    if not isinstance(img, torch.Tensor):
        return fill
    if isinstance(fill, (int, float)):
        return [float(fill)] * functional.get_dimensions(img)[0]
    return [float(f) for f in fill]


class Transform(nn.Module):
    _transformed_types = (torch.Tensor, _PILImage)

    # The random choices for one sample.
    def make_params(self, flat_inputs):
        return {}

    def transform(self, inpt, params):
        raise NotImplementedError

    def _isSkipped(self):
        return False

    def forward(self, *inputs):
        sample = inputs if len(inputs) > 1 else inputs[0]
        flat = []
        _flatten(sample, flat)
        if self._isSkipped():
            return sample
        chosen = self._chosen(flat)
        params = self.make_params([flat[i] for i in chosen])
        for i in chosen:
            flat[i] = self.transform(flat[i], params)
        return _unflatten(sample, iter(flat))

    # The places of the values to transform. Of tensors only the first one is an image, and none beside an image of PIL.
    def _chosen(self, flat):
        isFree = not any(isinstance(value, _PILImage) for value in flat)
        chosen = []
        for i, value in enumerate(flat):
            if not isinstance(value, self._transformed_types):
                continue
            if isinstance(value, torch.Tensor):
                if not isFree:
                    continue
                isFree = False
            chosen.append(i)
        return chosen

    def extra_repr(self):
        kinds = (bool, int, float, str, tuple, list, enum.Enum)
        return ', '.join(f'{name}={value}' for name, value in self.__dict__.items()
                         if not name.startswith('_') and name != 'training' and isinstance(value, kinds))


def _flatten(sample, flat):
    if isinstance(sample, dict):
        sample = list(sample.values())
    if type(sample) in (list, tuple):
        for value in sample:
            _flatten(value, flat)
    else:
        flat.append(sample)


def _unflatten(sample, values):
    if isinstance(sample, dict):
        return type(sample)((key, _unflatten(value, values)) for key, value in sample.items())
    if type(sample) in (list, tuple):
        return type(sample)([_unflatten(value, values) for value in sample])
    return next(values)


# A transform that is left out with the probability 1 - p.
class _RandomApplyTransform(Transform):
    def __init__(self, p=0.5):
        if not 0.0 <= p <= 1.0:
            raise ValueError('`p` should be a floating point value in the interval [0.0, 1.0].')
        super().__init__()
        self.p = p

    def _isSkipped(self):
        return bool(torch.rand(1) >= self.p)


class _Container(Transform):
    def _through(self, transforms, inputs):
        isSeveral = len(inputs) > 1
        for transform in transforms:
            outputs = transform(*inputs)
            inputs = outputs if isSeveral else (outputs,)
        return inputs if isSeveral else inputs[0]

    def extra_repr(self):
        return '\n'.join(f'    {each}' for each in self.transforms)


class Compose(_Container):
    def __init__(self, transforms):
        super().__init__()
        if not isinstance(transforms, Sequence):
            raise TypeError('Argument transforms should be a sequence of callables')
        if not transforms:
            raise ValueError('Pass at least one transform')
        self.transforms = transforms

    def forward(self, *inputs):
        return self._through(self.transforms, inputs)


class RandomApply(_Container):
    def __init__(self, transforms, p=0.5):
        super().__init__()
        if not isinstance(transforms, (Sequence, nn.ModuleList)):
            raise TypeError('Argument transforms should be a sequence of callables or a `nn.ModuleList`')
        self.transforms = transforms
        self.p = p

    def forward(self, *inputs):
        return self._through([] if torch.rand(1) >= self.p else self.transforms, inputs)


class RandomChoice(Transform):
    def __init__(self, transforms, p=None):
        p = [1] * len(transforms) if p is None else p
        if len(p) != len(transforms):
            raise ValueError(f"Length of p doesn't match the number of transforms: {len(p)} != {len(transforms)}")
        super().__init__()
        self.transforms = transforms
        self.p = [each / sum(p) for each in p]

    def forward(self, *inputs):
        return self.transforms[int(torch.multinomial(torch.tensor(self.p), 1))](*inputs)


class RandomOrder(_Container):
    def __init__(self, transforms):
        super().__init__()
        self.transforms = transforms

    def forward(self, *inputs):
        return self._through([self.transforms[i] for i in torch.randperm(len(self.transforms))], inputs)

    extra_repr = Transform.extra_repr


# ---- conversions

class ToImage(Transform):
    _transformed_types = (torch.Tensor, _PILImage, np.ndarray)

    def transform(self, inpt, params):
        return F.to_image(inpt)


class PILToTensor(Transform):
    _transformed_types = (_PILImage,)

    def transform(self, inpt, params):
        return F.pil_to_tensor(inpt)


class ToTensor(Transform):
    _transformed_types = (_PILImage, np.ndarray)

    def transform(self, inpt, params):
        return F.to_tensor(inpt)


class ToPILImage(Transform):
    _transformed_types = (torch.Tensor, np.ndarray)

    def __init__(self, mode=None):
        super().__init__()
        self.mode = mode

    def transform(self, inpt, params):
        return F.to_pil_image(inpt, mode=self.mode)


class ToPureTensor(Transform):
    def transform(self, inpt, params):
        return inpt


class ToDtype(Transform):
    _transformed_types = (torch.Tensor,)

    def __init__(self, dtype, scale=False):
        super().__init__()
        if not isinstance(dtype, (dict, torch.dtype)):
            raise ValueError(f'dtype must be a dict or a torch.dtype, got {type(dtype)} instead')
        self.dtype = dtype
        self.scale = scale

    def transform(self, inpt, params):
        dtype = self.dtype
        if isinstance(dtype, dict):
            if torch.Tensor not in dtype and 'others' not in dtype:
                raise ValueError(f'No dtype was specified for type {type(inpt)}.')
            dtype = dtype[torch.Tensor] if torch.Tensor in dtype else dtype['others']
        return inpt if dtype is None else F.to_dtype(inpt, dtype=dtype, scale=self.scale)


class ConvertImageDtype(Transform):
    _transformed_types = (torch.Tensor,)

    def __init__(self, dtype=torch.float32):
        super().__init__()
        self.dtype = dtype

    def transform(self, inpt, params):
        return F.to_dtype(inpt, dtype=self.dtype, scale=True)


class Normalize(Transform):
    def __init__(self, mean, std, inplace=False):
        super().__init__()
        self.mean = list(mean)
        self.std = list(std)
        self.inplace = inplace

    def transform(self, inpt, params):
        if isinstance(inpt, _PILImage):
            raise TypeError('Normalize() does not support PIL images.')
        return F.normalize(inpt, self.mean, self.std, self.inplace)


class Identity(Transform):
    def transform(self, inpt, params):
        return inpt


class Lambda(Transform):
    _transformed_types = (object,)

    def __init__(self, lambd, *types):
        super().__init__()
        self.lambd = lambd
        self.types = types or self._transformed_types

    def _chosen(self, flat):
        return list(range(len(flat)))

    def transform(self, inpt, params):
        return self.lambd(inpt) if isinstance(inpt, self.types) else inpt

    def extra_repr(self):
        name = getattr(self.lambd, '__name__', None)
        return ', '.join([*([name] if name else []), f'types={[each.__name__ for each in self.types]}'])


# ---- geometry

class Resize(Transform):
    def __init__(self, size, interpolation=InterpolationMode.BILINEAR, max_size=None, antialias=True):
        super().__init__()
        if isinstance(size, int):
            size = [size]
        elif isinstance(size, Sequence) and len(size) in (1, 2):
            size = list(size)
        else:
            raise ValueError(f'size can be an integer, a sequence of one or two integers, or None, but got {size} instead.')
        self.size = size
        self.interpolation = interpolation
        self.max_size = max_size
        self.antialias = antialias

    def transform(self, inpt, params):
        return F.resize(inpt, self.size, self.interpolation, self.max_size, self.antialias)


class CenterCrop(Transform):
    def __init__(self, size):
        super().__init__()
        self.size = _v1._setup_size(size, error_msg=_TWO_SIZES)

    def transform(self, inpt, params):
        return F.center_crop(inpt, self.size)


class Pad(Transform):
    def __init__(self, padding, fill=0, padding_mode='constant'):
        super().__init__()
        self.padding = padding if isinstance(padding, int) else list(padding)
        self.fill = fill
        self.padding_mode = padding_mode

    def transform(self, inpt, params):
        return F.pad(inpt, self.padding, self.fill, self.padding_mode)


class RandomHorizontalFlip(_RandomApplyTransform):
    def transform(self, inpt, params):
        return F.hflip(inpt)


class RandomVerticalFlip(_RandomApplyTransform):
    def transform(self, inpt, params):
        return F.vflip(inpt)


class RandomResizedCrop(Transform):
    get_params = staticmethod(_v1.RandomResizedCrop.get_params)

    def __init__(self, size, scale=(0.08, 1.0), ratio=(3.0 / 4.0, 4.0 / 3.0), interpolation=InterpolationMode.BILINEAR, antialias=True):
        super().__init__()
        self.size = _v1._setup_size(size, error_msg=_TWO_SIZES)
        self.scale = scale
        self.ratio = ratio
        self.interpolation = interpolation
        self.antialias = antialias

    def make_params(self, flat_inputs):
        return dict(zip(('top', 'left', 'height', 'width'), self.get_params(flat_inputs[0], self.scale, self.ratio)))

    def transform(self, inpt, params):
        return F.resized_crop(inpt, **params, size=self.size, interpolation=self.interpolation, antialias=self.antialias)


class RandomCrop(Transform):
    get_params = staticmethod(_v1.RandomCrop.get_params)

    def __init__(self, size, padding=None, pad_if_needed=False, fill=0, padding_mode='constant'):
        super().__init__()
        self.size = _v1._setup_size(size, error_msg=_TWO_SIZES)
        self.padding = _sides(padding) if padding else None
        self.pad_if_needed = pad_if_needed
        self.fill = fill
        self.padding_mode = padding_mode

    # Draws only the places that are free.
    def make_params(self, flat_inputs):
        _, height, width = F.get_dimensions(flat_inputs[0])
        left, right, top, bottom = self.padding or (0, 0, 0, 0)
        h, w = self.size
        x = w - width - left - right if self.pad_if_needed else 0
        y = h - height - top - bottom if self.pad_if_needed else 0
        left, right, top, bottom = left + max(x, 0), right + max(x, 0), top + max(y, 0), bottom + max(y, 0)
        height, width = height + top + bottom, width + left + right
        if height < h or width < w:
            raise ValueError(f"Required crop size {(h, w)} is larger than {'padded ' if self.padding is not None else ''}input image "
                             f'size {(height, width)}.')
        i = int(torch.randint(0, height - h + 1, size=())) if height > h else 0
        j = int(torch.randint(0, width - w + 1, size=())) if width > w else 0
        return dict(padding=[left, top, right, bottom], place=(i, j, h, w), needs_crop=height > h or width > w)

    def transform(self, inpt, params):
        if any(params['padding']):
            inpt = F.pad(inpt, params['padding'], self.fill, self.padding_mode)
        return F.crop(inpt, *params['place']) if params['needs_crop'] else inpt


# The paddings on the left, the right, the top and the bottom.
def _sides(padding):
    left, top, right, bottom = [padding] * 4 if isinstance(padding, int) else (list(padding) * 4)[:4]
    return [left, right, top, bottom]


class RandomRotation(Transform):
    get_params = staticmethod(_v1.RandomRotation.get_params)

    def __init__(self, degrees, interpolation=InterpolationMode.NEAREST, expand=False, center=None, fill=0):
        super().__init__()
        self.degrees = _v1._setup_angle(degrees, name='degrees', req_sizes=(2,))
        self.interpolation = interpolation
        self.expand = expand
        self.fill = fill
        self.center = center

    def make_params(self, flat_inputs):
        return dict(angle=self.get_params(self.degrees))

    def transform(self, inpt, params):
        return F.rotate(inpt, **params, interpolation=self.interpolation, expand=self.expand, center=self.center,
                        fill=_fill_for(inpt, self.fill))


class RandomAffine(Transform):
    get_params = staticmethod(_v1.RandomAffine.get_params)

    def __init__(self, degrees, translate=None, scale=None, shear=None, interpolation=InterpolationMode.NEAREST, fill=0, center=None):
        super().__init__()
        checked = _v1.RandomAffine(degrees, translate, scale, shear, interpolation, fill, center)
        self.degrees = checked.degrees
        self.translate = translate
        self.scale = scale
        self.shear = checked.shear
        self.interpolation = interpolation
        self.fill = fill
        self.center = center

    def make_params(self, flat_inputs):
        _, height, width = F.get_dimensions(flat_inputs[0])
        chosen = self.get_params(self.degrees, self.translate, self.scale, self.shear, [width, height])
        return dict(zip(('angle', 'translate', 'scale', 'shear'), chosen))

    def transform(self, inpt, params):
        return F.affine(inpt, **params, interpolation=self.interpolation, fill=_fill_for(inpt, self.fill), center=self.center)


class RandomPerspective(_RandomApplyTransform):
    get_params = staticmethod(_v1.RandomPerspective.get_params)

    def __init__(self, distortion_scale=0.5, p=0.5, interpolation=InterpolationMode.BILINEAR, fill=0):
        super().__init__(p=p)
        self.distortion_scale = distortion_scale
        self.interpolation = interpolation
        self.fill = fill

    def make_params(self, flat_inputs):
        _, height, width = F.get_dimensions(flat_inputs[0])
        return dict(zip(('startpoints', 'endpoints'), self.get_params(width, height, self.distortion_scale)))

    def transform(self, inpt, params):
        return F.perspective(inpt, **params, interpolation=self.interpolation, fill=_fill_for(inpt, self.fill))


# ---- colors

class Grayscale(Transform):
    def __init__(self, num_output_channels=1):
        super().__init__()
        self.num_output_channels = num_output_channels

    def transform(self, inpt, params):
        return F.rgb_to_grayscale(inpt, self.num_output_channels)


class RandomGrayscale(_RandomApplyTransform):
    def __init__(self, p=0.1):
        super().__init__(p=p)

    def transform(self, inpt, params):
        return F.rgb_to_grayscale(inpt, F.get_dimensions(inpt)[0])


class ColorJitter(Transform):
    get_params = staticmethod(_v1.ColorJitter.get_params)

    def __init__(self, brightness=None, contrast=None, saturation=None, hue=None):
        super().__init__()
        checked = _v1.ColorJitter(brightness or 0, contrast or 0, saturation or 0, hue or 0)
        self.brightness = checked.brightness
        self.contrast = checked.contrast
        self.saturation = checked.saturation
        self.hue = checked.hue

    def make_params(self, flat_inputs):
        order, *factors = self.get_params(self.brightness, self.contrast, self.saturation, self.hue)
        return dict(order=order, factors=factors)

    def transform(self, inpt, params):
        actions = (F.adjust_brightness, F.adjust_contrast, F.adjust_saturation, F.adjust_hue)
        for i in params['order']:
            if params['factors'][i] is not None:
                inpt = actions[i](inpt, params['factors'][i])
        return inpt


class GaussianBlur(Transform):
    get_params = staticmethod(_v1.GaussianBlur.get_params)

    def __init__(self, kernel_size, sigma=(0.1, 2.0)):
        super().__init__()
        checked = _v1.GaussianBlur(kernel_size, sigma)
        self.kernel_size = checked.kernel_size
        self.sigma = [float(each) for each in checked.sigma]

    def make_params(self, flat_inputs):
        sigma = self.get_params(self.sigma[0], self.sigma[1])
        return dict(sigma=[sigma, sigma])

    def transform(self, inpt, params):
        return F.gaussian_blur(inpt, self.kernel_size, **params)


class GaussianNoise(Transform):
    def __init__(self, mean=0.0, sigma=0.1, clip=True):
        super().__init__()
        self.mean = mean
        self.sigma = sigma
        self.clip = clip

    def transform(self, inpt, params):
        return F.gaussian_noise(inpt, self.mean, self.sigma, self.clip)


class RandomInvert(_RandomApplyTransform):
    def transform(self, inpt, params):
        return F.invert(inpt)


class RandomAutocontrast(_RandomApplyTransform):
    def transform(self, inpt, params):
        return F.autocontrast(inpt)


class RandomEqualize(_RandomApplyTransform):
    def transform(self, inpt, params):
        return F.equalize(inpt)


class RandomPosterize(_RandomApplyTransform):
    def __init__(self, bits, p=0.5):
        super().__init__(p=p)
        self.bits = bits

    def transform(self, inpt, params):
        return F.posterize(inpt, self.bits)


class RandomSolarize(_RandomApplyTransform):
    def __init__(self, threshold, p=0.5):
        super().__init__(p=p)
        self.threshold = threshold

    def transform(self, inpt, params):
        return F.solarize(inpt, self.threshold)


class RandomAdjustSharpness(_RandomApplyTransform):
    def __init__(self, sharpness_factor, p=0.5):
        super().__init__(p=p)
        self.sharpness_factor = sharpness_factor

    def transform(self, inpt, params):
        return F.adjust_sharpness(inpt, self.sharpness_factor)


class RandomErasing(_RandomApplyTransform):
    get_params = staticmethod(_v1.RandomErasing.get_params)

    def __init__(self, p=0.5, scale=(0.02, 0.33), ratio=(0.3, 3.3), value=0.0, inplace=False):
        super().__init__(p=p)
        self.scale = scale
        self.ratio = ratio
        self.value = None if isinstance(value, str) else [float(value)] if isinstance(value, (int, float)) else [float(v) for v in value]
        self.inplace = inplace

    def make_params(self, flat_inputs):
        i, j, h, w, v = self.get_params(flat_inputs[0], self.scale, self.ratio, self.value)
        return dict(i=i, j=j, h=h, w=w, v=v)

    def transform(self, inpt, params):
        return F.erase(inpt, **params, inplace=self.inplace)


_MISSING = ('AugMix', 'AutoAugment', 'ClampBoundingBoxes', 'ConvertBoundingBoxFormat', 'CutMix', 'ElasticTransform', 'FiveCrop', 'JPEG',
            'LinearTransformation', 'MixUp', 'RandAugment', 'RandomChannelPermutation', 'RandomIoUCrop', 'RandomPhotometricDistort',
            'RandomResize', 'RandomShortestSize', 'RandomZoomOut', 'SanitizeBoundingBoxes', 'ScaleJitter', 'TenCrop',
            'TrivialAugmentWide', 'UniformTemporalSubsample', 'RGB')


def __getattr__(name):
    if name in _MISSING:
        _host.unavailable(f"torchvision.transforms.v2.{name} isn't available in JitScope")
    raise AttributeError(f"module 'torchvision.transforms.v2' has no attribute '{name}'")
