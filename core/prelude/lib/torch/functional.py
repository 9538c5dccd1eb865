# Functions of torch with a Python part: a variable number of operands, or a result that depends on a flag.
from typing import Any, List, Optional, Tuple, Union

import torch
import torch.nn.functional as F
from torch import _VF
from ._jit_internal import boolean_dispatch, _overload
from ._lowrank import pca_lowrank, svd_lowrank

Tensor = torch.Tensor

__all__ = [
    'atleast_1d', 'atleast_2d', 'atleast_3d', 'align_tensors', 'broadcast_shapes', 'broadcast_tensors',
    'cartesian_prod', 'block_diag', 'cdist', 'chain_matmul', 'einsum', 'istft', 'lu', 'norm', 'meshgrid',
    'pca_lowrank', 'split', 'stft', 'svd_lowrank', 'tensordot', 'unique', 'unique_consecutive',
    'unravel_index',  # @2.6+
]

istft = torch.istft


# Shapes

def broadcast_tensors(*tensors):
    return _VF.broadcast_tensors(tensors)


def broadcast_shapes(*shapes):
    shapes = [(shape,) if isinstance(shape, int) else shape for shape in shapes]
    for shape in shapes:
        if not isinstance(shape, (tuple, list)):
            raise RuntimeError(f'broadcast_shapes takes ints and sequences of ints, but got {shape}')
    result = [1] * max((len(shape) for shape in shapes), default=0)
    for shape in shapes:
        for i in range(-len(shape), 0):
            if shape[i] < 0:
                raise RuntimeError(f'broadcast_shapes: {shape[i]} is not a size')
            if shape[i] == 1 or shape[i] == result[i]:
                continue
            if result[i] != 1:
                raise RuntimeError(f'broadcast_shapes: {shape[i]} and {result[i]} have no common size')
            result[i] = shape[i]
    return torch.Size(result)


def split(tensor: Tensor, split_size_or_sections: Union[int, List[int]], dim: int = 0) -> List[Tensor]:
    return tensor.split(split_size_or_sections, dim)


def _sequence(tensors):
    # The operands, or a single sequence of them.
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        return tensors[0]
    return tensors


def meshgrid(*tensors, indexing: Optional[str] = None) -> Tuple[Tensor, ...]:
    tensors = _sequence(tensors)
    if indexing is None:
        return _VF.meshgrid(tensors)
    return _VF.meshgrid(tensors, indexing=indexing)


def atleast_1d(*tensors):
    return _VF.atleast_1d(tensors[0] if len(tensors) == 1 else tensors)


def atleast_2d(*tensors):
    return _VF.atleast_2d(tensors[0] if len(tensors) == 1 else tensors)


def atleast_3d(*tensors):
    return _VF.atleast_3d(tensors[0] if len(tensors) == 1 else tensors)


def cartesian_prod(*tensors: Tensor) -> Tensor:
    return _VF.cartesian_prod(tensors)


def block_diag(*tensors):
    return torch._C._VariableFunctions.block_diag(tensors)


def align_tensors(*tensors):
    raise RuntimeError('align_tensors does not exist yet')


# Products

_EINSUM_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'


def _einsum_subscripts(numbers):
    letters = ''
    for number in numbers:
        if number is Ellipsis:
            letters += '...'
        elif 0 <= number < len(_EINSUM_LETTERS):
            letters += _EINSUM_LETTERS[number]
        else:
            raise ValueError(f'einsum: a subscript is a number from 0 to 51, but got {number}')
    return letters


def einsum(*args: Any) -> Tensor:
    if len(args) < 2:
        raise ValueError('einsum takes an equation and operands, or operands each with its subscripts')
    if isinstance(args[0], torch.Tensor):
        # Alternating operands and lists of subscripts, optionally with the subscripts of the result at the end
        equation = ','.join([_einsum_subscripts(numbers) for numbers in args[1::2]])
        if len(args) % 2 == 1:
            return _VF.einsum(equation + '->' + _einsum_subscripts(args[-1]), args[:-1:2])
        return _VF.einsum(equation, args[::2])
    return _VF.einsum(args[0], _sequence(args[1:]))


@_overload
def tensordot(a, b, dims: int = 2, out: Optional[torch.Tensor] = None):
    pass


@_overload
def tensordot(a, b, dims: Tuple[List[int], List[int]], out: Optional[torch.Tensor] = None):
    pass


