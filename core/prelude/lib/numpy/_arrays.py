# Arrays and scalars: a tensor each, with NumPy's names, types of results and text. Views share memory with their array and with
# tensors, as in NumPy.
import torch

from ._dtypes import _FLOATS, _dtype_of, _found, _promoted, _scalar_types, _torch_type, _with_number
from ._names import lookup as _lookup, missing as _missing
from ._text import _array_repr, _array_str, _scalar_text

_NUMBERS = (bool, int, float, complex)


# The array or scalar of a tensor. A tensor without dimensions becomes a scalar.
def _wrap(tensor):
    return _array(tensor) if tensor.dim() else _scalar(tensor)


def _array(tensor, cls=None):
    made = object.__new__(ndarray if cls is None else cls)
    made._tensor = tensor
    made._frozen = None
    return made


def _scalar(tensor):
    made = object.__new__(_scalar_types[_dtype_of(tensor.dtype).name])
    made._tensor = tensor
    return made


# An array of a tensor's memory, for Tensor.numpy().
def _of_tensor(tensor, force):
    if tensor.requires_grad and not force:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
    _dtype_of(tensor.dtype)
    return _array(tensor.detach())


# The tensor of anything that NumPy makes an array of; shares memory where it can.
def _tensor_of(value, dtype=None):
    wanted = _torch_type(dtype)
    if isinstance(value, _Values):
        found = value._tensor
    elif isinstance(value, torch.Tensor):
        found = value.detach()
    elif isinstance(value, _NUMBERS):
        found = torch.tensor(value, dtype=_found(type(value))._torch if wanted is None else wanted)
    elif isinstance(value, (list, tuple, range)):
        found = _of_list(list(value), wanted)
    elif hasattr(value, '__array__'):
        found = _tensor_of(value.__array__())
    else:
        raise NotImplementedError(f"arrays of {type(value).__name__} are not available in JitScope's numpy")
    return found if wanted is None or found.dtype is wanted else found.to(wanted)


def _of_list(items, wanted):
    if not any(isinstance(each, (list, tuple, range, _Values, torch.Tensor)) for each in items):
        if not all(isinstance(each, _NUMBERS) for each in items):
            other = next(each for each in items if not isinstance(each, _NUMBERS))
            raise NotImplementedError(f"arrays of {type(other).__name__} are not available in JitScope's numpy")
        if wanted is None:
            kinds = {type(each) for each in items}
            wanted = torch.complex128 if complex in kinds else torch.float64 if float in kinds or not kinds else \
                torch.int64 if int in kinds else torch.bool
        return torch.tensor(items, dtype=wanted)
    parts = [_tensor_of(each) for each in items]
    if any(each.shape != parts[0].shape for each in parts):
        raise ValueError('setting an array element with a sequence. The requested array has an inhomogeneous shape')
    found = parts[0].dtype
    for each in parts:
        found = _promoted(found, each.dtype)
    return torch.stack([each.to(found) for each in parts])


# ---- operators

# The operands of an operator, in the type of its result; None when the other one isn't for this module.
def _pair(a, b):
    if isinstance(b, _NUMBERS):
        kind = _with_number(a._tensor.dtype, b)
        return a._tensor.to(kind), torch.tensor(b, dtype=kind)
    if isinstance(b, (list, tuple)):
        b = _array(_tensor_of(b))
    elif not isinstance(b, _Values):
        return None
    left, right = a._tensor, b._tensor
    kind = _promoted(left.dtype, right.dtype)
    # The type of a scalar counts less than that of an array.
    if left.dim() and isinstance(b, generic):  # @1.13
        kind = _with_number(left.dtype, b.item())
    elif right.dim() and isinstance(a, generic):  # @1.13
        kind = _with_number(right.dtype, a.item())
    return left.to(kind), right.to(kind)


def _floating(tensor):
    return tensor.to(_FLOATS[tensor.dtype]) if tensor.dtype in _FLOATS else tensor


