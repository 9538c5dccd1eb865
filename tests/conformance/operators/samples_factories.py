"""Factories and conversions."""

import math

import torch

from sampling import ALL, FLOATS, INTS, LAYOUTS, Call, samples

CPU = torch.device("cpu")
SIZES = [[], [0], [3], [2, 3], [2, 0, 4], [2, 3, 4, 5]]


@samples("zeros", "ones")
def shaped(make, name):
    for size in SIZES:
        yield [size]
        yield Call(size, dtype=make.pick(ALL), device=CPU)
    yield [[-1]]


@samples("empty.memory_format", values=False)
def empty(make, name):
    for size in SIZES:
        yield [size]
        yield Call(size, dtype=make.pick(ALL))
    yield Call([2, 3, 4, 5], memory_format=torch.channels_last)
    yield Call([2, 3, 4], memory_format=torch.channels_last)
    yield Call([2, 3, 4, 5, 6], memory_format=torch.channels_last_3d)
    yield Call([2, 3], memory_format=torch.preserve_format)
    yield [[2, -3]]


@samples("full")
def full(make, name):
    for value in (2, 2.5, 1 + 2j, math.inf, -7):
        yield [[2, 3], value]
        for dtype in ALL:
            if not math.isinf(abs(value)):
                yield Call([3], value, dtype=dtype)


@samples("empty_strided", values=False)
def empty_strided(make, name):
    yield [[2, 3], [3, 1]]
    yield Call([2, 3], [1, 2], dtype=torch.int64)
    yield [[2, 3], [0, 1]]
    yield [[0, 3], [3, 1]]
    yield [[2], [1, 1]]


@samples("new_empty_strided", values=False)
def new_empty_strided(make, name):
    yield [make.tensor((3,)), [2, 3], [3, 1]]
    yield Call(make.tensor((3,)), [2, 3], [1, 2], dtype=torch.int64)


@samples("scalar_tensor")
def scalar_tensor(make, name):
    for value in (2, 2.5, 1):
        yield [value]
        yield Call(value, dtype=make.pick(ALL))


@samples("zeros_like", "ones_like")
def like(make, name):
    for x in make.each(ALL):
        yield [x]
    for layout in LAYOUTS:
        yield Call(make.tensor((2, 3, 4, 5), layout=layout), dtype=torch.int64)
        yield Call(make.tensor((2, 3, 4, 5), layout=layout), memory_format=torch.contiguous_format)
        yield Call(make.tensor((2, 3, 4, 5), layout=layout), memory_format=torch.channels_last)


@samples("empty_like", values=False)
def empty_like(make, name):
    yield from like(make, name)


@samples("full_like")
def full_like(make, name):
    for x in make.each(ALL):
        yield [x, 3]
    yield Call(make.tensor((2, 3), layout="transposed"), 2.5, dtype=torch.float64)


@samples("new_zeros", "new_ones")
def new(make, name):
    for dtype in ALL:
        yield [make.tensor((2,), dtype), make.pick(SIZES)]
    yield Call(make.tensor((2,)), [2, 3], dtype=torch.int32)


@samples("new_empty", values=False)
def new_empty(make, name):
    yield from new(make, name)


@samples("new_full")
def new_full(make, name):
    for dtype in ALL:
        yield [make.tensor((2,), dtype), make.pick(SIZES), 3]
    yield Call(make.tensor((2,)), [2, 3], 2.5, dtype=torch.float64)


RANGES = [(5,), (2.5,), (-3,), (0,), (1, 7), (0.5, 3.2), (7, 1), (1, 10, 3), (10, 1, -4), (0, 1, 0.1), (1, 0, 0.5),
          (0, 5, 0), (0, math.inf), (2, 8, 2.0), (-1.5, 1.5, 0.25), (0, 37)]


@samples("arange", "arange.start", "arange.start_step")
def arange(make, name):
    count = {"arange": 1, "arange.start": 2, "arange.start_step": 3}[name]
    for values in RANGES:
        if len(values) == count:
            yield list(values)
            for dtype in (torch.float64, torch.float32, torch.int64, torch.int32, torch.uint8, torch.bfloat16):
                if min(values) >= 0 or dtype != torch.uint8:
                    yield Call(*values, dtype=dtype)


@samples("arange.out", "arange.start_out")
def arange_out(make, name):
    for dtype in (torch.float32, torch.int64, torch.int32):
        for values in RANGES:
            if name == "arange.out" and len(values) == 1 or name == "arange.start_out" and len(values) == 3:
                yield Call(*values, out=torch.zeros(0, dtype=dtype))


