"""Data sets and transforms of torchvision. Models and operators need an installed torchvision."""
import os

from torchvision import datasets, io, transforms, utils

__version__ = '0.21.0'  # @2.6+
__version__ = '0.14.1'  # @1.13

_image_backend = 'PIL'
_video_backend = 'pyav'


def set_image_backend(backend):
    global _image_backend
    if backend not in ['PIL', 'accimage']:
        raise ValueError(f"Invalid backend '{backend}'. Options are 'PIL' and 'accimage'")
    _image_backend = backend


def get_image_backend():
    return _image_backend


def disable_beta_transforms_warning():
    pass
