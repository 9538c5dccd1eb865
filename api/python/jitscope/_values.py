"""Conversions between Python's values and those of TorchScript."""
from __future__ import annotations

import ctypes
import itertools
from typing import Any, Tuple

from ._errors import ArgumentError, check
from ._library import RELEASE, functions, handles, taken_text

(_NONE, _BOOL, _INT, _FLOAT, _COMPLEX, _STRING, _TENSOR, _TUPLE, _LIST, _DICT) = range(10)

# PyTorch's numbers of dtypes: the names, and the types in the protocol of arrays.
_DTYPES = {0: ("uint8", "|u1"), 1: ("int8", "|i1"), 2: ("int16", "<i2"), 3: ("int32", "<i4"), 4: ("int64", "<i8"),
           5: ("float16", "<f2"), 6: ("float32", "<f4"), 7: ("float64", "<f8"), 9: ("complex64", "<c8"),
           10: ("complex128", "<c16"), 11: ("bool", "|b1"), 15: ("bfloat16", None)}
_NUMBERS = {typestr: number for number, (_, typestr) in _DTYPES.items() if typestr}

# Objects whose memory tensors use, by the number that their release gets.
_lent = {}
_lent_numbers = itertools.count(1)


@RELEASE
def _release(number):
    _lent.pop(number, None)


class Value:
    """Owns a handle of a value."""
    __slots__ = ("handle", "__weakref__")

    def __init__(self, handle):
        self.handle = handle

    def __del__(self):
        functions.value_free(self.handle)

    def __str__(self):
        text = ctypes.c_void_p()
        check(functions.value_text(self.handle, ctypes.byref(text)))
        return taken_text(text.value)


class ScriptObject(Value):
    """An instance of a script class, a device or an enum member: only to be passed on."""
    __slots__ = ()


class Tensor(Value):
    """A tensor. numpy.asarray(tensor) and from_dlpack functions share its memory."""
    __slots__ = ()

    def _shape(self):
        dtype, rank = ctypes.c_int(), ctypes.c_size_t()
        sizes, strides = ctypes.POINTER(ctypes.c_int64)(), ctypes.POINTER(ctypes.c_int64)()
        check(functions.tensor_shape(self.handle, ctypes.byref(dtype), ctypes.byref(rank), ctypes.byref(sizes), ctypes.byref(strides)))
        return dtype.value, tuple(sizes[:rank.value]), tuple(strides[:rank.value])

    @property
    def shape(self) -> Tuple[int, ...]:
        return self._shape()[1]

    @property
    def strides(self) -> Tuple[int, ...]:
        """In elements."""
        return self._shape()[2]

    @property
    def dtype(self) -> str:
        """Such as "float32"."""
        return _DTYPES[self._shape()[0]][0]

    @property
    def requires_grad(self) -> bool:
        result = ctypes.c_int()
        check(functions.tensor_requires_grad(self.handle, ctypes.byref(result)))
        return bool(result.value)

    @requires_grad.setter
    def requires_grad(self, required: bool) -> None:
        check(functions.tensor_set_requires_grad(self.handle, int(required)))

    @property
    def grad(self):
        """The accumulated gradient, or None."""
        return made(functions.tensor_grad, self.handle)

    @grad.setter
    def grad(self, gradient) -> None:
        check(functions.tensor_set_grad(self.handle, to_value(gradient).handle))

    @property
    def __array_interface__(self):
        number, sizes, strides = self._shape()
        typestr = _DTYPES[number][1]
        if typestr is None:
            raise TypeError(f"arrays have no elements of type {_DTYPES[number][0]}")
        data = ctypes.c_void_p()
        check(functions.tensor_mutable_data(self.handle, ctypes.byref(data)))
        item = int(typestr[2:])
        return {"version": 3, "shape": sizes, "typestr": typestr, "data": (data.value or 0, False),
                "strides": tuple(stride * item for stride in strides)}

    def numpy(self):
        """An array on the memory of the tensor."""
        import numpy  # pylint: disable=import-outside-toplevel
        return numpy.asarray(self)

    def item(self):
        """The number of a tensor with one element."""
        return self.numpy().item()

    def tolist(self):
        return self.numpy().tolist()

    def __dlpack_device__(self):
        return (1, 0)

    def __dlpack__(self, **_):
        managed = ctypes.c_void_p()
        check(functions.tensor_to_dlpack(self.handle, ctypes.byref(managed)))
        return _new_capsule(managed, b"dltensor", _free_capsule)

    def __len__(self):
        return self.shape[0]

    def __float__(self):
        return float(self.item())

    def __int__(self):
        return int(self.item())

    def __bool__(self):
        return bool(self.item())

    def __repr__(self):
        return f"<jitscope.Tensor {self.dtype} {list(self.shape)}>"


# ---- DLPack's capsules

_CAPSULE_END = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
_new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, _CAPSULE_END)(
    ("PyCapsule_New", ctypes.pythonapi))
_is_capsule = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", ctypes.pythonapi))
_capsule_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi))
_rename_capsule = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_SetName", ctypes.pythonapi))
_USED = b"used_dltensor"  # capsules keep the address of their name


@_CAPSULE_END
def _free_capsule(capsule):
    """The end of a capsule: the tensor of one that nothing has taken is released."""
    if not _is_capsule(capsule, b"dltensor"):
        return
    value = ctypes.c_void_p()
    if functions.tensor_from_dlpack(_capsule_pointer(capsule, b"dltensor"), ctypes.byref(value)) is None:
        functions.value_free(value)


