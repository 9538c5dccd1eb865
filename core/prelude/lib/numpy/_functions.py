# NumPy's functions, over tensors.
import builtins
import math

import torch

from ._arrays import (
    _NUMBERS, _Values, _array, _dims, _divided, _floating, _pair, _scalar, _shape, _tensor_of, _wrap, ndarray
)
from ._dtypes import _FLOATS, _dtype_of, _found, _promoted, _torch_type
from ._names import missing as _missing

newaxis = None


# ---- making arrays

def array(object, dtype=None, copy=True, order='K', subok=False, ndmin=0):
    tensor = _tensor_of(object, dtype)
    given = object._tensor if isinstance(object, _Values) else object
    if copy and tensor is given or isinstance(object, torch.Tensor) and copy:
        tensor = tensor.clone()
    while tensor.dim() < ndmin:
        tensor = tensor.unsqueeze(0)
    return _array(tensor)


def asarray(a, dtype=None, order=None):
    return a if isinstance(a, ndarray) and dtype is None else _array(_tensor_of(a, dtype))


asanyarray = asarray


def ascontiguousarray(a, dtype=None):
    return _array(_tensor_of(a, dtype).contiguous())


def copy(a, order='K', subok=False):
    return array(a)


def zeros(shape, dtype=float, order='C'):
    return _array(torch.zeros(_shape((shape,)), dtype=_torch_type(dtype)))


def ones(shape, dtype=None, order='C'):
    return _array(torch.ones(_shape((shape,)), dtype=_found(dtype)._torch))


empty = zeros


def full(shape, fill_value, dtype=None, order='C'):
    value = _tensor_of(fill_value, dtype)
    return _array(value.expand(_shape((shape,))).clone())


def zeros_like(a, dtype=None):
    return _array(torch.zeros_like(_tensor_of(a), dtype=_torch_type(dtype)))


def ones_like(a, dtype=None):
    return _array(torch.ones_like(_tensor_of(a), dtype=_torch_type(dtype)))


empty_like = zeros_like


def full_like(a, fill_value, dtype=None):
    tensor = _tensor_of(a, dtype)
    return full(tuple(tensor.shape), fill_value, _dtype_of(tensor.dtype))


def arange(start, stop=None, step=1, dtype=None):
    if stop is None:
        start, stop = 0, start
    values = [each.item() if isinstance(each, _Values) else each for each in (start, stop, step)]
    kind = _torch_type(dtype) or (torch.int64 if builtins.all(isinstance(each, int) for each in values) else torch.float64)
    start, stop, step = values
    count = builtins.max(math.ceil((stop - start) / step), 0)
    # NumPy adds the first difference again and again.
    made = torch.arange(count, dtype=torch.int64 if kind is torch.int64 else torch.float64)
    return _array((made * ((start + step) - start) + start).to(kind))


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    start, stop = float(start), float(stop)
    parts = num - 1 if endpoint else num
    step = (stop - start) / parts if parts > 0 else math.nan
    made = torch.arange(num, dtype=torch.float64)
    made = made * step + start if parts > 0 else made * (stop - start) + start
    if endpoint and num > 1:
        made[-1] = stop
    made = _array(made if dtype is None else made.to(_torch_type(dtype)))
    return (made, step) if retstep else made


def logspace(start, stop, num=50, endpoint=True, base=10.0):
    return base ** linspace(start, stop, num, endpoint)


def eye(N, M=None, k=0, dtype=float):
    made = torch.zeros(N, N if M is None else M, dtype=_torch_type(dtype))
    torch.diagonal(made, k).fill_(1)
    return _array(made)


def identity(n, dtype=None):
    return eye(n, dtype=dtype or float)


def diag(v, k=0):
    return _array(torch.diag(_tensor_of(v), k))


def meshgrid(*xi, indexing='xy'):
    return [_array(each) for each in torch.meshgrid([_tensor_of(x) for x in xi], indexing=indexing)]


def frombuffer(buffer, dtype=float, count=-1, offset=0):
    return _array(torch.frombuffer(buffer, dtype=_found(dtype)._torch, count=count, offset=offset))


def fromiter(iter, dtype, count=-1):
    return array(list(iter), dtype)


# ---- shapes

def shape(a):
    return tuple(_tensor_of(a).shape)


def ndim(a):
    return _tensor_of(a).dim()


def size(a, axis=None):
    tensor = _tensor_of(a)
    return tensor.numel() if axis is None else tensor.shape[axis]


def reshape(a, newshape, order='C'):
    return asarray(a).reshape(newshape)


def ravel(a, order='C'):
    return asarray(a).ravel()


