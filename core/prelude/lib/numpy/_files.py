# Files of numpy.save: a header, which is a dict as Python writes it, and the elements. Files of numpy.savez: ZIP files of such files.
import re

import torch

from ._arrays import _array, _tensor_of
from ._dtypes import _dtype_of, _found
from ._names import missing as _missing

_MAGIC = b'\x93NUMPY\x01\x00'


def _write(file, suffix, data):
    if hasattr(file, 'write'):
        file.write(data)
        return
    name = str(file)
    with open(name if name.endswith(suffix) else name + suffix, 'wb') as out:
        out.write(data)


def _bytes_of(arr):
    tensor = _tensor_of(arr)
    kind = _dtype_of(tensor.dtype)
    header = f"{{'descr': {kind.str!r}, 'fortran_order': False, 'shape': {tuple(tensor.shape)}, }}"
    header += ' ' * (-(len(_MAGIC) + 2 + len(header) + 1) % 64) + '\n'
    return _MAGIC + len(header).to_bytes(2, 'little') + header.encode('latin1') + _array(tensor).tobytes()


def save(file, arr, allow_pickle=True, fix_imports=True):
    _write(file, '.npy', _bytes_of(arr))


def savez(file, *args, **kwds):
    arrays = dict(kwds)
    for i, each in enumerate(args):
        if f'arr_{i}' in arrays:
            raise ValueError(f'Cannot use un-named variables and keyword arr_{i}')
        arrays[f'arr_{i}'] = each
    _write(file, '.npz', torch._C._write_zip([(name + '.npy', _bytes_of(each)) for name, each in arrays.items()]))


savez_compressed = savez    # the same arrays, in a larger file


def load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding='ASCII'):
    if mmap_mode is not None:
        _missing('load with mmap_mode')
    if hasattr(file, 'read'):
        data = file.read()
    else:
        with open(file, 'rb') as source:
            data = source.read()
    if data[:4] in (b'PK\x03\x04', b'PK\x05\x06'):
        return NpzFile(data, '' if hasattr(file, 'read') else str(file))
    return _array_of(data)


def fromfile(file, dtype=float, count=-1, sep='', offset=0, *, like=None):
    if sep:
        _missing('fromfile with sep')
    kind = _found(dtype)
    if hasattr(file, 'read'):
        file.seek(offset, 1)
        data = file.read() if count < 0 else file.read(count * kind.itemsize)
    else:
        with open(file, 'rb') as source:
            source.seek(offset)
            data = source.read() if count < 0 else source.read(count * kind.itemsize)
    whole = len(data) - len(data) % kind.itemsize
    tensor = torch.frombuffer(data[:whole], dtype=kind._torch) if whole else torch.empty(0, dtype=kind._torch)
    return _array(tensor.clone())


def _array_of(data):
    if data[:6] != _MAGIC[:6]:
        raise ValueError('Cannot load file containing pickled data when allow_pickle=False')
    size = 2 if data[6] == 1 else 4
    begin = 8 + size + int.from_bytes(data[8:8 + size], 'little')
    header = re.search(r"'descr': '(.*?)', 'fortran_order': (True|False), 'shape': \((.*?)\)", data[8 + size:begin].decode('latin1'))
    if header is None:
        _missing('load of records')
    kind = _found(header[1])
    shape = [int(each) for each in header[3].split(',') if each.strip()]
    tensor = torch.frombuffer(data, dtype=kind._torch, offset=begin) if len(data) > begin else torch.empty(0, dtype=kind._torch)
    if header[2] == 'True':
        return _array(tensor.reshape(shape[::-1]).permute(*reversed(range(len(shape)))))
    return _array(tensor.reshape(shape))


class NpzFile:
    """The arrays of a file of savez(), by name. Each look-up makes a new array."""

    def __init__(self, data, name):
        self._records = dict(torch._C._read_zip(data))
        self.files = [each[:-4] if each.endswith('.npy') else each for each in self._records]
        self._name = name

    def __getitem__(self, key):
        for name in (key, f'{key}.npy'):
            if name in self._records:
                data = self._records[name]
                return _array_of(data) if data[:6] == _MAGIC[:6] else data
        raise KeyError(f'{key} is not a file in the archive')

    def __contains__(self, key):
        return key in self.files or key in self._records

    def __iter__(self):
        return iter(self.files)

    def __len__(self):
        return len(self.files)

    def keys(self):
        return self.files

    def values(self):
        return [self[name] for name in self.files]

    def items(self):
        return [(name, self[name]) for name in self.files]

    def get(self, key, default=None):
        return self[key] if key in self else default

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.close()
