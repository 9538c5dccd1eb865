"""Data sets of digits and letters in files of MNIST's format. A file may also be there as it is downloaded, with `.gz`."""
import gzip
import math
import os
import string
import warnings
from urllib.error import URLError

import torch
from PIL import Image

from .utils import _flip_byte_order, check_integrity, download_url, verify_str_arg
from .vision import VisionDataset

# The element types by the third byte of a file.
SN3_PASCALVINCENT_TYPEMAP = {8: torch.uint8, 9: torch.int8, 11: torch.int16, 12: torch.int32, 13: torch.float32, 14: torch.float64}


def get_int(b):
    return int.from_bytes(b, 'big')


# The file at `path`, or its packed form; None if neither is there.
def _found(path):
    return next((each for each in (path, path + '.gz') if check_integrity(each)), None)


def read_sn3_pascalvincent_tensor(path, strict=True):
    found = _found(path) or path
    with (gzip.open if found.endswith('.gz') else open)(found, 'rb') as file:
        data = file.read()
    if len(data) < 4 or data[:2] != b'\0\0' or data[2] not in SN3_PASCALVINCENT_TYPEMAP or not 1 <= data[3] <= 3:
        raise AssertionError(f'{found} is not a file of MNIST\'s format: it starts with {data[:4]!r}')
    begin = 4 * (data[3] + 1)
    sizes = [get_int(data[at:at + 4]) for at in range(4, begin, 4)]
    dtype = SN3_PASCALVINCENT_TYPEMAP[data[2]]
    if len(data) <= begin or (len(data) - begin) // dtype.itemsize != math.prod(sizes):
        raise AssertionError(f'{found} is damaged: {len(data)} bytes can\'t have elements of the sizes {sizes}')
    parsed = torch.frombuffer(data, dtype=dtype, offset=begin)
    return (_flip_byte_order(parsed) if dtype.itemsize > 1 else parsed).view(*sizes)


def read_label_file(path):
    labels = read_sn3_pascalvincent_tensor(path, strict=False)
    if labels.dtype != torch.uint8:
        raise TypeError(f'x should be of dtype torch.uint8 instead of {labels.dtype}')
    if labels.ndimension() != 1:
        raise ValueError(f'x should have 1 dimension instead of {labels.ndimension()}')
    return labels.long()


def read_image_file(path):
    images = read_sn3_pascalvincent_tensor(path, strict=False)
    if images.dtype != torch.uint8:
        raise TypeError(f'x should be of dtype torch.uint8 instead of {images.dtype}')
    if images.ndimension() != 3:
        raise ValueError(f'x should have 3 dimension instead of {images.ndimension()}')
    return images


def _renamed(old, new):
    def get(self):
        warnings.warn(f'{old} has been renamed {new}')
        return getattr(self, new)

    return property(get)


class MNIST(VisionDataset):
    """Handwritten digits: `root/MNIST/raw/train-images-idx3-ubyte` and the three files beside it."""

    mirrors = ['https://ossci-datasets.s3.amazonaws.com/mnist/']
    resources = [(f'{name}.gz', None) for name in ('train-images-idx3-ubyte', 'train-labels-idx1-ubyte', 't10k-images-idx3-ubyte',
                                                    't10k-labels-idx1-ubyte')]
    training_file = 'training.pt'
    test_file = 'test.pt'
    classes = ['0 - zero', '1 - one', '2 - two', '3 - three', '4 - four', '5 - five', '6 - six', '7 - seven', '8 - eight', '9 - nine']

    train_labels = _renamed('train_labels', 'targets')
    test_labels = _renamed('test_labels', 'targets')
    train_data = _renamed('train_data', 'data')
    test_data = _renamed('test_data', 'data')

    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        super().__init__(root, transform=transform, target_transform=target_transform)
        self.train = train
        if download:
            self.download()
        if not self._check_exists():
            raise RuntimeError('Dataset not found. You can use download=True to download it')
        self.data, self.targets = self._load_data()

    @property
    def images_file(self):
        return os.path.join(self.raw_folder, f"{'train' if self.train else 't10k'}-images-idx3-ubyte")

    @property
    def labels_file(self):
        return os.path.join(self.raw_folder, f"{'train' if self.train else 't10k'}-labels-idx1-ubyte")

    def _load_data(self):
        return read_image_file(self.images_file), read_label_file(self.labels_file)

    def __getitem__(self, index):
        return self._transformed(Image._of(self.data[index].clone(), 'L'), int(self.targets[index]))

    def __len__(self):
        return len(self.data)

    @property
    def raw_folder(self):
        return os.path.join(self.root, self.__class__.__name__, 'raw')

    @property
    def processed_folder(self):
        return os.path.join(self.root, self.__class__.__name__, 'processed')

    @property
    def class_to_idx(self):
        return {name: i for i, name in enumerate(self.classes)}

    def _check_exists(self):
        return all(_found(os.path.join(self.raw_folder, os.path.splitext(os.path.basename(url))[0])) for url, _ in self.resources)

    def download(self):
        if self._check_exists():
            return
        for filename, md5 in self.resources:
            errors = []
            for mirror in self.mirrors:
                try:
                    if not _found(os.path.join(self.raw_folder, filename[:-3])):
                        download_url(mirror + filename, self.raw_folder, filename, md5)
                except URLError as error:
                    errors.append(f'Tried {mirror}, got:\n{error}\n')
            if len(errors) == len(self.mirrors):
                raise RuntimeError(f'Error downloading {filename}:\n' + ''.join(errors))  # @2.6+
                raise RuntimeError(f'Error downloading {filename}\n' + ''.join(errors))  # @1.13

    def extra_repr(self):
        return f"Split: {'Train' if self.train is True else 'Test'}"


