"""The functions of libjitscope.so.0 by ctypes, which frees the GIL during each call."""
from __future__ import annotations

import ctypes
import os

_HANDLE = ctypes.c_void_p
_OUT = ctypes.POINTER(ctypes.c_void_p)
_TEXT = ctypes.c_char_p
_SIZE = ctypes.c_size_t
_INT = ctypes.c_int
_LONG = ctypes.c_int64
_DOUBLE = ctypes.c_double
_NUMBER = ctypes.c_uint32


class DiagnosticRow(ctypes.Structure):
    """jitscope_diagnostic."""
    _fields_ = [("rule", _TEXT), ("severity", _INT), ("message", _TEXT), ("file", _TEXT), ("line", _NUMBER),
                ("column", _NUMBER), ("end_line", _NUMBER), ("end_column", _NUMBER)]


RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
OUTPUT = ctypes.CFUNCTYPE(None, ctypes.c_void_p, _INT, ctypes.POINTER(ctypes.c_char), _SIZE)

# The arguments of the functions that return an error.
_CHECKED = {
    "runtime_create": (_TEXT, _OUT),
    "none": (_OUT,),
    "bool": (_INT, _OUT),
    "int": (_LONG, _OUT),
    "float": (_DOUBLE, _OUT),
    "complex": (_DOUBLE, _DOUBLE, _OUT),
    "string": (_TEXT, _SIZE, _OUT),
    "tuple": (_OUT, _SIZE, _OUT),
    "list": (_OUT, _SIZE, _OUT),
    "dict": (_OUT, _OUT, _SIZE, _OUT),
    "value_copy": (_HANDLE, _OUT),
    "value_bool": (_HANDLE, ctypes.POINTER(_INT)),
    "value_int": (_HANDLE, ctypes.POINTER(_LONG)),
    "value_float": (_HANDLE, ctypes.POINTER(_DOUBLE)),
    "value_complex": (_HANDLE, ctypes.POINTER(_DOUBLE), ctypes.POINTER(_DOUBLE)),
    "value_string": (_HANDLE, ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(_SIZE)),
    "value_size": (_HANDLE, ctypes.POINTER(_SIZE)),
    "value_item": (_HANDLE, _SIZE, _OUT, _OUT),
    "value_text": (_HANDLE, _OUT),
    "tensor_borrow": (ctypes.c_void_p, _INT, _SIZE, ctypes.POINTER(_LONG), ctypes.POINTER(_LONG), RELEASE, ctypes.c_void_p, _OUT),
    "tensor_from_dlpack": (ctypes.c_void_p, _OUT),
    "tensor_to_dlpack": (_HANDLE, _OUT),
    "tensor_shape": (_HANDLE, ctypes.POINTER(_INT), ctypes.POINTER(_SIZE), ctypes.POINTER(ctypes.POINTER(_LONG)),
                     ctypes.POINTER(ctypes.POINTER(_LONG))),
    "tensor_mutable_data": (_HANDLE, ctypes.POINTER(ctypes.c_void_p)),
    "tensor_requires_grad": (_HANDLE, ctypes.POINTER(_INT)),
    "tensor_set_requires_grad": (_HANDLE, _INT),
    "tensor_grad": (_HANDLE, _OUT),
    "tensor_set_grad": (_HANDLE, _HANDLE),
    "call": (_HANDLE, _TEXT, _OUT, _SIZE, ctypes.POINTER(_TEXT), _SIZE, _OUT),
    "backward": (_HANDLE, _OUT, _SIZE, _OUT, _INT, _INT),
    "grad": (_HANDLE, _OUT, _SIZE, _OUT, _OUT, _SIZE, _INT, _INT, _OUT),
    "module_load": (_HANDLE, _TEXT, _OUT),
    "module_load_bytes": (_HANDLE, _TEXT, _SIZE, _TEXT, _OUT),
    "module_save": (_HANDLE, _TEXT),
    "module_save_bytes": (_HANDLE, _OUT, ctypes.POINTER(_SIZE)),
    "module_function": (_HANDLE, _TEXT, _OUT),
    "module_child": (_HANDLE, _TEXT, _OUT),
    "module_members": (_HANDLE, _INT, _INT, _OUT),
    "module_attribute": (_HANDLE, _TEXT, _OUT),
    "module_set_attribute": (_HANDLE, _TEXT, _HANDLE),
    "module_train": (_HANDLE, _INT),
    "module_extra_file": (_HANDLE, _TEXT, _OUT, ctypes.POINTER(_SIZE)),
    "function_run": (_HANDLE, _OUT, _SIZE, ctypes.POINTER(_TEXT), _SIZE, _OUT),
    "function_graph": (_HANDLE, _OUT),
    "function_code": (_HANDLE, _OUT),
    "function_schema": (_HANDLE, _OUT),
    "check_file": (_HANDLE, _TEXT, _OUT),
    "check_source": (_HANDLE, _TEXT, _TEXT, _SIZE, _OUT),
}
# The result and the arguments of all others.
_PLAIN = {
    "version": (_TEXT,),
    "free": (None, ctypes.c_void_p),
    "set_threads": (None, _INT),
    "threads": (_INT,),
    "set_memory_limit": (None, _SIZE),
    "set_grad_enabled": (_INT, _INT),
    "manual_seed": (None, ctypes.c_uint64),
    "error_get_kind": (_INT, _HANDLE),
    "error_class": (_TEXT, _HANDLE),
    "error_message": (_TEXT, _HANDLE),
    "error_text": (_TEXT, _HANDLE),
    "error_frames": (_SIZE, _HANDLE),
    "error_frame_function": (_TEXT, _HANDLE, _SIZE),
    "error_frame_file": (_TEXT, _HANDLE, _SIZE),
    "error_frame_line": (_NUMBER, _HANDLE, _SIZE),
    "error_free": (None, _HANDLE),
    "runtime_free": (None, _HANDLE),
    "runtime_set_compiled": (None, _HANDLE, _INT),
    "runtime_interrupt": (None, _HANDLE),
    "runtime_set_output": (None, _HANDLE, OUTPUT, ctypes.c_void_p),
    "value_free": (None, _HANDLE),
    "value_kind": (_INT, _HANDLE),
    "module_free": (None, _HANDLE),
    "module_method": (_TEXT, _HANDLE, _SIZE),
    "module_class": (_TEXT, _HANDLE),
    "function_free": (None, _HANDLE),
    "diagnostics_json": (_TEXT, _HANDLE),
    "diagnostics_free": (None, _HANDLE),
}