def transpose(a, axes=None):
    return asarray(a).transpose(axes) if axes is not None else asarray(a).T


def swapaxes(a, axis1, axis2):
    return asarray(a).swapaxes(axis1, axis2)


def moveaxis(a, source, destination):
    return _array(torch.movedim(_tensor_of(a), source, destination))


def squeeze(a, axis=None):
    return asarray(a).squeeze(axis)


def expand_dims(a, axis):
    tensor = _tensor_of(a)
    for dim in sorted(each % (tensor.dim() + len(_dims(axis))) for each in _dims(axis)):
        tensor = tensor.unsqueeze(dim)
    return _array(tensor)


def atleast_1d(a):
    return _array(torch.atleast_1d(_tensor_of(a)))


def atleast_2d(a):
    return _array(torch.atleast_2d(_tensor_of(a)))


def broadcast_to(array, shape):
    made = _array(_tensor_of(array).expand(_shape((shape,))))
    made._frozen = 'an array of broadcast_to'
    return made


# Tensors of one type.
def _alike(arrays):
    tensors = [_tensor_of(each) for each in arrays]
    if not tensors:
        raise ValueError('need at least one array to concatenate')
    kind = tensors[0].dtype
    for each in tensors:
        kind = _promoted(kind, each.dtype)
    return [each.to(kind) for each in tensors]


def concatenate(arrays, axis=0, dtype=None):
    tensors = _alike(arrays)
    if axis is None:
        tensors, axis = [each.reshape(-1) for each in tensors], 0
    if builtins.any(not each.dim() for each in tensors):
        raise ValueError('zero-dimensional arrays cannot be concatenated')
    made = torch.cat(tensors, axis)
    return _array(made if dtype is None else made.to(_torch_type(dtype)))


def append(arr, values, axis=None):
    return concatenate([asarray(arr), asarray(values)], axis)


def stack(arrays, axis=0):
    return _array(torch.stack(_alike(arrays), axis))


def vstack(tup):
    return _array(torch.cat([torch.atleast_2d(each) for each in _alike(tup)], 0))


def dstack(tup):
    return _array(torch.dstack(_alike(tup)))


def hstack(tup):
    tensors = [torch.atleast_1d(each) for each in _alike(tup)]
    return _array(torch.cat(tensors, 0 if tensors[0].dim() == 1 else 1))


def array_split(ary, indices_or_sections, axis=0):
    return [_array(each) for each in torch.tensor_split(_tensor_of(ary), indices_or_sections, axis)]


def split(ary, indices_or_sections, axis=0):
    if isinstance(indices_or_sections, int) and _tensor_of(ary).shape[axis] % indices_or_sections:
        raise ValueError('array split does not result in an equal division')
    if not isinstance(indices_or_sections, int):
        indices_or_sections = [int(each) for each in indices_or_sections]
    return array_split(ary, indices_or_sections, axis)


def tile(A, reps):
    return _array(torch.tile(_tensor_of(A), _shape((reps,))))


def repeat(a, repeats, axis=None):
    return asarray(a).repeat(repeats, axis)


def roll(a, shift, axis=None):
    return _array(torch.roll(_tensor_of(a), shift, axis))


def flip(m, axis=None):
    tensor = _tensor_of(m)
    return _array(torch.flip(tensor, tuple(range(tensor.dim())) if axis is None else _dims(axis)))


def flipud(m):
    return flip(m, 0)


def fliplr(m):
    return flip(m, 1)


def rot90(m, k=1, axes=(0, 1)):
    return _array(torch.rot90(_tensor_of(m), k, axes))


def triu(m, k=0):
    return _array(torch.triu(_tensor_of(m), k))


def tril(m, k=0):
    return _array(torch.tril(_tensor_of(m), k))


# Where an element beyond the ends of a dimension comes from.
_PAD_MODES = {
    'edge': lambda i, size: builtins.min(builtins.max(i, 0), size - 1),
    'wrap': lambda i, size: i % size,
    'reflect': lambda i, size: size - 1 - builtins.abs(i % (2 * size - 2) - (size - 1)) if size > 1 else 0,
    'symmetric': lambda i, size: i % (2 * size) if i % (2 * size) < size else 2 * size - 1 - i % (2 * size),
}