@samples("linspace", "logspace")
def spaced(make, name):
    for start, end in [(0, 1), (-2, 3), (1.5, -1.5), (2, 2)]:
        for steps in (0, 1, 2, 5, 10, 101, -1):
            yield [start, end, steps]
        for dtype in FLOATS + [torch.complex64]:
            yield Call(start, end, 7, dtype=dtype)
    if name == "linspace":
        for dtype in INTS:
            yield Call(0, 10, 4, dtype=dtype)
            yield Call(1, 100, 7, dtype=dtype)
    else:
        yield [0, 4, 5, 2.0]


@samples("linspace.Tensor_Tensor", "linspace.Tensor_Scalar", "linspace.Scalar_Tensor", "logspace.Tensor_Tensor", "logspace.Tensor_Scalar",
         "logspace.Scalar_Tensor")
def spaced_by_tensors(make, name):
    kinds = name.partition(".")[2].split("_")
    for dtype in FLOATS + [torch.int64, torch.complex64]:
        ends = [torch.tensor(end, dtype=dtype) if kind == "Tensor" else end for kind, end in zip(kinds, (1, 3))]
        yield [*ends, 5]
        yield Call(*ends, 4, dtype=torch.float64 if dtype != torch.complex64 else dtype)
        yield [*[end.reshape(1) if isinstance(end, torch.Tensor) else end for end in ends], 5]


@samples("linspace.Tensor_Tensor_out", "linspace.Tensor_Scalar_out", "linspace.Scalar_Tensor_out", "logspace.Tensor_Tensor_out",
         "logspace.Tensor_Scalar_out", "logspace.Scalar_Tensor_out")
def spaced_by_tensors_out(make, name):
    kinds = name.partition(".")[2].split("_")
    for dtype in FLOATS:
        ends = [torch.tensor(end) if kind == "Tensor" else end for kind, end in zip(kinds, (0.5, 2))]
        yield Call(*ends, 5, out=torch.zeros(0, dtype=dtype))


@samples("empty_permuted", values=False)
def permuted(make, name):
    for size, layout in [((2, 3, 4), (2, 0, 1)), ((2, 3, 4), (0, 1, 2)), ((2, 3, 4), (2, 0)), ((2, 3), (1, 1)), ((2, 3), (-1, 0)),
                         ((2, 3), (5, 0)), ((), ()), ((2, 0, 3), (2, 1, 0))]:
        yield Call(list(size), list(layout), dtype=make.pick(ALL))


@samples("linspace.out", "logspace.out")
def spaced_out(make, name):
    for dtype in FLOATS:
        yield Call(0.5, 2, 5, out=torch.zeros(0, dtype=dtype))


@samples("eye", "eye.m")
def eye(make, name):
    for n, m in [(0, 0), (3, 3), (2, 4), (4, 2), (-1, 2)]:
        yield [n] if name == "eye" else [n, m]
        yield Call(*([n] if name == "eye" else [n, m]), dtype=make.pick(ALL))


@samples("eye.out", "eye.m_out")
def eye_out(make, name):
    yield Call(*([3] if name == "eye.out" else [3, 4]), out=torch.zeros(0))


def outs(shape=(0,)):
    return [torch.zeros(shape, dtype=dtype) for dtype in (torch.float32, torch.float64, torch.int64)]


@samples("zeros.out", "ones.out")
def shaped_out(make, name):
    for size in SIZES:
        for out in outs():
            yield Call(size, out=out)


@samples("full.out")
def full_out(make, name):
    for out in outs():
        yield Call([2, 3], 3, out=out)


@samples("new_zeros.out", "new_ones.out")
def new_out(make, name):
    for out in outs():
        yield Call(make.tensor((2,), out.dtype), [2, 3], out=out)


@samples("new_full.out")
def new_full_out(make, name):
    for out in outs():
        yield Call(make.tensor((2,), out.dtype), [2, 3], 3, out=out)


@samples("zeros_like.out", "ones_like.out")
def like_out(make, name):
    for out in outs():
        yield Call(make.tensor((2, 3), out.dtype), out=out)


@samples("full_like.out")
def full_like_out(make, name):
    for out in outs():
        yield Call(make.tensor((2, 3), out.dtype), 3, out=out)


@samples("hann_window.out", "hamming_window.out", "blackman_window.out", "bartlett_window.out", "kaiser_window.out")
def window_out(make, name):
    for length in (1, 2, 7):
        yield Call(length, out=torch.zeros(0))


@samples("hann_window.periodic_out", "hamming_window.periodic_out", "blackman_window.periodic_out", "bartlett_window.periodic_out",
         "kaiser_window.periodic_out")
def window_periodic_out(make, name):
    for periodic in (True, False):
        yield Call(7, periodic, out=torch.zeros(0))