@_overload
def tensordot(a, b, dims: List[List[int]], out: Optional[torch.Tensor] = None):
    pass


@_overload
def tensordot(a, b, dims: torch.Tensor, out: Optional[torch.Tensor] = None):
    pass


def tensordot(a, b, dims=2, out: Optional[torch.Tensor] = None):
    if not isinstance(dims, (tuple, list, torch.Tensor, int)):
        raise RuntimeError("tensordot expects dims to be int or "
                           + "Tuple[List[int], List[int]] or "
                           + "List[List[int]] containing two lists, but got "
                           + f"dims={dims}")

    dims_a: List[int] = []
    dims_b: List[int] = []

    if isinstance(dims, (tuple, list)):
        dims_a, dims_b = dims

    if isinstance(dims, torch.Tensor):
        num_elements = dims.numel()
        if num_elements > 1:
            assert dims.size()[0] == 2
            dims_a = torch.jit.annotate(List[int], dims[0].tolist())
            dims_b = torch.jit.annotate(List[int], dims[1].tolist())
        else:
            dims_val = int(dims.item())
            if dims_val < 0:
                raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
            dims_a = list(range(-dims_val, 0))
            dims_b = list(range(dims_val))

    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > min(a.dim(), b.dim()):  # @2.6+
            raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
        dims_a = list(range(-dims, 0))
        dims_b = list(range(dims))

    if out is None:
        return _VF.tensordot(a, b, dims_a, dims_b)
    else:
        return _VF.tensordot(a, b, dims_a, dims_b, out=out)


def chain_matmul(*matrices, out=None):
    if out is None:
        return _VF.chain_matmul(matrices)
    return _VF.chain_matmul(matrices, out=out)


# Signals