def _places():
    """Where the library may be: JITSCOPE_LIBRARY, beside the package, where the loader of the system looks."""
    if "JITSCOPE_LIBRARY" in os.environ:
        yield os.environ["JITSCOPE_LIBRARY"]
        return
    here = os.path.dirname(os.path.abspath(__file__))
    for folder in (here, os.path.join(here, "..", "..", ".."), os.path.join(here, "..", "..")):
        path = os.path.join(folder, "libjitscope.so.0")
        if os.path.exists(path):
            yield path
    yield "libjitscope.so.0"


def _open() -> ctypes.CDLL:
    problem = None
    for path in _places():
        try:
            return ctypes.CDLL(path)
        except OSError as error:
            problem = problem or error
    raise ImportError(f"libjitscope cannot be opened: {problem}; install JitScope, or name the file in JITSCOPE_LIBRARY")


class _Functions:
    """The functions by their names without "jitscope_"."""

    def __init__(self):
        library = _open()
        for name, arguments in _CHECKED.items():
            self._declare(library, name, _HANDLE, arguments)
        for name, (result, *arguments) in _PLAIN.items():
            self._declare(library, name, result, arguments)

    def _declare(self, library, name, result, arguments):
        function = getattr(library, "jitscope_" + name)
        function.restype, function.argtypes = result, list(arguments)
        setattr(self, name, function)


functions = _Functions()


def handles(values):
    """An array of handles."""
    return (ctypes.c_void_p * len(values))(*values)


def taken_text(address) -> str:
    """The text that a function has given to its caller."""
    try:
        return ctypes.string_at(address).decode()
    finally:
        functions.free(address)


def taken_bytes(address, size) -> bytes:
    """The same for bytes."""
    try:
        return ctypes.string_at(address, size)
    finally:
        functions.free(address)