@samples("kaiser_window.beta")
def kaiser_beta(make, name):
    for periodic in (True, False):
        yield Call(7, periodic, 5.0)


@samples("frexp.Tensor")
def frexp(make, name):
    for dtype in FLOATS:
        yield [make.tensor((3, 4), dtype)]
        yield [make.tensor((3, 4), dtype, layout="transposed")]
        yield [torch.tensor([0.0, -0.0, 1.0, -8.0, 1e-30], dtype=dtype)]
    yield [make.tensor((3,), torch.int64)]


@samples("requires_grad_")
def requires_grad(make, name):
    for wanted in (True, False):
        yield [make.tensor((2,)), wanted]
    yield [make.tensor((2,), torch.int64), True]


@samples("cuda")
def cuda(make, name):
    yield [make.tensor((2,))]


@samples("hann_window", "hann_window.periodic", "kaiser_window", "kaiser_window.periodic", "hamming_window", "hamming_window.periodic", "blackman_window",
         "blackman_window.periodic", "bartlett_window", "bartlett_window.periodic")
def window(make, name):
    for length in (0, 1, 2, 7, 12, -1):
        for periodic in (True, False) if name.endswith("periodic") else (None,):
            yield [length] if periodic is None else [length, periodic]
            yield Call(*([length] if periodic is None else [length, periodic]), dtype=torch.float64)


@samples("hamming_window.periodic_alpha")
def hamming_alpha(make, name):
    yield Call(7, True, 0.6)


@samples("hamming_window.periodic_alpha_beta")
def hamming_alpha_beta(make, name):
    yield Call(7, False, 0.6, 0.3)


@samples("to.dtype")
def to_dtype(make, name):
    for a in ALL:
        for b in ALL:
            yield [make.tensor((2, 3), a, 0, 5), b]
    for layout in LAYOUTS:
        for memory_format in (torch.contiguous_format, torch.preserve_format, torch.channels_last):
            yield Call(make.tensor((2, 3, 4, 5), layout=layout), torch.float64, memory_format=memory_format)
            yield Call(make.tensor((2, 3, 4, 5), layout=layout), torch.float32, memory_format=memory_format)
    yield Call(make.tensor((2, 3)), torch.float32, False, True)
    yield [torch.tensor([1e10, -1e10, 3e38, 300.7, -300.7, -0.5]), torch.int32]
    yield [torch.tensor([1e10, 3e38, 300.7, 70000.0, 1e-8]), torch.float16]


@samples("to.other", "type_as")
def to_other(make, name):
    for a in ALL:
        yield [make.tensor((2, 3), torch.float32, 0, 5), make.tensor((1,), a)]
        yield [make.tensor((2, 3), a, 0, 5), make.tensor((1,), torch.float32)]


@samples("to.device")
def to_device(make, name):
    yield [make.tensor((2, 3)), CPU, torch.float64]
    yield [make.tensor((2, 3)), CPU, torch.float32]


@samples("to.dtype_layout", "_to_copy")
def to_options(make, name):
    yield [make.tensor((2, 3))]
    yield Call(make.tensor((2, 3)), dtype=torch.int64)
    yield Call(make.tensor((2, 3)), device=CPU)
    yield Call(make.tensor((2, 3), layout="transposed"), dtype=torch.float64)


@samples("to.prim_Device", "to.prim_dtype", "to.prim_other")
def to_prim(make, name):
    middle = {"to.prim_Device": [CPU, torch.float64], "to.prim_dtype": [torch.int64], "to.prim_other": []}[name]
    yield [make.tensor((2, 3)), *middle]
    if middle:  # without a dtype PyTorch's copy has an arbitrary dtype
        yield [make.tensor((2, 3)), *middle, False, True]


@samples(*(f"_cast_{name}" for name in "Byte Char Short Int Long Half Float Double".split()))
def cast(make, name):
    for dtype in ALL:
        yield [make.tensor((2, 3), dtype, 0, 5)]


@samples("cpu", "detach", "lift_fresh", "lift", "data", "conj", "_conj", "resolve_conj",
         "resolve_neg", "is_conj", "is_neg", "positive", "is_floating_point", "is_complex", "is_signed", "is_inference",
         "zero", "zero_", "detach_", "isreal")
def one(make, name):
    for x in make.each(ALL):
        if name != "detach_" or x._base is None:  # operator_batch does not know which arguments are views
            yield [x]
    if name not in ("zero_", "detach_"):
        yield [torch.conj(make.tensor((3, 2), torch.complex64))]


