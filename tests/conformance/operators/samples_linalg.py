"""Linear algebra on real matrices."""

import torch

from sampling import FLOATS, Call, samples


def squares(make, dtypes=FLOATS):
    """Well-conditioned ones."""
    for dtype in dtypes:
        for shape in [(1, 1), (3, 3), (2, 4, 4), (2, 3, 5, 5), (0, 3, 3)]:
            yield make.tensor(shape, dtype, -1, 1) + 3 * torch.eye(shape[-1], dtype=dtype)
    yield make.tensor((4, 4), layout="transposed") + 5 * torch.eye(4)


def wrong(make):
    yield make.tensor((2, 3))
    yield make.tensor((3,))
    yield make.tensor((3, 3), torch.int64)


@samples("linalg_det", "det", "linalg_slogdet", "slogdet", "logdet", "linalg_inv", "inverse", "linalg_inv_ex", "linalg_lu_factor", "linalg_lu_factor_ex", tolerance=1e-3)
def factored(make, name):
    for x in squares(make):
        yield [x]
    for x in wrong(make):
        if "lu" not in name:
            yield [x]
    if "det" in name or "ex" not in name and "lu" not in name:
        yield [torch.zeros(3, 3)]


@samples("linalg_solve", "linalg_solve_ex", tolerance=1e-3)
def solve(make, name):
    for x in squares(make):
        for columns in (1, 3):
            yield [x, make.tensor((*x.shape[:-1], columns), x.dtype)]
        yield [x, make.tensor(x.shape[:-1], x.dtype)]
        yield Call(x, make.tensor((*x.shape[:-2], 2, x.shape[-1]), x.dtype), left=False)
    yield [make.tensor((3, 3)), make.tensor((4, 2))]
    yield [make.tensor((3, 3)), make.tensor((3, 2), torch.float64)]


@samples("linalg_solve_triangular", tolerance=1e-3)
def triangular(make, name):
    for x in squares(make):
        for upper in (False, True):
            part = x.triu() if upper else x.tril()
            yield Call(part, make.tensor((*x.shape[:-1], 2), x.dtype), upper=upper)
            yield Call(part, make.tensor((*x.shape[:-2], 2, x.shape[-1]), x.dtype), upper=upper, left=False)
            yield Call(part, make.tensor((*x.shape[:-1], 2), x.dtype), upper=upper, unitriangular=True)


@samples("linalg_cholesky", "cholesky", "linalg_cholesky_ex", tolerance=1e-3)
def cholesky(make, name):
    for x in squares(make):
        yield [x @ x.mT + torch.eye(x.shape[-1], dtype=x.dtype)]
        yield Call(x @ x.mT + torch.eye(x.shape[-1], dtype=x.dtype), upper=True)
    if "ex" not in name:
        yield [-torch.eye(3)]


@samples("linalg_qr", tolerance=1e-3)
def qr(make, name):
    for shape in [(4, 3), (3, 4), (2, 5, 3), (3, 3)]:
        for dtype in FLOATS:
            for mode in ("reduced", "complete", "r", "other"):
                yield [make.tensor(shape, dtype), mode]


@samples("qr", tolerance=1e-3)
def old_qr(make, name):
    for some in (True, False):
        yield [make.tensor((4, 3)), some]


@samples("linalg_svdvals", "linalg_eigvalsh", tolerance=1e-3)
def values(make, name):
    for x in squares(make):
        yield [x + x.mT if "eig" in name else x]


@samples("linalg_svd", "svd", "linalg_eigh", values=False)
def vectors(make, name):
    # Their signs are free.
    for x in squares(make):
        yield [x + x.mT if "eig" in name else x[..., :-1] if x.shape[-1] > 1 else x]
        if "svd" in name:
            yield [x, False]
