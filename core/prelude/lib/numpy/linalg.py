# numpy.linalg, over torch.linalg.
import torch

from ._arrays import _array, _dims, _pair, _tensor_of, _wrap
from ._dtypes import _FLOATS
from ._functions import asarray
from ._names import lookup as _lookup


def __getattr__(name):
    return _lookup('numpy.linalg', name, f"module 'numpy.linalg' has no attribute '{name}'")


class LinAlgError(ValueError):
    pass


def _matrix(a):
    tensor = _tensor_of(a)
    return tensor.to(torch.float64) if tensor.dtype in _FLOATS else tensor


def _guarded(function, *operands):
    try:
        return function(*operands)
    except RuntimeError as error:
        if 'singular' in str(error):
            raise LinAlgError('Singular matrix')
        raise


def norm(x, ord=None, axis=None, keepdims=False):
    return _wrap(torch.linalg.norm(_matrix(x), ord, None if axis is None else _dims(axis), keepdims))


def inv(a):
    return _array(_guarded(torch.linalg.inv, _matrix(a)))


def det(a):
    return _wrap(torch.linalg.det(_matrix(a)))


def pinv(a):
    return _array(torch.linalg.pinv(_matrix(a)))


def solve(a, b):
    return _array(_guarded(torch.linalg.solve, *_pair(asarray(_array(_matrix(a))), asarray(_array(_matrix(b))))))


def svd(a, full_matrices=True, compute_uv=True):
    if not compute_uv:
        return _array(torch.linalg.svdvals(_matrix(a)))
    return tuple(_array(each) for each in torch.linalg.svd(_matrix(a), full_matrices))


def qr(a):
    return tuple(_array(each) for each in torch.linalg.qr(_matrix(a)))


def eigh(a):
    return tuple(_array(each) for each in torch.linalg.eigh(_matrix(a)))


def cholesky(a):
    return _array(_guarded(torch.linalg.cholesky, _matrix(a)))


def matrix_rank(a):
    return int(torch.linalg.matrix_rank(_matrix(a)))