class FashionMNIST(MNIST):
    """Articles of clothing, in files of the same names in `root/FashionMNIST/raw`."""

    mirrors = ['http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/']
    classes = ['T-shirt/top', 'Trouser', 'Pullover', 'Dress', 'Coat', 'Sandal', 'Shirt', 'Sneaker', 'Bag', 'Ankle boot']


class KMNIST(MNIST):
    """Japanese letters, in files of the same names in `root/KMNIST/raw`."""

    mirrors = ['http://codh.rois.ac.jp/kmnist/dataset/kmnist/']
    classes = ['o', 'ki', 'su', 'tsu', 'na', 'ha', 'ma', 'ya', 're', 'wo']


_LETTERS = string.digits + string.ascii_letters
_MERGED = sorted(set(_LETTERS) - set('cijklmopsuvwxyz'))


class EMNIST(MNIST):
    """Letters and digits: `root/EMNIST/raw/emnist-SPLIT-train-images-idx3-ubyte` and the three files beside it."""

    url = 'https://biometrics.nist.gov/cs_links/EMNIST/gzip.zip'
    splits = ('byclass', 'bymerge', 'balanced', 'letters', 'digits', 'mnist')
    classes_split_dict = {
        'byclass': sorted(_LETTERS), 'bymerge': _MERGED, 'balanced': _MERGED, 'letters': ['N/A', *string.ascii_lowercase],
        'digits': list(string.digits), 'mnist': list(string.digits),
    }

    def __init__(self, root, split, **kwargs):
        self.split = verify_str_arg(split, 'split', self.splits)
        super().__init__(root, **kwargs)
        self.classes = self.classes_split_dict[self.split]

    @property
    def _file_prefix(self):
        return f"emnist-{self.split}-{'train' if self.train else 'test'}"

    @property
    def images_file(self):
        return os.path.join(self.raw_folder, f'{self._file_prefix}-images-idx3-ubyte')

    @property
    def labels_file(self):
        return os.path.join(self.raw_folder, f'{self._file_prefix}-labels-idx1-ubyte')

    def _check_exists(self):
        return all(_found(file) for file in (self.images_file, self.labels_file))

    def download(self):
        if not self._check_exists():
            raise URLError(f'JitScope does not use the network: download {self.url} and put the files of its folder gzip into '
                           f'{self.raw_folder}')


class QMNIST(MNIST):
    """MNIST's digits with what is known of each: `root/QMNIST/raw/qmnist-train-images-idx3-ubyte` and the files beside it."""

    mirrors = ['https://raw.githubusercontent.com/facebookresearch/qmnist/master/']
    subsets = {'train': 'train', 'test': 'test', 'test10k': 'test', 'test50k': 'test', 'nist': 'nist'}
    _ranges = {'test10k': slice(0, 10000), 'test50k': slice(10000, None)}

    def __init__(self, root, what=None, compat=True, train=True, **kwargs):
        self.what = verify_str_arg(what or ('train' if train else 'test'), 'what', tuple(self.subsets))
        self.compat = compat
        prefix = 'xnist' if self.what == 'nist' else f'qmnist-{self.subsets[self.what]}'
        self.resources = [(f'{prefix}-images-idx3-ubyte.gz', None), (f'{prefix}-labels-idx2-int.gz', None)]
        super().__init__(root, train, **kwargs)

    @property
    def images_file(self):
        return os.path.join(self.raw_folder, self.resources[0][0][:-3])

    @property
    def labels_file(self):
        return os.path.join(self.raw_folder, self.resources[1][0][:-3])

    def _load_data(self):
        targets = read_sn3_pascalvincent_tensor(self.labels_file).long()
        if targets.ndimension() != 2:
            raise ValueError(f'targets should have 2 dimensions instead of {targets.ndimension()}')
        part = self._ranges.get(self.what, slice(None))
        return read_image_file(self.images_file)[part].clone(), targets[part].clone()

    def __getitem__(self, index):
        target = self.targets[index]
        return self._transformed(Image._of(self.data[index].clone(), 'L'), int(target[0]) if self.compat else target)

    def extra_repr(self):
        return f'Split: {self.what}'
