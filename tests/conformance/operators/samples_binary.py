"""Operators of two and three tensors or numbers, element by element."""

import math

import torch

from sampling import ALL, BOOL, FLOATS, INTS, PAIRS, Call, samples

ARITHMETIC = """subtract.Tensor mul.Tensor multiply.Tensor div.Tensor divide.Tensor
    true_divide.Tensor floor_divide remainder.Tensor fmod.Tensor""".split()
COMPARISONS = "eq ne lt le gt ge not_equal less less_equal greater greater_equal".split()
BITS = "bitwise_and bitwise_or bitwise_xor __and__ __or__ __xor__".split()
SHIFTS = "bitwise_left_shift bitwise_right_shift __lshift__ __rshift__".split()
OTHERS = """maximum minimum max.other min.other fmax fmin atan2 arctan2 hypot logaddexp logaddexp2 logical_and logical_or
    logical_xor nextafter gcd lcm heaviside copysign.Tensor xlogy.Tensor special_xlogy special_xlog1py""".split()


def dtypes_of(name):
    return INTS + BOOL if name.partition(".")[0] in BITS + SHIFTS else ALL


DIVISIONS = ["floor_divide", "fmod", "remainder"]


def without_huge(x):
    """x without values whose quotients may be infinite: PyTorch's fmod, from Sleef, returns NaN for them."""
    return x[~(((x.abs() > 1e30) | (x.abs() < 1e-30) & (x != 0)) & x.isfinite())]


def nonzero(x):
    return torch.where(x == 0, torch.ones_like(x), x)


@samples(*ARITHMETIC, *(f"{name}.Tensor" for name in COMPARISONS + BITS + SHIFTS), *OTHERS)
def tensors(make, name):
    dtypes = dtypes_of(name)
    low, high = (0, 7) if name.partition(".")[0] in SHIFTS else (-5, 5)
    first = torch.float32 if torch.float32 in dtypes else torch.int32
    for a, b in PAIRS:
        yield [make.tensor(a, first, low, high), nonzero(make.tensor(b, first, low, high))]
    for a in dtypes:
        for b in [a, *make.random.sample(ALL, 4)] if name != "add.Tensor" else ALL:
            x, y = make.tensor((3, 4), a, low, high), nonzero(make.tensor((4,), b, low, high))
            yield [x, y]
            yield [make.tensor((5,), a, low, high), nonzero(make.tensor((), b, low, high))]
        same = make.tensor((2, 3, 4, 5), a, low, high, "channels_last")
        yield [same, nonzero(make.tensor((2, 3, 4, 5), a, low, high, "channels_last"))]
        yield [same, nonzero(make.tensor((3, 1, 1), a, low, high))]
        yield [make.tensor((), a, low, high), nonzero(make.tensor((2, 2), a, low, high))]
        yield [make.tensor((61,), a, low, high), nonzero(make.tensor((61,), a, low, high))]
        if a.is_floating_point and a not in (torch.float16, torch.bfloat16):
            special = without_huge(make.special(a)) if name.partition(".")[0] in DIVISIONS else make.special(a)
            yield [special.unsqueeze(1), special]
    yield [make.tensor((3, 4), first, low, high, "transposed"), nonzero(make.tensor((3, 4), first, low, high, "transposed"))]
    yield [make.tensor((3, 4), first, low, high, "transposed"), nonzero(make.tensor((3, 4), first, low, high))]
    yield [make.tensor((3, 4), first, low, high, "strided"), nonzero(make.tensor((4,), first, low, high))]
    yield [make.tensor((3, 4), first, low, high, "expanded"), nonzero(make.tensor((3, 1), first, low, high))]
    yield [make.tensor((2, 3), first), make.tensor((4,), first)]
    yield [make.tensor((3,), torch.int64, -5, 5), torch.tensor([2, 0, 1])]


NUMBERS = [0.5, -2.5, 2, 3, -2, 7, True, math.inf]


