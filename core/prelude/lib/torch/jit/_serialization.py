# Files of torch.jit.save: modules and their code.
import os

import _host

from torch import _C
from torch.serialization import _check_location, _source, _target
from ._script import RecursiveScriptModule, _wrap_module
from ._script import _warn_deprecated  # @2.11+


def save(m, f, _extra_files=None):
    written = _C._save_module(m._c, _target(f), _extra_files)
    if written is not None:
        f.write(written)


# Stores the contents of the files named in _extra_files.
def _load(source, _extra_files):
    handle, found = _C._load_module(source, list(_extra_files))
    _extra_files.update(found)
    return _wrap_module(handle)


def load(f, map_location=None, _extra_files=None):
    _warn_deprecated('load', '`torch.export`')  # @2.11+
    _check_location(map_location)
    source = _source(f)
    if isinstance(source, str) and not os.path.exists(source):
        raise ValueError(f"the file '{source}' doesn't exist")
    if isinstance(source, str) and os.path.isdir(source):
        raise ValueError(f"the file '{source}' is a folder")
    return _load(source, {} if _extra_files is None else _extra_files)


def save_jit_module_to_flatbuffer(m, f, _extra_files=None):
    return _host.unavailable("flatbuffers aren't available in JitScope: use torch.jit.save")


def jit_module_from_flatbuffer(f):
    return _host.unavailable("flatbuffers aren't available in JitScope: use torch.jit.load")