def pad(array, pad_width, mode='constant', constant_values=0):
    tensor = _tensor_of(array)
    widths = [pad_width] * tensor.dim() if isinstance(pad_width, int) else [list(each) if isinstance(each, (list, tuple)) else each for each in pad_width]
    if len(widths) == 2 and builtins.all(isinstance(each, int) for each in widths) or len(widths) == 1:
        widths = [widths[0] if len(widths) == 1 else widths] * tensor.dim()
    widths = [(each, each) if isinstance(each, int) else each for each in widths]
    if mode == 'constant':
        sides = [side for each in reversed(widths) for side in each]
        return _array(torch.nn.functional.pad(tensor, sides, value=constant_values))
    if mode not in _PAD_MODES:
        _missing(f'pad with mode={mode!r}')
    for axis, (before, after) in enumerate(widths):
        size = tensor.shape[axis]
        if before or after:
            places = [_PAD_MODES[mode](i, size) for i in builtins.range(-before, size + after)]
            tensor = tensor.index_select(axis, torch.tensor(places))
    return _array(tensor)


# ---- elements

# Arithmetic does not warn, whatever the state is.
class errstate:
    def __init__(self, *, call=None, all=None, divide=None, over=None, under=None, invalid=None):
        pass

    def __enter__(self):
        return None

    def __exit__(self, exc_type, exc_value, traceback):
        return False


# Functions whose result is a float. Half precision is computed in float32.
def _in_floats(function):
    def method(x, out=None):
        tensor = _floating(_tensor_of(x))
        wide = tensor.to(torch.float32) if tensor.dtype is torch.float16 else tensor
        return _like(x, function(wide).to(tensor.dtype))
    return method


def _plain(function):
    return lambda x, out=None: _like(x, function(_tensor_of(x)))


# A function of the elements of a tensor gives a tensor.
def _like(x, result):
    return result if isinstance(x, torch.Tensor) else _wrap(result)


# Functions of two operands, whose types are promoted.
def _binary(function):
    def method(x1, x2, out=None):
        x1 = x1 if isinstance(x1, _Values) else x1 if isinstance(x1, _NUMBERS) and isinstance(x2, _Values) else asarray(x1)
        if isinstance(x1, _NUMBERS):
            second, first = _pair(x2, x1)
        else:
            first, second = _pair(x1, x2 if isinstance(x2, (_Values, *_NUMBERS)) else asarray(x2))
        return _wrap(function(first, second))
    return method


sqrt, exp, expm1, exp2 = _in_floats(torch.sqrt), _in_floats(torch.exp), _in_floats(torch.expm1), _in_floats(torch.exp2)
log, log2, log10, log1p = _in_floats(torch.log), _in_floats(torch.log2), _in_floats(torch.log10), _in_floats(torch.log1p)
sin, cos, tan = _in_floats(torch.sin), _in_floats(torch.cos), _in_floats(torch.tan)
arcsin, arccos, arctan = _in_floats(torch.asin), _in_floats(torch.acos), _in_floats(torch.atan)
sinh, cosh, tanh = _in_floats(torch.sinh), _in_floats(torch.cosh), _in_floats(torch.tanh)
floor, ceil, trunc, rint = (_in_floats(each) for each in (torch.floor, torch.ceil, torch.trunc, torch.round))
deg2rad, rad2deg = _in_floats(torch.deg2rad), _in_floats(torch.rad2deg)
radians, degrees = deg2rad, rad2deg
reciprocal = _plain(torch.reciprocal)
abs = absolute = lambda x: _wrap(torch.abs(_tensor_of(x)))
negative, sign, square = _plain(torch.neg), _plain(torch.sign), _plain(torch.square)
isnan, isinf, isfinite = _plain(torch.isnan), _plain(torch.isinf), _plain(torch.isfinite)
logical_not, invert = _plain(torch.logical_not), _plain(torch.bitwise_not)
conj, conjugate, angle = (lambda x: asarray(x).conj()), (lambda x: asarray(x).conj()), _plain(torch.angle)
real, imag = (lambda val: asarray(val).real), (lambda val: asarray(val).imag)
add, subtract, multiply = _binary(torch.add), _binary(torch.sub), _binary(torch.mul)
divide = true_divide = _binary(_divided)
floor_divide, mod, power = _binary(torch.floor_divide), _binary(torch.remainder), _binary(torch.pow)
remainder = mod
maximum, minimum = _binary(torch.maximum), _binary(torch.minimum)
fmax, fmin, hypot, arctan2 = _binary(torch.fmax), _binary(torch.fmin), _binary(torch.hypot), _binary(torch.atan2)
equal, not_equal, less = _binary(torch.eq), _binary(torch.ne), _binary(torch.lt)
less_equal, greater, greater_equal = _binary(torch.le), _binary(torch.gt), _binary(torch.ge)
logical_and, logical_or, logical_xor = _binary(torch.logical_and), _binary(torch.logical_or), _binary(torch.logical_xor)
bitwise_and, bitwise_or, bitwise_xor = _binary(torch.bitwise_and), _binary(torch.bitwise_or), _binary(torch.bitwise_xor)


