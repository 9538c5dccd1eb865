"""Operators of one tensor."""

import torch

from sampling import ALL, samples

NAMES = """
    neg negative abs absolute sign sgn floor ceil trunc fix round special_round frac conj_physical bitwise_not logical_not
    isnan isinf isfinite isposinf isneginf signbit reciprocal rsqrt sqrt deg2rad rad2deg angle exp exp2 special_exp2 expm1
    special_expm1 log log2 log10 log1p special_log1p sin cos tan asin arcsin acos arccos atan arctan sinh cosh tanh
    asinh arcsinh acosh arccosh atanh arctanh sigmoid special_expit sinc special_sinc erf special_erf erfc special_erfc
    erfinv special_erfinv lgamma special_gammaln digamma special_digamma special_psi i0 special_i0 special_i0e
    special_i1 special_i1e special_ndtri special_entr""".split()


@samples(*NAMES)
def unary(make, name):
    for x in make.each([torch.float32, torch.float64, torch.int64], low=-3, high=3):
        yield [x]
    for dtype in ALL:
        yield [make.tensor((3, 4), dtype, -2, 2)]
        yield [make.tensor((37,), dtype, 0, 1)]
        yield [make.tensor((300,), dtype, -1, 1)]
        if dtype not in (torch.float16, torch.bfloat16):
            yield [make.special(dtype)]
    yield [torch.arange(-20, 21, dtype=torch.float64) / 2]
    yield [torch.conj(make.tensor((5,), torch.complex64))]
