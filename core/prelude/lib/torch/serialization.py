# Files of torch.save. Reading and writing them is native; in the static domain what a file holds isn't known.
import os

from torch import _C


# The path, or what a file that is open holds from its place on.
def _source(f):
    return os.fspath(f) if isinstance(f, (str, os.PathLike)) else f.read()


# Where to write: a path, or None for an open file, which gets the bytes.
def _target(f):
    return os.fspath(f) if isinstance(f, (str, os.PathLike)) else None


# Tensors stay where they are: on the CPU. What asks for another place can't have it.
def _check_location(map_location):
    import torch
    if isinstance(map_location, str):
        map_location = torch.device(map_location)
    if isinstance(map_location, torch.device) and map_location.type not in ('cpu', 'meta'):
        raise RuntimeError(f"map_location: there is no device '{map_location}' here, use 'cpu'")


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
