# Files of torch.save. Reading and writing is native; in the static domain the contents of files are Unknown.
import os

from torch import _C


# The path, or the rest of an open file's contents.
def _source(f):
    return os.fspath(f) if isinstance(f, (str, os.PathLike)) else f.read()


# The destination: a path, or None for an open file, to which the bytes are written.
def _target(f):
    return os.fspath(f) if isinstance(f, (str, os.PathLike)) else None


# Tensors stay on the CPU. A map_location for another device isn't supported.
def _check_location(map_location):
    import torch
    if isinstance(map_location, str):
        map_location = torch.device(map_location)
    if isinstance(map_location, torch.device) and map_location.type not in ('cpu', 'meta'):
        raise RuntimeError(f"map_location: JitScope has only the device 'cpu', not '{map_location}'")


def save(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True):
    written = _C._save_data(obj, _target(f))
    if written is not None:
        f.write(written)


# The classes that a file with nothing but weights may contain.
_weight_globals = [
    'collections.OrderedDict', 'collections.Counter', 'torch.nn.parameter.Parameter', 'torch.Size', 'torch.Tensor', 'torch.device',
    '_codecs.encode', 'builtins.bytearray', 'builtins.set', 'builtins.complex', '__builtin__.bytearray', '__builtin__.set',
    '__builtin__.complex', 'torch.float64', 'torch.float32', 'torch.float16', 'torch.bfloat16', 'torch.int64', 'torch.int32',
    'torch.int16', 'torch.int8', 'torch.uint8', 'torch.bool', 'torch.complex128', 'torch.complex64',
]


def _check_weights(source, pickle_module, allowed):
    if pickle_module is not None:
        raise RuntimeError('Can not safely load weights when explicit pickle_module is specified')
    unsafe = _C._unsafe_global(source, allowed)
    if unsafe == '':
        raise RuntimeError('Cannot use ``weights_only=True`` with TorchScript archives passed to ``torch.load``.')
    if unsafe is not None:
        import pickle
        raise pickle.UnpicklingError(f'Weights only load failed. Unsupported global: GLOBAL {unsafe} was not an allowed global by default. '
                                     'Re-running `torch.load` with `weights_only` set to `False` will likely succeed.')


def load(f, map_location=None, pickle_module=None, *, weights_only=False, **pickle_load_args):
    _check_location(map_location)
    source = _source(f)
    if _C._is_script_file(source):
        import torch
        return torch.jit._serialization._load(source, {})
    if weights_only:
        _check_weights(source, pickle_module, _weight_globals)
    return _C._load_data(source)