def _from_dlpack(exporter) -> Tensor:
    capsule = exporter.__dlpack__()
    value = ctypes.c_void_p()
    check(functions.tensor_from_dlpack(_capsule_pointer(id(capsule), b"dltensor"), ctypes.byref(value)))
    _rename_capsule(capsule, _USED)
    return Tensor(value.value)


def _from_array(array) -> Tensor:
    """A tensor on the memory of an object with the protocol of arrays."""
    facts = array.__array_interface__
    number = _NUMBERS.get(facts["typestr"])
    if number is None:
        raise ArgumentError(f"arrays of type {facts['typestr']} cannot become tensors")
    sizes, strides = facts["shape"], facts.get("strides")
    item = int(facts["typestr"][2:])
    if strides is not None and any(stride < 0 or stride % item for stride in strides):
        return _from_array(array.copy())
    dims = ctypes.c_int64 * len(sizes)
    lent = next(_lent_numbers)
    _lent[lent] = (array, facts)
    value = ctypes.c_void_p()
    try:
        check(functions.tensor_borrow(facts["data"][0] or None, number, len(sizes), dims(*sizes),
                                      None if strides is None else dims(*(stride // item for stride in strides)), _release, lent,
                                      ctypes.byref(value)))
    except BaseException:
        _lent.pop(lent, None)
        raise
    return Tensor(value.value)


# ---- both directions


def _made_handle(function, *arguments):
    value = ctypes.c_void_p()
    check(function(*arguments, ctypes.byref(value)))
    return value.value


def made(function, *arguments) -> Any:
    """The result of a function that makes a value, as a Python value."""
    return from_handle(_made_handle(function, *arguments))


def _sequence(function, items) -> Value:
    values = [to_value(item) for item in items]
    return Value(_made_handle(function, handles([value.handle for value in values]), len(values)))


def to_value(value: Any) -> Value:
    """A value of TorchScript. Arrays, and tensors of other libraries, share their memory."""
    if isinstance(value, Value):
        return value
    if value is None:
        return Value(_made_handle(functions.none))
    if isinstance(value, bool):
        return Value(_made_handle(functions.bool, int(value)))
    if isinstance(value, int):
        if not -2**63 <= value < 2**63:
            raise ArgumentError(f"{value} does not fit into 64 bits")
        return Value(_made_handle(functions.int, value))
    if isinstance(value, float):
        return Value(_made_handle(functions.float, value))
    if isinstance(value, complex):
        return Value(_made_handle(functions.complex, value.real, value.imag))
    if isinstance(value, str):
        text = value.encode()
        return Value(_made_handle(functions.string, text, len(text)))
    if isinstance(value, tuple):
        return _sequence(functions.tuple, value)
    if isinstance(value, list):
        return _sequence(functions.list, value)
    if isinstance(value, dict):
        keys, values = [to_value(key) for key in value], [to_value(item) for item in value.values()]
        return Value(_made_handle(functions.dict, handles([key.handle for key in keys]), handles([item.handle for item in values]),
                                  len(keys)))
    if hasattr(value, "__array_interface__"):
        return _from_array(value)
    if hasattr(value, "__dlpack__"):
        return _from_dlpack(value)
    raise ArgumentError(f"a value of type {type(value).__name__} cannot be passed to TorchScript")


def _number(function, handle, kind):
    result = kind()
    check(function(handle, ctypes.byref(result)))
    return result.value


def _size(handle) -> int:
    return _number(functions.value_size, handle, ctypes.c_size_t)


def _text(handle) -> str:
    address, size = ctypes.c_void_p(), ctypes.c_size_t()
    check(functions.value_string(handle, ctypes.byref(address), ctypes.byref(size)))
    return ctypes.string_at(address.value, size.value).decode()


def _item(handle, index):
    return made(functions.value_item, handle, index, None)


def _entry(handle, index):
    key, item = ctypes.c_void_p(), ctypes.c_void_p()
    check(functions.value_item(handle, index, ctypes.byref(key), ctypes.byref(item)))
    return from_handle(key.value), from_handle(item.value)


def _complex(handle):
    real, imag = ctypes.c_double(), ctypes.c_double()
    check(functions.value_complex(handle, ctypes.byref(real), ctypes.byref(imag)))
    return complex(real.value, imag.value)


_READERS = {
    _NONE: lambda handle: None,
    _BOOL: lambda handle: bool(_number(functions.value_bool, handle, ctypes.c_int)),
    _INT: lambda handle: _number(functions.value_int, handle, ctypes.c_int64),
    _FLOAT: lambda handle: _number(functions.value_float, handle, ctypes.c_double),
    _COMPLEX: _complex,
    _STRING: _text,
    _TUPLE: lambda handle: tuple(_item(handle, i) for i in range(_size(handle))),
    _LIST: lambda handle: [_item(handle, i) for i in range(_size(handle))],
    _DICT: lambda handle: dict(_entry(handle, i) for i in range(_size(handle))),
}


def from_handle(handle) -> Any:
    """A Python value; takes over the handle."""
    kind = functions.value_kind(handle)
    if kind == _TENSOR:
        return Tensor(handle)
    reader = _READERS.get(kind)
    owner = ScriptObject(handle)
    return owner if reader is None else reader(handle)