def _divided(a, b):
    if a.dtype in _FLOATS:
        a, b = a.to(torch.float64), b.to(torch.float64)
    return torch.true_divide(a, b)


# A scalar beside a tensor counts as a number. A tensor beside an array gives a tensor.
def _operator(function):
    def method(self, other):
        if isinstance(other, torch.Tensor) and not self.ndim:
            return function(self._tensor, other)
        pair = _pair(self, other)
        return NotImplemented if pair is None else _wrap(function(*pair))
    return method


def _reflected(function):
    def method(self, other):
        if isinstance(other, torch.Tensor):
            left, right = _pair(_array(other), self) if self.ndim else (other, self._tensor)
            return function(left, right)
        pair = _pair(self, other)
        return NotImplemented if pair is None else _wrap(function(pair[1], pair[0]))
    return method


def _in_place(function, name):
    def method(self, other):
        self._check_writable()
        pair = _pair(self, other)
        if pair is None:
            return NotImplemented
        result = function(*pair)
        if _promoted(result.dtype, self._tensor.dtype) is not self._tensor.dtype and result.dtype not in _KINDS[self.dtype.kind]:
            raise TypeError(f"Cannot cast ufunc '{name}' output from dtype('{_dtype_of(result.dtype)}') to dtype('{self.dtype}') "
                            "with casting rule 'same_kind'")
        self._tensor.copy_(result)
        return self
    return method


_KINDS = {'b': (torch.bool,), 'u': (torch.uint8, torch.bool), 'i': tuple(_FLOATS), 'f': (torch.float16, torch.float32, torch.float64, *_FLOATS),
          'c': (torch.complex64, torch.complex128, torch.float16, torch.float32, torch.float64, *_FLOATS)}


def _dims(axis):
    return tuple(axis) if isinstance(axis, (tuple, list)) else (int(axis),)


# A reduction over some dimensions; None: over all of them.
def _reduced(tensor, function, axis, keepdims):
    rank = tensor.dim()
    if axis is None:
        result = function(tensor.reshape(-1), 0)
        return _wrap(result.reshape([1] * rank) if keepdims else result)
    dims = sorted(dim % rank if -rank <= dim < rank else _bad_axis(dim, rank) for dim in _dims(axis))
    if len(dims) > 1:
        kept = [dim for dim in range(rank) if dim not in dims]
        shape = [tensor.shape[dim] for dim in kept]
        result = function(tensor.permute(kept + dims).reshape(shape + [-1]), len(kept))
    else:
        result = function(tensor, dims[0])
    if keepdims:
        for dim in dims:
            result = result.unsqueeze(dim)
    return _wrap(result)


def _bad_axis(axis, rank):
    raise ValueError(f'axis {axis} is out of bounds for array of dimension {rank}')


def _whole(tensor):
    return tensor.to(torch.int64) if tensor.dtype in _FLOATS else tensor


