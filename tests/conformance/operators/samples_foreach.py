"""Operators that call another one for each tensor of a list."""

import torch

from sampling import FLOATS, Call, samples

SHAPES = [(2, 3), (), (4,), (0,)]
UNARY = ("abs acos asin atan ceil cos cosh erf erfc exp expm1 floor frac lgamma log log10 log1p log2 neg reciprocal round rsqrt sigmoid sign sin "
         "sinh sqrt tan tanh trunc zero").split()
BOUNDS = ["clamp_max", "clamp_min", "maximum", "minimum"]


def lists(make, count, dtype=torch.float32, low=-3, high=3):
    """Lists of equal lengths, whose elements at one place have one shape."""
    return [[make.tensor(shape, dtype, low, high) for shape in SHAPES] for _ in range(count)]


def mixed(make):
    return [make.tensor((2,), torch.int64), make.tensor((3, 1), torch.float64), make.tensor((1, 2), torch.bool)]


@samples(*(f"_foreach_{name}" for name in UNARY), tolerance=1e-5)
def unary(make, name):
    for dtype in FLOATS:
        yield lists(make, 1, dtype, 0.1, 0.9)
    yield [mixed(make)]
    yield [[]]


@samples(*(f"_foreach_{name}.Scalar" for name in ["add", "sub", "mul", "div", "pow", *BOUNDS]), tolerance=1e-5)
def with_number(make, name):
    for dtype in FLOATS:
        for number in (2, 0.5):
            yield [*lists(make, 1, dtype, 0.1, 3), number]
    yield [mixed(make), 2]
    yield [mixed(make), 1.5]
    yield [[], 1]


@samples(*(f"_foreach_{name}.ScalarList" for name in ["add", "sub", "mul", "div", "pow", *BOUNDS]), tolerance=1e-5)
def with_numbers(make, name):
    yield [*lists(make, 1, low=0.1), [1, 0.5, 3, 2.0]]
    yield [mixed(make), [1, 2, 3]]
    yield [mixed(make), [1, 2]]


@samples(*(f"_foreach_{name}.List" for name in ["add", "sub", "mul", "div", "pow", *BOUNDS]), tolerance=1e-5)
def with_list(make, name):
    for dtype in FLOATS:
        yield lists(make, 2, dtype, 0.1, 3)
    yield [mixed(make), mixed(make)]
    yield [[make.tensor((3, 2))], [make.tensor((2,))]]
    yield [[make.tensor((2,))], [make.tensor((3, 2))]]
    yield [[make.tensor((2,))], [make.tensor((3,))]]
    yield [[make.tensor((2,))], [make.tensor((2,)), make.tensor((2,))]]
    yield [[], []]
    if name in ("_foreach_add.List", "_foreach_sub.List"):
        yield Call(*lists(make, 2), alpha=2.5)


@samples(*(f"_foreach_{name}.Tensor" for name in ["add", "mul", "div"]))
def with_tensor(make, name):
    yield [*lists(make, 1), make.tensor(())]
    yield [*lists(make, 1), make.tensor((), torch.float64)]
    yield [mixed(make), make.tensor(())]
    yield [*lists(make, 1), make.tensor((1,))]


@samples("_foreach_pow.ScalarAndTensor")
def power_of_number(make, name):
    yield [2, *lists(make, 1)]
    yield [1.5, mixed(make)[:2]]


@samples("_foreach_addcmul.Scalar", "_foreach_addcdiv.Scalar", "_foreach_addcmul.ScalarList", "_foreach_addcdiv.ScalarList",
         "_foreach_addcmul.Tensor", "_foreach_addcdiv.Tensor", tolerance=1e-5)
def added(make, name):
    for dtype in FLOATS:
        call = lists(make, 3, dtype, 0.5, 2)
        if name.endswith(".Scalar"):
            yield call
            yield Call(*call, value=0.5)
        elif name.endswith(".ScalarList"):
            yield [*call, [1, 2.0, 0.5, 3]]
            yield [*call, [1.0]]
        else:
            yield [*call, make.tensor((4,))]
            yield [*call, make.tensor((3,))]
            yield [*call, make.tensor((2, 2))]


@samples("_foreach_lerp.List", "_foreach_lerp.Scalar", "_foreach_lerp.ScalarList", tolerance=1e-5)
def lerp(make, name):
    for dtype in FLOATS:
        a, b, weights = lists(make, 3, dtype)
        yield [a, b, weights if name.endswith(".List") else 0.25 if name.endswith(".Scalar") else [0.1, 0.5, 0.7, 1.0]]


@samples("_foreach_norm.Scalar", tolerance=1e-4)
def norm(make, name):
    for dtype in FLOATS:
        for order in (2, 1, 0.5, float("inf")):
            yield [[make.tensor(shape, dtype) for shape in SHAPES[:3]], order]
    yield [[make.tensor((2,)), make.tensor((3, 1), torch.float64)]]
    yield [[make.tensor((2,), torch.int64)]]


@samples("_foreach_max")
def largest(make, name):
    for dtype in FLOATS:
        yield [lists(make, 1, dtype)[0][:3]]
    yield [mixed(make)]
    yield [[make.tensor((0,))]]


@samples("_foreach_copy_")
def copy(make, name):
    yield lists(make, 2)
    yield [[make.tensor((2, 3))], [make.tensor((3,), torch.float64)]]
    yield [[make.tensor((2,))], [make.tensor((2,)), make.tensor((2,))]]


@samples("_safe_softmax")
def safe_softmax(make, name):
    for dtype in FLOATS:
        x = make.tensor((3, 4), dtype)
        x[1] = -float("inf")
        for dim in (0, 1, -1):
            yield [x, dim]
        yield Call(x, 1, dtype=torch.float64)
    yield [make.tensor((3,), torch.int64), 0]
    yield [make.tensor((0, 2)), 1]


@samples("_assert_async", "_assert_async.msg")
def assertion(make, name):
    message = ["not true"] if name.endswith(".msg") else []
    for value in (torch.ones(1), torch.zeros(()), torch.ones(2), torch.tensor([True])):
        yield [value, *message]