@samples(*(f"{name}.Scalar" for name in """add sub subtract rsub mul multiply div divide true_divide floor_divide remainder
    fmod copysign""".split() + COMPARISONS + BITS + ["__lshift__", "__rshift__"]), "bitwise_left_shift.Tensor_Scalar",
         "bitwise_right_shift.Tensor_Scalar", "xlogy.Scalar_Other", "special_xlogy.other_scalar", "special_xlog1py.other_scalar")
def numbers(make, name):
    operator = name.partition(".")[0]
    shift = operator in SHIFTS
    for dtype in dtypes_of(name):
        for number in [0, 1, 3] if shift else NUMBERS:
            if operator in BITS and isinstance(number, float):
                continue
            if number is math.inf and not dtype.is_floating_point:
                continue
            yield [make.tensor((2, 3), dtype), number]
            yield [make.tensor((), dtype), number]
    yield [make.tensor((3, 4), torch.int64, layout="transposed"), 2]
    yield [make.tensor((0, 4), torch.int64), 2]


@samples("pow.Tensor_Scalar", "float_power.Tensor_Scalar")
def powers(make, name):
    for dtype in ALL:
        for number in [0.5, -0.5, 2, 3, -1, -2, 0, 1, 2.5, 4.0]:
            yield [make.tensor((2, 3), dtype, 0, 3), number]
            yield [make.tensor((), dtype, 0, 3), number]
            if dtype in FLOATS:
                yield [make.special(dtype), number]
    yield [make.tensor((3,), torch.float32, 0, 3), 1 + 2j]


@samples("pow.Tensor_Tensor", "float_power.Tensor_Tensor")
def powers_of_tensors(make, name):
    for a in ALL:
        for b in [a, *make.random.sample(ALL, 4)]:
            yield [make.tensor((3, 4), a, 0, 3), make.tensor((4,), b, 0, 3)]
    for dtype in FLOATS:
        yield [make.special(dtype).unsqueeze(1), make.special(dtype)]
    yield [torch.tensor([[2], [1], [-1], [0]]), torch.tensor([-1, -2, 3, 0])]


@samples("pow.Scalar", "float_power.Scalar", "bitwise_and.Scalar_Tensor", "bitwise_or.Scalar_Tensor",
         "bitwise_xor.Scalar_Tensor", "bitwise_left_shift.Scalar_Tensor", "bitwise_right_shift.Scalar_Tensor",
         "remainder.Scalar_Tensor", "xlogy.Scalar_Self", "special_xlogy.self_scalar", "special_xlog1py.self_scalar")
def number_first(make, name):
    for dtype in dtypes_of(name):
        for number in [2, 3, 1] if "bitwise" in name else [2, 3, 1, 0.5]:
            yield [number, nonzero(make.tensor((2, 3), dtype, 0, 5))]


@samples("div.Tensor_mode", "divide.Tensor_mode", "div.Scalar_mode", "divide.Scalar_mode")
def rounding(make, name):
    for mode in (None, "trunc", "floor"):
        for dtype in ALL:
            other = 2.5 if "Scalar" in name else nonzero(make.tensor((3,), dtype, -4, 4))
            yield Call(make.tensor((2, 3), dtype, -9, 9), other, rounding_mode=mode)
            yield Call(make.tensor((2, 3), dtype, -9, 9), 3 if "Scalar" in name else nonzero(make.tensor((), dtype)),
                       rounding_mode=mode)
        for dtype in FLOATS:
            x = without_huge(make.special(dtype))
            yield Call(x.unsqueeze(1), 0.3 if "Scalar" in name else x, rounding_mode=mode)
    yield Call(make.tensor((2, 3)), 2 if "Scalar" in name else make.tensor((3,)), rounding_mode="up")


@samples("add.Tensor", "sub.Tensor", "rsub.Tensor")
def with_alpha(make, name):
    yield from tensors(make, name)
    for dtype in ALL:
        for alpha in (2, 0.5, True, -1):
            yield Call(make.tensor((4, 3), dtype), make.tensor((3,), dtype), alpha=alpha)
    yield Call(make.tensor((4, 3), torch.int32), make.tensor((3,), torch.float32), alpha=0.5)
    for number in (2, 2.5, True) if name != "rsub.Tensor" else ():  # a wrapped number
        for dtype in ALL:
            yield [make.tensor((4,), dtype), number]
            yield [make.tensor((), dtype), number]


