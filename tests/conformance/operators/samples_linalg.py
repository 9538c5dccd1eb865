"""Linear algebra on real matrices."""

import torch

from sampling import FLOATS, Call, samples


def squares(make, dtypes=FLOATS):
    """Well-conditioned matrices."""
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
    # The signs of eigenvectors are arbitrary.
    for x in squares(make):
        yield [x + x.mT if "eig" in name else x[..., :-1] if x.shape[-1] > 1 else x]
        if "svd" in name:
            yield [x, False]


@samples("linalg_norm", "linalg_matrix_norm", tolerance=1e-4)
def matrix_norms(make, name):
    for dtype in FLOATS:
        for order in (1, -1, 2, -2, float("inf"), -float("inf")):
            yield [make.tensor((3, 4), dtype), order]
            yield [make.tensor((2, 3, 4), dtype), order, [0, 2]]
            yield [make.tensor((2, 3, 4), dtype), order, [2, 1], True]
        yield [make.tensor((3, 4), dtype), 3]
    if name == "linalg_norm":
        for order in (None, 0, 1, 2, 3, float("inf")):
            yield [make.tensor((5,)), order]
            yield [make.tensor((2, 5)), order, [1], True]
        yield [make.tensor((2, 3, 4))]
        yield [make.tensor((2, 3, 4)), 2]
    yield [make.tensor((3, 4), torch.int64), 1]
    yield Call(make.tensor((3, 4)), 1, dtype=torch.float64)


@samples("linalg_norm.ord_str", "linalg_matrix_norm.str_ord", tolerance=1e-4)
def named_norms(make, name):
    for order in ("fro", "nuc", "other"):
        yield [make.tensor((3, 4)), order]
        yield [make.tensor((2, 3, 4)), order, [0, 2], True]


@samples("nuclear_norm.dim", tolerance=1e-4)
def nuclear_dims(make, name):
    yield [make.tensor((2, 3, 4)), [0, 2]]
    yield [make.tensor((2, 3, 4)), [1, 2], True]


@samples("linalg_cond.p_str", tolerance=1e-3)
def cond_named(make, name):
    for order in ("fro", "nuc"):
        yield [make.tensor((3, 3)) + 3 * torch.eye(3), order]


@samples("linalg_pinv.rcond_tensor", "linalg_matrix_rank.tol_tensor", tolerance=1e-3, strides=False)
def tolerance_tensors(make, name):
    for tolerance in (torch.tensor(1e-3), torch.tensor(0.5)):
        yield [make.tensor((3, 4)), tolerance]


@samples("linalg_pinv.atol_rtol_tensor", "linalg_matrix_rank.atol_rtol_tensor", tolerance=1e-3, strides=False)
def tolerances(make, name):
    yield Call(make.tensor((3, 4)), atol=torch.tensor(0.5))
    yield Call(make.tensor((3, 4)), rtol=torch.tensor(0.1))
    yield Call(make.tensor((2, 3, 4)), atol=torch.tensor([0.5, 0.1]), rtol=torch.tensor(0.1))


@samples("nuclear_norm", tolerance=1e-4)
def nuclear(make, name):
    yield [make.tensor((3, 4))]
    yield [make.tensor((3,))]


@samples("linalg_cond", tolerance=1e-3)
def cond(make, name):
    for x in squares(make):
        if x.numel():
            for order in (None, 1, -1, 2, -2, float("inf")):
                yield [x, order]
    yield [make.tensor((3, 4)), 2]
    yield [make.tensor((3, 4)), 1]


@samples("linalg_matrix_rank", "linalg_matrix_rank.atol_rtol_float")
def rank(make, name):
    low = torch.ones(3, 4) + torch.eye(3, 4)
    low[2] = low[0]
    for x in (low, torch.zeros(3, 3), torch.eye(4), torch.stack([torch.eye(3), torch.ones(3, 3)])):
        for tolerance in (1e-3, 0.5):
            yield [x, tolerance] if name == "linalg_matrix_rank" else Call(x, atol=tolerance)
    if name != "linalg_matrix_rank":
        yield [low]
        yield Call(low, rtol=0.9)
        yield Call(torch.eye(3), hermitian=True)


@samples("linalg_pinv", "linalg_pinv.atol_rtol_float", "pinverse", tolerance=1e-3, strides=False)
def pinv(make, name):
    for dtype in FLOATS:
        for shape in [(3, 3), (4, 2), (2, 2, 4)]:
            yield [make.tensor(shape, dtype)] + ([1e-3] if name == "linalg_pinv" else [])


