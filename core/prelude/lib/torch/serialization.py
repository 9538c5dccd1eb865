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


def load(f, map_location=None, pickle_module=None, *, weights_only=False, **pickle_load_args):
    _check_location(map_location)
    source = _source(f)
    if _C._is_script_file(source):
        import torch
        return torch.jit._serialization._load(source, {})
    return _C._load_data(source)