@samples("fill_.Tensor", "fill.Tensor")
def fill(make, name):
    for dtype in ALL:
        yield [make.tensor((2, 3), dtype), make.tensor((), torch.float32, 0, 3)]
    yield [make.tensor((2, 3)), make.tensor((1,))]


@samples("item", "_local_scalar_dense", "is_nonzero")
def item(make, name):
    for dtype in ALL:
        yield [make.tensor((), dtype)]
        yield [make.tensor((1, 1), dtype)]
    yield [make.tensor((2,))]
    if name != "_local_scalar_dense":  # it does not check the size
        yield [make.tensor((0,))]


@samples("result_type.Tensor", "equal")
def two(make, name):
    for a in ALL:
        for b in make.random.sample(ALL, 5):
            yield [make.tensor((2,), a), make.tensor(make.pick([(), (2,)]), b)]
        x = make.tensor((2, 3), a)
        yield [x, x.clone()]
        yield [x, x.t().clone().t()]
        yield [x, make.tensor((2,), a)]


@samples("result_type.Scalar")
def result_type(make, name):
    for a in ALL:
        for number in (1, 1.5, 1j):
            yield [make.tensor((), a), number]
            yield [make.tensor((2,), a), number]


@samples("result_type.Scalar_Tensor")
def result_type_reversed(make, name):
    for a in ALL:
        yield [1.5, make.tensor((2,), a)]


@samples("result_type.Scalar_Scalar")
def result_type_numbers(make, name):
    for a in (1, 1.5, 1j):
        for b in (1, 1.5, 1j):
            yield [a, b]


@samples("isclose", "allclose")
def isclose(make, name):
    for dtype in ALL:
        x = make.tensor((3, 4), dtype)
        near = x if dtype == torch.bool else (x + x * 1e-7).to(dtype) if dtype.is_floating_point or dtype.is_complex else x + 1
        yield [x, near]
        yield [x, near, 0.0, 0.0]
        yield [x, near, 0.5, 0.1, True]
        yield [x, make.tensor((4,), dtype)]
        if dtype in FLOATS:
            yield [make.special(dtype), make.special(dtype)]
            yield [make.special(dtype), make.special(dtype), 1e-5, 1e-8, True]
    yield [make.tensor((3,)), make.tensor((3,), torch.float64)]
    yield [make.tensor((3,)), make.tensor((3,)), -1.0]


@samples("complex", "polar")
def complex_parts(make, name):
    for dtype in FLOATS:
        yield [make.tensor((2, 3), dtype), make.tensor((2, 3), dtype)]
        yield [make.tensor((2, 3), dtype), make.tensor((3,), dtype)]
        yield [make.tensor((), dtype), make.tensor((), dtype)]
        yield [make.tensor((2, 3), dtype, layout="transposed"), make.tensor((2, 3), dtype, layout="transposed")]
    yield [make.tensor((2,)), make.tensor((2,), torch.float64)]
    yield [make.tensor((2,), torch.int64), make.tensor((2,), torch.int64)]


@samples("polygamma", "special_polygamma", tolerance=1e-5)
def polygamma(make, name):
    for n in (0, 1, 2, 4):
        for dtype in FLOATS:
            yield [n, make.tensor((3, 4), dtype, 0.5, 8)]
    yield [-1, make.tensor((3,))]


@samples("polygamma_", tolerance=1e-5)
def polygamma_(make, name):
    yield [make.tensor((3, 4), torch.float32, 0.5, 8), 1]


@samples("mvlgamma", "special_multigammaln")
def mvlgamma(make, name):
    for p in (1, 2, 3):
        for dtype in FLOATS:
            yield [make.tensor((3, 4), dtype, 2, 8), p]


@samples("empty.out", values=False)
def empty_out(make, name):
    for out in outs():
        yield Call([2, 3], out=out)


@samples("empty_like.out", "new_empty.out", values=False)
def empty_like_out(make, name):
    for out in outs():
        yield Call(make.tensor((2, 3), out.dtype), *([[4]] if name == "new_empty.out" else []), out=out)


@samples("scalar_tensor.out")
def scalar_out(make, name):
    for out in outs(()):
        yield Call(3, out=out)


@samples("hamming_window.periodic_alpha_out", "hamming_window.periodic_alpha_beta_out", "kaiser_window.beta_out")
def window_shaped_out(make, name):
    numbers = {"hamming_window.periodic_alpha_out": [0.6], "hamming_window.periodic_alpha_beta_out": [0.6, 0.3], "kaiser_window.beta_out": [5.0]}
    for periodic in (True, False):
        yield Call(7, periodic, *numbers[name], out=torch.zeros(0))


@samples("is_leaf")
def is_leaf(make, name):
    yield [make.tensor((2,))]