@samples("cholesky_solve", tolerance=1e-3)
def cholesky_solve(make, name):
    for x in squares(make):
        factor = torch.linalg.cholesky(x @ x.mT + torch.eye(x.shape[-1], dtype=x.dtype))
        yield [make.tensor((*x.shape[:-1], 2), x.dtype), factor]
        yield [make.tensor((*x.shape[:-1], 2), x.dtype), factor.mT.contiguous(), True]


@samples("cholesky_inverse", tolerance=1e-3)
def cholesky_inverse(make, name):
    for x in squares(make):
        factor = torch.linalg.cholesky(x @ x.mT + torch.eye(x.shape[-1], dtype=x.dtype))
        yield [factor]
        yield [factor.mT.contiguous(), True]


@samples("linalg_lu", tolerance=1e-3, strides=False)
def lu(make, name):
    for x in squares(make):
        yield [x]
    yield [make.tensor((4, 3))]
    yield [make.tensor((3, 4))]


@samples("lu_unpack", tolerance=1e-3, strides=False)
def lu_unpack(make, name):
    for shape in [(3, 3), (2, 4, 3), (3, 5)]:
        factors, pivots = torch.linalg.lu_factor(make.tensor(shape))
        yield [factors, pivots]
        yield [factors, pivots, True, False]


@samples("linalg_lu_solve", tolerance=1e-3, strides=False)
def lu_solve(make, name):
    for x in squares(make):
        factors, pivots = torch.linalg.lu_factor(x)
        yield [factors, pivots, make.tensor((*x.shape[:-1], 2), x.dtype)]
        yield Call(factors, pivots, make.tensor((*x.shape[:-1], 2), x.dtype), adjoint=True)


@samples("triangular_solve", tolerance=1e-3, strides=False)
def triangular_old(make, name):
    for x in squares(make):
        for upper in (True, False):
            part = x.triu() if upper else x.tril()
            yield [make.tensor((*x.shape[:-1], 2), x.dtype), part, upper]
            yield [make.tensor((*x.shape[:-1], 2), x.dtype), part, upper, True]


@samples("linalg_lstsq", tolerance=1e-3, strides=False)
def lstsq(make, name):
    for dtype in FLOATS:
        for shape in [(5, 3), (2, 5, 3), (3, 3), (3, 5)]:
            for driver in (None, "gels", "gelsd", "gelss"):
                yield Call(make.tensor(shape, dtype), make.tensor((*shape[:-1], 2), dtype), driver=driver)
    yield [make.tensor((5, 3)), make.tensor((5,))]
    yield [make.tensor((5, 3)), make.tensor((4, 1))]


@samples("linalg_eigvals", tolerance=1e-3)
def eigvals(make, name):
    for dtype in FLOATS:
        for shape in [(3, 3), (2, 4, 4)]:
            yield [make.tensor(shape, dtype)]


@samples("linalg_eig", values=False, strides=False)
def eig(make, name):
    """The eigenvectors are determined up to factors of absolute value 1."""
    for dtype in FLOATS:
        yield [make.tensor((3, 3), dtype)]


@samples("linalg_matrix_exp", "matrix_exp", tolerance=1e-3)
def matrix_exp(make, name):
    for dtype in FLOATS:
        for shape in [(3, 3), (2, 4, 4), (1, 1)]:
            for size in (0.01, 1, 5):
                yield [make.tensor(shape, dtype, -size, size)]


@samples("linalg_vecdot", tolerance=1e-4)
def vecdot(make, name):
    for dtype in FLOATS + [torch.complex64]:
        yield [make.tensor((2, 5), dtype), make.tensor((2, 5), dtype)]
        yield Call(make.tensor((2, 5), dtype), make.tensor((5,), dtype))
        yield Call(make.tensor((2, 5), dtype), make.tensor((2, 5), dtype), dim=0)
    yield [make.tensor((2,)), make.tensor((2,), torch.float64)]


@samples("lu_solve", tolerance=1e-3, strides=False)
def lu_solve_reversed(make, name):
    for x in squares(make):
        factors, pivots = torch.linalg.lu_factor(x)
        yield [make.tensor((*x.shape[:-1], 2), x.dtype), factors, pivots]
