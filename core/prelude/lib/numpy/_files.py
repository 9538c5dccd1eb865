# Files of numpy.save: a header, which is a dict as Python writes it, and the elements.
import re

import torch

from ._arrays import _array, _missing, _tensor_of
from ._dtypes import _dtype_of, _found

_MAGIC = b'\x93NUMPY\x01\x00'


def _name(file):
    return file + '.npy' if isinstance(file, str) and not file.endswith('.npy') else file


def save(file, arr, allow_pickle=True, fix_imports=True):
    tensor = _tensor_of(arr)
    kind = _dtype_of(tensor.dtype)
    header = f"{{'descr': {kind.str!r}, 'fortran_order': False, 'shape': {tuple(tensor.shape)}, }}"
    header += ' ' * (-(len(_MAGIC) + 2 + len(header) + 1) % 64) + '\n'
    data = _MAGIC + len(header).to_bytes(2, 'little') + header.encode('latin1') + _array(tensor).tobytes()
    if hasattr(file, 'write'):
        file.write(data)
        return
    with open(_name(str(file)), 'wb') as out:
        out.write(data)


def load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding='ASCII'):
    if hasattr(file, 'read'):
        data = file.read()
    else:
        with open(file, 'rb') as source:
            data = source.read()
    if data[:4] == b'PK\x03\x04':
        _missing('load of a file with several arrays')
    if data[:6] != _MAGIC[:6]:
        raise ValueError('Cannot load file containing pickled data when allow_pickle=False')
    size = 2 if data[6] == 1 else 4
    begin = 8 + size + int.from_bytes(data[8:8 + size], 'little')
    header = re.search(r"'descr': '(.*?)', 'fortran_order': (True|False), 'shape': \((.*?)\)", data[8 + size:begin].decode('latin1'))
    if header is None:
        _missing('load of records')
    kind = _found(header[1])
    tensor = torch.tensor(list(data[begin:]), dtype=torch.uint8).view(kind._torch)
    shape = [int(each) for each in header[3].split(',') if each.strip()]
    if header[2] == 'True':
        return _array(tensor.reshape(shape[::-1]).permute(*reversed(range(len(shape)))))
    return _array(tensor.reshape(shape))
