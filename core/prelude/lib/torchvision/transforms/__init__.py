"""Transforms of images: those of torchvision.transforms.v1."""
import importlib

from .transforms import *
from . import functional
from .functional import InterpolationMode

# The classes that only an installed torchvision has.
_INSTALLED = ('AutoAugmentPolicy', 'AutoAugment', 'RandAugment', 'TrivialAugmentWide', 'AugMix')


def __getattr__(name):
    if name in _INSTALLED:
        return getattr(importlib.import_module('torchvision.transforms.autoaugment'), name)
    raise AttributeError(f"module 'torchvision.transforms' has no attribute '{name}'")