def clip(a, a_min, a_max):
    return asarray(a).clip(a_min, a_max)


def round(a, decimals=0):
    return asarray(a).round(decimals)


around = round


def where(condition, x=None, y=None):
    found = _tensor_of(condition) != 0
    if x is None:
        return tuple(_array(each) for each in torch.nonzero(found, as_tuple=True))
    if isinstance(x, _NUMBERS) and isinstance(y, _Values):
        second, first = _pair(y, x)
    else:
        first, second = _pair(asarray(x), y if isinstance(y, _NUMBERS) else asarray(y))
    return _wrap(torch.where(found, first, second))


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    first, second = _pair(asarray(a), asarray(b))
    first, second = (each.to(torch.float64) if each.dtype in _FLOATS else each for each in (first, second))
    return _wrap(torch.isclose(first, second, rtol, atol, equal_nan))


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return bool(isclose(a, b, rtol, atol, equal_nan).all())


def array_equal(a1, a2):
    first, second = _tensor_of(a1), _tensor_of(a2)
    return first.shape == second.shape and bool((first == second).all())


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    return _wrap(torch.nan_to_num(_tensor_of(x), nan, posinf, neginf))


def isscalar(element):
    from ._arrays import generic
    return isinstance(element, (generic, str, bytes, *_NUMBERS))


# ---- reductions and order

def _method(name):
    return lambda a, *args, **kwargs: getattr(asarray(a), name)(*args, **kwargs)


sum, prod, mean, std, var = _method('sum'), _method('prod'), _method('mean'), _method('std'), _method('var')
max = amax = _method('max')
min = amin = _method('min')
all, any = _method('all'), _method('any')
argmax, argmin, argsort = _method('argmax'), _method('argmin'), _method('argsort')
cumsum, cumprod, nonzero = _method('cumsum'), _method('cumprod'), _method('nonzero')


def ptp(a, axis=None):
    return max(a, axis) - min(a, axis)


def average(a, axis=None, weights=None):
    if weights is None:
        return mean(a, axis)
    return sum(asarray(a) * asarray(weights), axis) / sum(weights, axis if ndim(weights) > 1 else None)


def quantile(a, q, axis=None, keepdims=False):
    tensor = _tensor_of(a)
    tensor = tensor.to(torch.float64) if tensor.dtype in _FLOATS else tensor
    return _wrap(torch.quantile(tensor, _tensor_of(q, 'float64').to(tensor.dtype), axis, keepdims))


def percentile(a, q, axis=None, keepdims=False):
    return quantile(a, asarray(q) / 100, axis, keepdims)


def median(a, axis=None, keepdims=False):
    return quantile(a, 0.5, axis, keepdims)


def count_nonzero(a, axis=None):
    found = torch.count_nonzero(_tensor_of(a), axis)
    return int(found) if axis is None else _array(found)


def sort(a, axis=-1):
    made = array(a) if axis is not None else array(a).ravel()
    made.sort(-1 if axis is None else axis)
    return made


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None):
    if return_index:
        _missing('unique with return_index')
    found = torch.unique(_tensor_of(ar), True, return_inverse, return_counts, axis)
    return tuple(_array(each) for each in found) if isinstance(found, tuple) else _array(found)


def searchsorted(a, v, side='left'):
    return _wrap(torch.searchsorted(_tensor_of(a), _tensor_of(v), right=side == 'right'))


def bincount(x, weights=None, minlength=0):
    return _array(torch.bincount(_tensor_of(x), None if weights is None else _tensor_of(weights, 'float64'), minlength))


def diff(a, n=1, axis=-1):
    return _array(torch.diff(_tensor_of(a), n, axis))


def take(a, indices, axis=None):
    tensor = _tensor_of(a)
    places = _tensor_of(indices)
    if axis is None:
        return _wrap(tensor.reshape(-1)[places])
    return _wrap(tensor[(slice(None),) * (axis % tensor.dim()) + (places,)])


# ---- products

def dot(a, b):
    return asarray(a).dot(asarray(b))


def matmul(x1, x2):
    return asarray(x1) @ asarray(x2)


def outer(a, b):
    return _array(torch.outer(*(each.reshape(-1) for each in _pair(asarray(a), asarray(b)))))


def einsum(subscripts, *operands):
    return _wrap(torch.einsum(subscripts, *_alike(operands)))


def cross(a, b, axis=-1):
    return _array(torch.linalg.cross(*_pair(asarray(a), asarray(b)), dim=axis))