@samples("square")
def square(make, name):
    for x in make.each(ALL):
        yield [x]


@samples("ldexp.Tensor")
def ldexp(make, name):
    for dtype in FLOATS + INTS:
        yield [make.tensor((4, 3), dtype), make.tensor((3,), torch.int32)]
    yield [make.tensor((4, 3)), make.tensor((4, 3))]


@samples("addcmul", "addcdiv")
def three(make, name):
    for dtype in ALL:
        for value in (1, 0.5, 2):
            yield Call(make.tensor((4, 3), dtype), make.tensor((4, 1), dtype), nonzero(make.tensor((3,), dtype)), value=value)
            yield Call(make.tensor((24,), dtype), make.tensor((24,), dtype), nonzero(make.tensor((24,), dtype)), value=value)
    yield [make.tensor((4, 3)), make.tensor((4, 3), torch.float64), nonzero(make.tensor(()))]
    yield [make.tensor((4, 3), layout="transposed"), make.tensor((4, 3)), nonzero(make.tensor((4, 3)))]


@samples("lerp.Scalar", "lerp.Tensor")
def lerp(make, name):
    for dtype in ALL:
        for weight in (0.25, 0.75, 1.5, -1):
            other = weight if name == "lerp.Scalar" else make.tensor((2, 1), dtype, -1, 2)
            yield [make.tensor((2, 3), dtype), make.tensor((3,), dtype), other]
    yield [make.tensor((2, 3)), make.tensor((3,), torch.float64), 0.5 if name == "lerp.Scalar" else make.tensor(())]


@samples("clamp", "clip")
def clamp(make, name):
    for dtype in ALL:
        for low, high in [(-1, 1), (None, 1), (-1, None), (0.5, 1.5), (2, -2), (None, None), (True, 2)]:
            yield [make.tensor((3, 4), dtype), low, high]
            yield [make.tensor((), dtype), low, high]
        if dtype in FLOATS:
            yield [make.special(dtype), -1, 2.5]
            yield [make.special(dtype), math.nan, 2.5]


@samples("clamp.Tensor", "clip.Tensor")
def clamp_tensor(make, name):
    for dtype in ALL:
        low, high = make.tensor((4,), dtype, -3, 0), make.tensor((3, 1), dtype, 0, 3)
        for bounds in [(low, high), (None, high), (low, None), (None, None), (high, low)]:
            yield [make.tensor((3, 4), dtype), *bounds]
    yield [make.tensor((3, 4), torch.int64), make.tensor((4,)), None]


@samples("clamp_min", "clamp_max")
def clamp_one(make, name):
    for dtype in ALL:
        for bound in (1, 0.5, -1):
            yield [make.tensor((3, 4), dtype), bound]


@samples("clamp_min.Tensor", "clamp_max.Tensor")
def clamp_one_tensor(make, name):
    for dtype in ALL:
        yield [make.tensor((3, 4), dtype), make.tensor((4,), dtype)]
        yield [make.tensor((3, 4), dtype), make.tensor((), torch.float32)]


@samples("nan_to_num")
def nan_to_num(make, name):
    for dtype in ALL:
        x = make.special(dtype)
        for arguments in [[], [1.0], [None, 2.0], [0.0, 5.0, -5.0]]:
            yield [x, *arguments]


@samples("logit", "special_logit")
def logit(make, name):
    for dtype in ALL:
        yield [make.tensor((3, 4), dtype, 0, 1)]
        yield [make.tensor((3, 4), dtype, -0.5, 1.5), 0.1]


@samples("round.decimals")
def round_decimals(make, name):
    for dtype in ALL:
        for decimals in (0, 1, 3, -1, -2):
            yield Call(make.tensor((3, 4), dtype, -300, 300), decimals=decimals)
