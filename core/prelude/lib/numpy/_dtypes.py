# Types of elements, and NumPy's rules for the type of a result.
import torch


class dtype:
    # There is one object for each type: dtype(x) looks it up.
    def __new__(cls, dtype, align=False, copy=False):
        return _found(dtype)

    @property
    def type(self):
        return _scalar_types[self.name]

    @property
    def str(self):
        return ('|' if self.itemsize == 1 else '<') + self.kind + f'{self.itemsize}'

    @property
    def char(self):
        return self._char

    def newbyteorder(self, new_order='S'):
        raise NotImplementedError("orders of bytes are not available in JitScope's numpy")

    def __eq__(self, other):
        try:
            return self is _found(other)
        except (TypeError, NotImplementedError):
            return False

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.name)

    def __str__(self):
        return self.name

    def __repr__(self):
        return f"dtype('{self.name}')"


# name, kind, size of an element, character, other names
_ROWS = (
    ('bool', 'b', 1, '?', ('bool_', 'bool8')), ('int8', 'i', 1, 'b', ('byte',)), ('uint8', 'u', 1, 'B', ('ubyte',)),
    ('int16', 'i', 2, 'h', ('short',)), ('int32', 'i', 4, 'i', ('intc',)),
    ('int64', 'i', 8, 'l', ('int', 'long', 'int_', 'longlong', 'intp', 'q')), ('float16', 'f', 2, 'e', ('half',)),
    ('float32', 'f', 4, 'f', ('single',)), ('float64', 'f', 8, 'd', ('float', 'double', 'float_')),
    ('complex64', 'c', 8, 'F', ('csingle',)), ('complex128', 'c', 16, 'D', ('complex', 'cdouble', 'complex_')),
)
_dtypes = {}        # by each name
_of_torch = {}
_scalar_types = {}  # by the type's name; numpy._arrays adds them


def _add(name, kind, size, char, others):
    made = object.__new__(dtype)
    made.name, made.kind, made.itemsize, made._char, made._torch = name, kind, size, char, getattr(torch, name)
    made.byteorder = '|' if size == 1 else '='
    short = f'{kind}{size}'
    for each in (name, char, short, '<' + short, '=' + short, '|' + short, *others):
        _dtypes[each] = made
    _of_torch[made._torch] = made


for _row in _ROWS:
    _add(*_row)
_OF_PYTHON = {bool: 'bool', int: 'int64', float: 'float64', complex: 'complex128'}


def _found(of):
    if isinstance(of, dtype):
        return of
    if of is None:
        return _dtypes['float64']
    if isinstance(of, str):
        if of in _dtypes:
            return _dtypes[of]
    elif isinstance(of, type):
        if of in _OF_PYTHON:
            return _dtypes[_OF_PYTHON[of]]
        if of.__name__ in _dtypes and _scalar_types.get(_dtypes[of.__name__].name) is of:
            return _dtypes[of.__name__]
    elif isinstance(getattr(of, 'dtype', None), dtype):
        return of.dtype
    raise NotImplementedError(f"the type {of!r} is not available in JitScope's numpy")


def _torch_type(of):
    return None if of is None else _found(of)._torch


def _dtype_of(torch_type):
    if torch_type not in _of_torch:
        raise TypeError(f'Got unsupported ScalarType {str(torch_type).removeprefix("torch.")}')
    return _of_torch[torch_type]


_INTEGERS = (torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)
# The smallest float that holds the numbers of an integer type.
_FLOATS = {torch.bool: torch.float16, torch.uint8: torch.float16, torch.int8: torch.float16, torch.int16: torch.float32,
           torch.int32: torch.float64, torch.int64: torch.float64}


def _promoted(a, b):
    if a != b:
        if a in _FLOATS and b not in _FLOATS:
            a = _FLOATS[a]
        elif b in _FLOATS and a not in _FLOATS:
            b = _FLOATS[b]
    return torch.promote_types(a, b)


# The type of a result when one operand is a number of Python, which only decides the kind.
def _with_number(of, number):
    if isinstance(number, bool):
        return of
    if isinstance(number, int):
        return torch.int64 if of is torch.bool else of
    if isinstance(number, float):
        return torch.float64 if of in _FLOATS else of
    if of in (torch.float16, torch.float32):
        return torch.complex64
    return of if of.is_complex else torch.complex128


def result_type(*operands):
    found = None
    for each in operands:
        if isinstance(each, (bool, int, float, complex)):
            found = _with_number(found, each) if found is not None else _found(type(each))._torch
        else:
            found = _found(each)._torch if found is None else _promoted(found, _found(each)._torch)
    return _of_torch[found]


promote_types = result_type


def can_cast(from_, to, casting='safe'):
    return _promoted(_found(from_)._torch, _found(to)._torch) is _found(to)._torch


def issubdtype(arg1, arg2):
    kind = _found(arg1).type
    return issubclass(kind, arg2 if isinstance(arg2, type) and arg2 not in _OF_PYTHON else _found(arg2).type)


class finfo:
    def __init__(self, dtype):
        self.dtype = _found(dtype)
        limits = torch.finfo(self.dtype._torch)
        kind = self.dtype.type
        self.bits = limits.bits
        self.max, self.min, self.eps = kind(limits.max), kind(limits.min), kind(limits.eps)
        self.tiny = self.smallest_normal = kind(limits.tiny)
        self.resolution = kind(limits.resolution)


class iinfo:
    def __init__(self, type):
        self.dtype = _found(type)
        limits = torch.iinfo(self.dtype._torch)
        self.bits, self.max, self.min = limits.bits, limits.max, limits.min
