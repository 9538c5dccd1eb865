# Matrix algebra for dense, sparse and complex matrices, with None for the identity.
from typing import Optional, Tuple

import torch
from torch import Tensor


def is_sparse(A):
    if isinstance(A, torch.Tensor):
        return A.layout == torch.sparse_coo
    error_str = "expected Tensor"
    if not torch.jit.is_scripting():
        error_str += " but got {}".format(type(A))
    raise TypeError(error_str)


def get_floating_dtype(A):
    dtype = A.dtype
    if dtype in (torch.float16, torch.float32, torch.float64):
        return dtype
    return torch.float32


def matmul(A: Optional[Tensor], B: Tensor) -> Tensor:
    if A is None:
        return B
    if is_sparse(A):
        return torch.sparse.mm(A, B)
    return torch.matmul(A, B)


def conjugate(A):  # @1.13
    if A.is_complex():
        return A.conj()
    return A


def transpose(A):  # @1.13
    ndim = len(A.shape)
    return A.transpose(ndim - 1, ndim - 2)


def transjugate(A):  # @1.13
    return conjugate(transpose(A))


def bform(X: Tensor, A: Optional[Tensor], Y: Tensor) -> Tensor:
    return matmul(transpose(X), matmul(A, Y))  # @1.13
    return matmul(X.mT, matmul(A, Y))  # @2.6+


def qform(A: Optional[Tensor], S: Tensor):
    return bform(S, A, S)


def basis(A):
    if A.is_cuda:  # @1.13
        Q = torch.linalg.qr(A).Q
    else:
        Q = torch.orgqr(*torch.geqrf(A))
    return Q  # @1.13
    return torch.linalg.qr(A).Q  # @2.6+


def symeig(A: Tensor, largest: Optional[bool] = False) -> Tuple[Tensor, Tensor]:
    if largest is None:
        largest = False
    E, Z = torch.linalg.eigh(A, UPLO='U')
    if largest:  # eigenvalues are in ascending order
        E = torch.flip(E, dims=(-1,))
        Z = torch.flip(Z, dims=(-1,))
    return E, Z
