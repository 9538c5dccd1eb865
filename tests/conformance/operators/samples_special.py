"""Functions of torch.special."""

import torch

from sampling import FLOATS, samples


@samples("special_ndtr", "special_log_ndtr", "special_erfcx", "special_bessel_j0", "special_bessel_j1", "special_bessel_y0",
         "special_bessel_y1", "special_modified_bessel_i0", "special_modified_bessel_i1", tolerance=1e-4)
def of_one(make, name):
    low = 0.1 if "_y" in name else -8
    for dtype in FLOATS:
        for shape in [(), (0,), (30,), (2, 3, 4)]:
            yield [make.tensor(shape, dtype, low, 8)]
        yield [make.tensor((4, 5), dtype, low, 8, "transposed")]
    yield [make.tensor((5,), torch.int64, 1, 5)]
    if name in ("special_ndtr", "special_log_ndtr"):
        yield [make.tensor((30,), torch.float64, -40, 40)]


@samples("igamma", "igammac", "special_gammainc", "special_gammaincc", tolerance=1e-4)
def incomplete(make, name):
    for dtype in FLOATS:
        for high in (2, 20, 200):
            yield [make.tensor((20,), dtype, 0.1, high), make.tensor((20,), dtype, 0, high)]
        yield [make.tensor((4, 1), dtype, 0.1, 5), make.tensor((5,), dtype, 0, 5)]
        values = torch.tensor([0.0, 1.0, -1.0, float("inf"), float("nan")], dtype=dtype)
        yield [values.unsqueeze(1), values]


@samples("special_zeta", tolerance=1e-4)
def zeta(make, name):
    for dtype in FLOATS:
        yield [make.tensor((20,), dtype, 1.1, 8), make.tensor((20,), dtype, 0.1, 20)]
        yield [torch.tensor([1.0, 0.5, 2.0, 3.0, 2.5], dtype=dtype), torch.tensor([1.0, 1.0, -2.0, -1.5, -1.5], dtype=dtype)]


@samples("special_zeta.other_scalar", tolerance=1e-4)
def zeta_of_number(make, name):
    yield [make.tensor((20,), low=1.1, high=8), 2]


@samples("special_zeta.self_scalar", tolerance=1e-4)
def number_zeta(make, name):
    yield [2.5, make.tensor((20,), low=0.1, high=20)]
