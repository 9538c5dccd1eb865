"""Data sets in local files. The network is never used."""
import importlib

from .fakedata import FakeData
from .folder import DatasetFolder, ImageFolder
from .mnist import EMNIST, FashionMNIST, KMNIST, MNIST, QMNIST
from .vision import VisionDataset

# The data sets that only an installed torchvision has, by module.
_INSTALLED = {
    'caltech': 'Caltech101 Caltech256', 'celeba': 'CelebA', 'cityscapes': 'Cityscapes', 'coco': 'CocoCaptions CocoDetection',
    'country211': 'Country211', 'dtd': 'DTD', 'eurosat': 'EuroSAT', 'fer2013': 'FER2013', 'fgvc_aircraft': 'FGVCAircraft',
    'flickr': 'Flickr8k Flickr30k', 'flowers102': 'Flowers102', 'food101': 'Food101', 'gtsrb': 'GTSRB', 'imagenet': 'ImageNet',
    'kitti': 'Kitti', 'lfw': 'LFWPairs LFWPeople', 'omniglot': 'Omniglot', 'oxford_iiit_pet': 'OxfordIIITPet', 'pcam': 'PCAM',
    'places365': 'Places365', 'rendered_sst2': 'RenderedSST2', 'semeion': 'SEMEION', 'stanford_cars': 'StanfordCars',
    'stl10': 'STL10', 'sun397': 'SUN397', 'svhn': 'SVHN', 'usps': 'USPS', 'voc': 'VOCDetection VOCSegmentation',
    'widerface': 'WIDERFace',
}


def __getattr__(name):
    for module, names in _INSTALLED.items():
        if name in names.split():
            return getattr(importlib.import_module(f'torchvision.datasets.{module}'), name)
    raise AttributeError(f"module 'torchvision.datasets' has no attribute '{name}'")