class _Values:
    __array_priority__ = 1000

    @property
    def shape(self):
        return tuple(self._tensor.shape)

    @property
    def ndim(self):
        return self._tensor.dim()

    @property
    def size(self):
        return self._tensor.numel()

    @property
    def dtype(self):
        return _dtype_of(self._tensor.dtype)

    @property
    def itemsize(self):
        return self.dtype.itemsize

    @property
    def nbytes(self):
        return self.size * self.itemsize

    @property
    def strides(self):
        return tuple(step * self.itemsize for step in self._tensor.stride())

    @property
    def T(self):
        return _wrap(self._tensor.permute(*reversed(range(self.ndim))))

    @property
    def real(self):
        return _wrap(self._tensor.real)

    @property
    def imag(self):
        return _wrap(self._tensor.imag if self._tensor.is_complex() else torch.zeros_like(self._tensor))

    @property
    def flat(self):
        return iter(self.ravel())

    def item(self, *index):
        if index:
            return self[index if len(index) > 1 else tuple(_unraveled(index[0], self.shape))].item()
        if self.size != 1:
            raise ValueError('can only convert an array of size 1 to a Python scalar')
        return self._tensor.item()

    def tolist(self):
        return self._tensor.tolist()

    def __float__(self):
        return float(self.item())

    def __int__(self):
        return int(self.item())

    def __complex__(self):
        return complex(self.item())

    def __bool__(self):
        if self.size > 1:
            raise ValueError('The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()')
        return bool(self.size and self.item())

    def __index__(self):
        if self.size != 1 or self._tensor.dtype not in _FLOATS or self._tensor.dtype is torch.bool:
            raise TypeError('only integer scalar arrays can be converted to a scalar index')
        return self.item()

    def __array__(self, dtype=None, copy=None):
        return _array(self._tensor if dtype is None else self._tensor.to(_torch_type(dtype)))

    def astype(self, dtype, order='K', casting='unsafe', subok=True, copy=True):
        kind = _torch_type(dtype)
        return _wrap(self._tensor.to(kind, copy=copy))

    def copy(self, order='C'):
        return _wrap(self._tensor.clone(memory_format=torch.contiguous_format))

    def tobytes(self, order='C'):
        return torch._C._tensor_bytes(self._tensor)

    def reshape(self, *shape, order='C'):
        return _array(self._tensor.reshape(_shape(shape)))

    def ravel(self, order='C'):
        return _array(self._tensor.reshape(-1))

    def flatten(self, order='C'):
        return _array(self._tensor.reshape(-1).clone())

    def transpose(self, *axes):
        axes = _shape(axes) if axes and axes[0] is not None else list(reversed(range(self.ndim)))
        return _wrap(self._tensor.permute(*axes))

    def swapaxes(self, axis1, axis2):
        return _wrap(self._tensor.transpose(axis1, axis2))

    def squeeze(self, axis=None):
        tensor = self._tensor.squeeze() if axis is None else self._tensor
        for dim in sorted(_dims(axis) if axis is not None else (), reverse=True):
            if tensor.shape[dim] != 1:
                raise ValueError('cannot select an axis to squeeze out which has size not equal to one')
            tensor = tensor.squeeze(dim)
        return _array(tensor)

    def repeat(self, repeats, axis=None):
        tensor = self._tensor.reshape(-1) if axis is None else self._tensor
        counts = repeats if isinstance(repeats, int) else _tensor_of(repeats)
        return _array(torch.repeat_interleave(tensor, counts, 0 if axis is None else axis))

    def sum(self, axis=None, dtype=None, out=None, keepdims=False):
        tensor = self._tensor.to(_torch_type(dtype)) if dtype is not None else _whole(self._tensor)
        return _reduced(tensor, torch.sum, axis, keepdims)

    def prod(self, axis=None, dtype=None, out=None, keepdims=False):
        tensor = self._tensor.to(_torch_type(dtype)) if dtype is not None else _whole(self._tensor)
        return _reduced(tensor, torch.prod, axis, keepdims)

    def mean(self, axis=None, dtype=None, out=None, keepdims=False):
        tensor = self._tensor if dtype is None else self._tensor.to(_torch_type(dtype))
        return _reduced(tensor.to(torch.float64) if tensor.dtype in _FLOATS else tensor, torch.mean, axis, keepdims)

    def var(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
        tensor = self._tensor.to(torch.float64) if self._tensor.dtype in _FLOATS else self._tensor
        return _reduced(tensor, lambda t, dim: torch.var(t, dim, correction=ddof), axis, keepdims)

    def std(self, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
        tensor = self._tensor.to(torch.float64) if self._tensor.dtype in _FLOATS else self._tensor
        return _reduced(tensor, lambda t, dim: torch.std(t, dim, correction=ddof), axis, keepdims)

    def max(self, axis=None, out=None, keepdims=False):
        self._check_filled('maximum')
        return _reduced(self._tensor, torch.amax, axis, keepdims)

    def min(self, axis=None, out=None, keepdims=False):
        self._check_filled('minimum')
        return _reduced(self._tensor, torch.amin, axis, keepdims)

    def _check_filled(self, name):
        if not self.size:
            raise ValueError(f'zero-size array to reduction operation {name} which has no identity')

    def argmax(self, axis=None, out=None, keepdims=False):
        return _reduced(self._tensor.to(torch.uint8) if self._tensor.dtype is torch.bool else self._tensor, torch.argmax, axis, keepdims)

    def argmin(self, axis=None, out=None, keepdims=False):
        return _reduced(self._tensor.to(torch.uint8) if self._tensor.dtype is torch.bool else self._tensor, torch.argmin, axis, keepdims)

    def all(self, axis=None, out=None, keepdims=False):
        return _reduced(self._tensor != 0, torch.all, axis, keepdims)

    def any(self, axis=None, out=None, keepdims=False):
        return _reduced(self._tensor != 0, torch.any, axis, keepdims)

    def cumsum(self, axis=None, dtype=None, out=None):
        tensor = _whole(self._tensor) if dtype is None else self._tensor.to(_torch_type(dtype))
        return _array(torch.cumsum(tensor.reshape(-1) if axis is None else tensor, 0 if axis is None else axis))

    def cumprod(self, axis=None, dtype=None, out=None):
        tensor = _whole(self._tensor) if dtype is None else self._tensor.to(_torch_type(dtype))
        return _array(torch.cumprod(tensor.reshape(-1) if axis is None else tensor, 0 if axis is None else axis))

    def clip(self, min=None, max=None, out=None):
        result = self
        for limit, function in ((min, torch.maximum), (max, torch.minimum)):
            if limit is not None:
                result = _wrap(function(*_pair(result, limit)))
        return result

    def round(self, decimals=0, out=None):
        return _wrap(torch.round(self._tensor, decimals=decimals) if self._tensor.dtype not in _FLOATS else self._tensor)

    def dot(self, other):
        return self @ other if self.ndim and getattr(other, 'ndim', 0) else self * other

    def nonzero(self):
        return tuple(_array(each) for each in torch.nonzero(self._tensor, as_tuple=True))

    def argsort(self, axis=-1, kind=None, order=None):
        return _array(torch.sort(self._tensor.reshape(-1) if axis is None else self._tensor, dim=-1 if axis is None else axis, stable=True)[1])

    def conj(self):
        return _wrap(self._tensor.conj().resolve_conj())

    __add__, __radd__ = _operator(torch.add), _reflected(torch.add)
    __sub__, __rsub__ = _operator(torch.sub), _reflected(torch.sub)
    __mul__, __rmul__ = _operator(torch.mul), _reflected(torch.mul)
    __truediv__, __rtruediv__ = _operator(_divided), _reflected(_divided)
    __floordiv__, __rfloordiv__ = _operator(torch.floor_divide), _reflected(torch.floor_divide)
    __mod__, __rmod__ = _operator(torch.remainder), _reflected(torch.remainder)
    __pow__, __rpow__ = _operator(torch.pow), _reflected(torch.pow)
    __and__, __rand__ = _operator(torch.bitwise_and), _reflected(torch.bitwise_and)
    __or__, __ror__ = _operator(torch.bitwise_or), _reflected(torch.bitwise_or)
    __xor__, __rxor__ = _operator(torch.bitwise_xor), _reflected(torch.bitwise_xor)
    __lshift__, __rshift__ = _operator(torch.bitwise_left_shift), _operator(torch.bitwise_right_shift)
    __eq__, __ne__ = _operator(torch.eq), _operator(torch.ne)
    __lt__, __le__ = _operator(torch.lt), _operator(torch.le)
    __gt__, __ge__ = _operator(torch.gt), _operator(torch.ge)
    __matmul__, __rmatmul__ = _operator(torch.matmul), _reflected(torch.matmul)

    def __neg__(self):
        return _wrap(torch.neg(self._tensor))

    def __pos__(self):
        return self.copy()

    def __abs__(self):
        return _wrap(torch.abs(self._tensor) if self._tensor.dtype is not torch.bool else self._tensor)

    def __invert__(self):
        return _wrap(torch.bitwise_not(self._tensor))


def _shape(shape):
    if len(shape) == 1 and not isinstance(shape[0], int) and not isinstance(shape[0], generic):
        shape = shape[0]
    return [int(each) for each in shape]


def _unraveled(index, shape):
    places = []
    for size in reversed(shape):
        places.append(index % size)
        index //= size
    return reversed(places)


class ndarray(_Values):
    __module__ = 'numpy'

    def __new__(cls, shape, dtype=float, buffer=None, offset=0, strides=None, order=None):
        if buffer is not None or strides is not None:
            _missing('ndarray with a buffer')
        return _array(torch.zeros(_shape((shape,)), dtype=_torch_type(dtype)), cls)

    __hash__ = None

    @property
    def shape(self):
        return tuple(self._tensor.shape)

    @shape.setter
    def shape(self, shape):
        self._tensor = self._tensor.view(_shape((shape,)))

    @property
    def base(self):
        return None

    @property
    def flags(self):
        return _Flags(self)

    def _check_writable(self):
        if self._frozen:
            raise NotImplementedError(f'writing to {self._frozen} is not available in JitScope')

    def __len__(self):
        if not self.ndim:
            raise TypeError('len() of unsized object')
        return self.shape[0]

    def __iter__(self):
        if not self.ndim:
            raise TypeError('iteration over a 0-d array')
        return (self[i] for i in range(len(self)))

    def __contains__(self, value):
        return bool((self == value).any())

    # Returns the tensor's index, and the dimensions of the result that slices with a negative step reverse.
    def _index(self, index):
        parts, reversed_dims, dim, own = [], [], 0, 0
        items = index if isinstance(index, tuple) else (index,)
        taken = sum(1 for each in items if each is not None and each is not Ellipsis and not _is_mask(each)) \
            + sum(each.ndim if isinstance(each, ndarray) else 1 for each in items if _is_mask(each))
        for each in items:
            if each is Ellipsis:
                dim += self.ndim - taken
                own += self.ndim - taken
            elif each is None:
                dim += 1
            elif isinstance(each, slice):
                if each.step is not None and each.step < 0:
                    chosen = range(self.shape[own])[each]
                    each = slice(chosen[-1], chosen[0] + 1, -each.step) if len(chosen) else slice(0, 0)
                    reversed_dims.append(dim)
                dim += 1
                own += 1
            elif isinstance(each, _Values):
                own += each.ndim if _is_mask(each) else 1
                each = each._tensor if each.ndim else each.item()
            elif isinstance(each, (list, tuple, range)):
                each = _tensor_of(each)
                each = each.to(torch.int64) if not each.numel() else each
                own += 1
            else:
                own += 1
            parts.append(each)
        return (tuple(parts) if isinstance(index, tuple) else parts[0]), reversed_dims

    def __getitem__(self, index):
        place, reversed_dims = self._index(index)
        found = self._tensor[place]
        if not found.dim() and not _has_ellipsis(index):
            return _scalar(found.clone())
        made = _array(found.flip(reversed_dims) if reversed_dims else found)
        if reversed_dims:
            made._frozen = 'an array that a negative step made, which is a copy'
        return made

    def __setitem__(self, index, value):
        self._check_writable()
        place, reversed_dims = self._index(index)
        tensor = value if isinstance(value, _NUMBERS) else _tensor_of(value)
        if isinstance(tensor, (float, complex)) and self._tensor.dtype in _FLOATS and self._tensor.dtype is not torch.bool:
            tensor = int(tensor)
        if isinstance(tensor, torch.Tensor):
            tensor = tensor.to(self._tensor.dtype)
            if reversed_dims and tensor.dim():
                rank = self._tensor[place].dim()
                tensor = tensor.expand(self._tensor[place].shape).flip(reversed_dims) if rank else tensor
        self._tensor[place] = tensor

    def fill(self, value):
        self._check_writable()
        self._tensor.fill_(value.item() if isinstance(value, _Values) else value)

    def sort(self, axis=-1, kind=None, order=None):
        self._check_writable()
        self._tensor.copy_(torch.sort(self._tensor, dim=axis, stable=True)[0])

    def view(self, dtype=None, type=None):
        return _array(self._tensor if dtype is None else self._tensor.view(_torch_type(dtype)))

    def resize(self, *args, **kwargs):
        _missing('ndarray.resize')

    __iadd__, __isub__ = _in_place(torch.add, 'add'), _in_place(torch.sub, 'subtract')
    __imul__, __itruediv__ = _in_place(torch.mul, 'multiply'), _in_place(_divided, 'divide')
    __ifloordiv__, __imod__ = _in_place(torch.floor_divide, 'floor_divide'), _in_place(torch.remainder, 'remainder')
    __ipow__, __iand__ = _in_place(torch.pow, 'power'), _in_place(torch.bitwise_and, 'bitwise_and')
    __ior__, __ixor__ = _in_place(torch.bitwise_or, 'bitwise_or'), _in_place(torch.bitwise_xor, 'bitwise_xor')

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return _array(self._tensor.clone())

    def __repr__(self):
        return _array_repr(self)

    def __str__(self):
        return _array_str(self)

    def __getattr__(self, name):
        return _lookup('numpy.ndarray', name, f"'numpy.ndarray' object has no attribute '{name}'")


def _is_mask(index):
    return isinstance(index, _Values) and index._tensor.dtype is torch.bool


def _has_ellipsis(index):
    return index is Ellipsis or isinstance(index, tuple) and any(each is Ellipsis for each in index)


class _Flags:
    def __init__(self, array):
        self.c_contiguous = self.contiguous = array._tensor.is_contiguous()
        self.f_contiguous = array.T._tensor.is_contiguous()
        self.writeable = not array._frozen

    def __getitem__(self, name):
        return getattr(self, name.lower())


class generic(_Values):
    def __new__(cls, value=0):
        return _wrap(_tensor_of(value, cls.__name__.rstrip('_')))

    def __hash__(self):
        return hash(self.item())

    def __getitem__(self, index):
        if index == ():
            return self
        raise IndexError('invalid index to scalar variable.')

    def __format__(self, spec):
        return format(self.item(), spec) if spec else str(self)

    def __round__(self, digits=None):
        return round(self.item()) if digits is None else self.round(digits)

    def is_integer(self):
        return self.item().is_integer()

    def __repr__(self):
        return _scalar_text(self)  # @1.13
        return f'np.{self.dtype}({_scalar_text(self)})' if self.dtype.kind != 'b' else f'np.{_scalar_text(self)}_'  # @2.6+

    def __str__(self):
        return _scalar_text(self)

    def __deepcopy__(self, memo):
        return self


class number(generic):
    pass


class integer(number):
    pass


class signedinteger(integer):
    pass


class unsignedinteger(integer):
    pass


class inexact(number):
    pass


class floating(inexact):
    pass


class complexfloating(inexact):
    pass


class bool_(generic):
    pass


def _scalar_type(name, base):
    made = _scalar_types[name] = type(name, (base,), {'__module__': 'numpy'})
    return made


_scalar_types['bool'] = bool_
int8, int16, int32, int64 = (_scalar_type(name, signedinteger) for name in ('int8', 'int16', 'int32', 'int64'))
uint8 = _scalar_type('uint8', unsignedinteger)
float16, float32, float64 = (_scalar_type(name, floating) for name in ('float16', 'float32', 'float64'))
complex64, complex128 = (_scalar_type(name, complexfloating) for name in ('complex64', 'complex128'))
byte, ubyte, short, intc, int_, intp, longlong = int8, uint8, int16, int32, int64, int64, int64
half, single, double, csingle, cdouble = float16, float32, float64, complex64, complex128