def stft(
    input: Tensor,
    n_fft: int,
    hop_length: Optional[int] = None,
    win_length: Optional[int] = None,
    window: Optional[Tensor] = None,
    center: bool = True,
    pad_mode: str = 'reflect',
    normalized: bool = False,
    onesided: Optional[bool] = None,
    return_complex: Optional[bool] = None,
    align_to_window: Optional[bool] = None,  # @2.11+
) -> Tensor:
    if center and align_to_window is not None:  # @2.11+
        raise RuntimeError("stft align_to_window should only be set when center = false")
    if center:
        # Padding by reflection requires three dimensions.
        signal_dim = input.dim()
        extended_shape = [1] * (3 - signal_dim) + list(input.size())
        pad = int(n_fft // 2)
        input = F.pad(input.view(extended_shape), [pad, pad], pad_mode)
        input = input.view(input.shape[-signal_dim:])
    return _VF.stft(input, n_fft, hop_length, win_length, window, normalized, onesided, return_complex)  # @1.13-2.6
    return _VF.stft(input, n_fft, hop_length, win_length, window, normalized, onesided, return_complex, align_to_window)  # @2.11+


# Distinct values. Two flags select the returned tensors; each combination of flags has its own function.

def _unique_impl(
    input: Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: Optional[int] = None,
) -> Tuple[Tensor, Tensor, Tensor]:
    if dim is not None:
        output, inverse_indices, counts = _VF.unique_dim(
            input, dim, sorted=sorted, return_inverse=return_inverse, return_counts=return_counts)
    else:
        output, inverse_indices, counts = torch._unique2(
            input, sorted=sorted, return_inverse=return_inverse, return_counts=return_counts)
    return output, inverse_indices, counts


def _return_counts(
    input: Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: Optional[int] = None,
) -> Tuple[Tensor, Tensor]:
    output, _, counts = _unique_impl(input, sorted, return_inverse, return_counts, dim)
    return output, counts


def _return_output(
    input: Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: Optional[int] = None,
) -> Tensor:
    output, _, _ = _unique_impl(input, sorted, return_inverse, return_counts, dim)
    return output


def _return_inverse(
    input: Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: Optional[int] = None,
) -> Tuple[Tensor, Tensor]:
    output, inverse_indices, _ = _unique_impl(input, sorted, return_inverse, return_counts, dim)
    return output, inverse_indices


_return_inverse_false = boolean_dispatch(
    arg_name='return_counts', arg_index=3, default=False,
    if_true=_return_counts, if_false=_return_output,
    module_name=__name__, func_name='unique')

_return_inverse_true = boolean_dispatch(
    arg_name='return_counts', arg_index=3, default=False,
    if_true=_unique_impl, if_false=_return_inverse,
    module_name=__name__, func_name='unique')

unique = boolean_dispatch(
    arg_name='return_inverse', arg_index=2, default=False,
    if_true=_return_inverse_true, if_false=_return_inverse_false,
    module_name=__name__, func_name='unique')


def _unique_consecutive_impl(
    input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: Optional[int] = None
) -> Tuple[Tensor, Tensor, Tensor]:
    output, inverse_indices, counts = _VF.unique_consecutive(
        input, return_inverse=return_inverse, return_counts=return_counts, dim=dim)
    return output, inverse_indices, counts


def _consecutive_return_counts(
    input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: Optional[int] = None
) -> Tuple[Tensor, Tensor]:
    output, _, counts = _unique_consecutive_impl(input, return_inverse, return_counts, dim)
    return output, counts


def _consecutive_return_output(
    input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: Optional[int] = None
) -> Tensor:
    output, _, _ = _unique_consecutive_impl(input, return_inverse, return_counts, dim)
    return output


def _consecutive_return_inverse(
    input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: Optional[int] = None
) -> Tuple[Tensor, Tensor]:
    output, inverse_indices, _ = _unique_consecutive_impl(input, return_inverse, return_counts, dim)
    return output, inverse_indices


# The positions are PyTorch's, although they differ from the parameters: a flag passed by position has the effect that
# it has in PyTorch.
_consecutive_return_inverse_false = boolean_dispatch(
    arg_name='return_counts', arg_index=1, default=False,
    if_true=_consecutive_return_counts, if_false=_consecutive_return_output,
    module_name=__name__, func_name='unique_consecutive')

_consecutive_return_inverse_true = boolean_dispatch(
    arg_name='return_counts', arg_index=1, default=False,
    if_true=_unique_consecutive_impl, if_false=_consecutive_return_inverse,
    module_name=__name__, func_name='unique_consecutive')

unique_consecutive = boolean_dispatch(
    arg_name='return_inverse', arg_index=2, default=False,
    if_true=_consecutive_return_inverse_true, if_false=_consecutive_return_inverse_false,
    module_name=__name__, func_name='unique_consecutive')


# Norms and distances

def cdist(
    x1: Tensor, x2: Tensor, p: float = 2., compute_mode: str = 'use_mm_for_euclid_dist_if_necessary'
) -> Tensor:
    if compute_mode == 'use_mm_for_euclid_dist_if_necessary':
        return _VF.cdist(x1, x2, p, None)
    elif compute_mode == 'use_mm_for_euclid_dist':
        return _VF.cdist(x1, x2, p, 1)
    elif compute_mode == 'donot_use_mm_for_euclid_dist':
        return _VF.cdist(x1, x2, p, 2)
    else:
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")


# Type comments, because annotations don't have `number`.

@_overload
def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    # type: (Tensor, str, Optional[List[int]], bool, Optional[Tensor], Optional[int]) -> Tensor
    pass


@_overload
def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    # type: (Tensor, Optional[number], Optional[List[int]], bool, Optional[Tensor], Optional[int]) -> Tensor
    pass


@_overload
def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    # type: (Tensor, Optional[number], Optional[int], bool, Optional[Tensor], Optional[int]) -> Tensor
    pass


@_overload
def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    # type: (Tensor, str, Optional[int], bool, Optional[Tensor], Optional[int]) -> Tensor
    pass


def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    if input.layout == torch.strided and input.device.type in (  # @2.6+
            "cpu", "cuda", "meta", torch.utils.backend_registration._privateuse1_backend_name):
        if dim is not None:
            if isinstance(dim, int):
                _dim = [dim]
            else:
                _dim = dim
        else:
            _dim = None

        if isinstance(p, str):
            if p == "fro" and (dim is None or isinstance(dim, int) or len(dim) <= 2):
                if out is None:
                    return torch.linalg.vector_norm(input, 2, _dim, keepdim, dtype=dtype)
                else:
                    return torch.linalg.vector_norm(input, 2, _dim, keepdim, dtype=dtype, out=out)

            if _dim is None:
                _dim = list(range(input.ndim))
            if out is None:
                return torch.linalg.matrix_norm(input, p, _dim, keepdim, dtype=dtype)
            else:
                return torch.linalg.matrix_norm(input, p, _dim, keepdim, dtype=dtype, out=out)
        else:
            _p = 2.0 if p is None else p
            if out is None:
                return torch.linalg.vector_norm(input, _p, _dim, keepdim, dtype=dtype)
            else:
                return torch.linalg.vector_norm(input, _p, _dim, keepdim, dtype=dtype, out=out)

    ndim = input.dim()

    # Over all dimensions
    if dim is None and out is None and dtype is None and p is not None:
        if isinstance(p, str):
            if p == "fro":
                return _VF.frobenius_norm(input, dim=(), keepdim=keepdim)
        if not isinstance(p, str):
            _dim = [i for i in range(ndim)]  # @1.13
            _dim = list(range(ndim))  # @2.6+
            return _VF.norm(input, p, dim=_dim, keepdim=keepdim)

    if dim is not None:
        if isinstance(dim, int):
            _dim = [dim]
        else:
            _dim = dim
    else:
        _dim = None

    if isinstance(p, str):
        if p == "fro":
            if dtype is not None:
                raise ValueError("dtype argument is not supported in frobenius norm")
            if _dim is None:
                _dim = list(range(ndim))
            if out is None:
                return _VF.frobenius_norm(input, _dim, keepdim=keepdim)
            else:
                return _VF.frobenius_norm(input, _dim, keepdim=keepdim, out=out)
        elif p == "nuc":
            if dtype is not None:
                raise ValueError("dtype argument is not supported in nuclear norm")
            if _dim is None:
                if out is None:
                    return _VF.nuclear_norm(input, keepdim=keepdim)
                else:
                    return _VF.nuclear_norm(input, keepdim=keepdim, out=out)
            else:
                if out is None:
                    return _VF.nuclear_norm(input, _dim, keepdim=keepdim)
                else:
                    return _VF.nuclear_norm(input, _dim, keepdim=keepdim, out=out)
        raise RuntimeError(f"only valid string values are 'fro' and 'nuc', found {p}")
    else:
        if _dim is None:
            _dim = list(range(ndim))
        if out is None:
            if dtype is None:
                return _VF.norm(input, p, _dim, keepdim=keepdim)
            else:
                return _VF.norm(input, p, _dim, keepdim=keepdim, dtype=dtype)
        else:
            if dtype is None:
                return _VF.norm(input, p, _dim, keepdim=keepdim, out=out)
            else:
                return _VF.norm(input, p, _dim, keepdim=keepdim, dtype=dtype, out=out)


# LU factorization

def _lu_impl(
    A: Tensor, pivot: bool = True, get_infos: bool = False, out: Any = None
) -> Tuple[Tensor, Tensor, Tensor]:
    return torch._lu_with_info(A, pivot=pivot, check_errors=(not get_infos))


def _check_list_size(out_len: int, get_infos: bool, out: List[Tensor]) -> None:
    get_infos_int = 1 if get_infos else 0
    if out_len - get_infos_int != 2:
        raise TypeError(f"expected tuple of {2 + int(get_infos)} elements but got {out_len}")
    if not isinstance(out, (tuple, list)):
        raise TypeError(f"argument 'out' must be tuple of Tensors, not {type(out).__name__}")


def _lu_with_infos(
    A: Tensor,
    pivot: bool = True,
    get_infos: bool = False,
    out: Optional[Tuple[Tensor, Tensor, Tensor]] = None,
) -> Tuple[Tensor, Tensor, Tensor]:
    result = _lu_impl(A, pivot, get_infos, out)
    if out is not None:
        _check_list_size(len(out), get_infos, out)
        for i in range(len(out)):
            out[i].resize_as_(result[i]).copy_(result[i])
        return out
    else:
        return result


def _lu_no_infos(
    A: Tensor, pivot: bool = True, get_infos: bool = False, out: Optional[Tuple[Tensor, Tensor]] = None
) -> Tuple[Tensor, Tensor]:
    result = _lu_impl(A, pivot, get_infos, out)
    if out is not None:
        _check_list_size(len(out), get_infos, out)
        for i in range(len(out)):
            out[i].resize_as_(result[i]).copy_(result[i])
        return out
    else:
        return result[0], result[1]


lu = boolean_dispatch(
    arg_name='get_infos', arg_index=2, default=False,
    if_true=_lu_with_infos, if_false=_lu_no_infos,
    module_name=__name__, func_name='lu')
