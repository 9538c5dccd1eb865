"""Tools for the sample files: tensors from a fixed seed, and the table of generators."""

import math
import random

import torch

FLOATS = [torch.float32, torch.float64]
REDUCED = [torch.float16, torch.bfloat16]
INTS = [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64]
COMPLEX = [torch.complex64, torch.complex128]
BOOL = [torch.bool]
ALL = FLOATS + REDUCED + INTS + COMPLEX + BOOL

SHAPES = [(), (0,), (1,), (5,), (2, 3), (3, 0, 2), (2, 1, 4), (2, 3, 4, 5)]
# Pairs that broadcast.
PAIRS = [((), ()), ((3,), ()), ((), (2, 3)), ((4,), (4,)), ((2, 3), (3,)), ((2, 1, 4), (3, 1)), ((0, 3), (1, 3)),
         ((2, 3, 4, 5), (3, 1, 1)), ((40, 5), (40, 5))]
LAYOUTS = ["contiguous", "transposed", "strided", "offset", "channels_last", "expanded"]

REGISTRY = {}


class Call:
    """Arguments of one call. seed: given to torch.manual_seed before it, on both sides."""

    computed = None  # the dtype of results before their conversion to the dtype of out= tensors

    def __init__(self, *args, seed=None, **kwargs):
        self.args, self.kwargs, self.seed = list(args), kwargs, seed


class Entry:
    def __init__(self, function, tolerance, values, strides):
        self.function, self.tolerance, self.values, self.strides = function, tolerance, values, strides


def samples(*names, tolerance=None, values=True, strides=True):
    """Registers a generator for schemas: function(make, name) yields lists of arguments, or Calls.

    Missing arguments get the schema's defaults. `add_` and `add.out` reuse the samples of `add`.
    tolerance: a relative tolerance above the dtype's own. values=False: only dtype and shape are compared. strides=False: the
    strides of results are not compared.
    """
    def register(function):
        for name in names:
            REGISTRY[name if "::" in name else "aten::" + name] = Entry(function, tolerance, values, strides)
        return function
    return register


class Make:
    """Generates tensors and numbers from one seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.generator = torch.Generator().manual_seed(self.random.getrandbits(32))

    def values(self, shape, dtype, low, high):
        if dtype == torch.bool:
            return torch.randint(0, 2, shape, generator=self.generator).bool()
        if dtype.is_complex:
            parts = torch.rand((*shape, 2), generator=self.generator, dtype=torch.float64) * (high - low) + low
            return torch.view_as_complex(parts).to(dtype)
        if dtype.is_floating_point:
            return (torch.rand(shape, generator=self.generator, dtype=torch.float64) * (high - low) + low).to(dtype)
        lowest, highest = torch.iinfo(dtype).min, torch.iinfo(dtype).max
        first, last = max(math.floor(low), lowest), min(math.ceil(high), highest)
        return torch.randint(first, max(last, first) + 1, shape, generator=self.generator).to(dtype)

    def tensor(self, shape, dtype=torch.float32, low=-3, high=3, layout="contiguous"):
        """A tensor with uniform values between low and high. The layout is contiguous when the shape does not allow the wanted layout."""
        shape = tuple(shape)
        if layout == "transposed" and len(shape) >= 2:
            return self.values((*shape[:-2], shape[-1], shape[-2]), dtype, low, high).transpose(-1, -2)
        if layout == "strided" and shape:
            return self.values((*shape[:-1], shape[-1] * 2), dtype, low, high)[..., ::2]
        if layout == "offset" and shape:
            return self.values((shape[0] + 1, *shape[1:]), dtype, low, high)[1:]
        if layout == "channels_last" and len(shape) == 4:
            return self.values(shape, dtype, low, high).contiguous(memory_format=torch.channels_last)
        if layout == "expanded" and shape:
            return self.values((1, *shape[1:]), dtype, low, high).expand(shape)
        return self.values(shape, dtype, low, high)

    def special(self, dtype):
        """A tensor with NaN, infinities, zeros of both signs, the limits of the dtype and neighbours of round numbers."""
        if dtype.is_complex:
            return self.values((12,), dtype, -2, 2)
        if dtype == torch.bool:
            return torch.tensor([True, False])
        if not dtype.is_floating_point:
            limits = torch.iinfo(dtype)
            return torch.tensor([0, 1, 2, limits.min, limits.max, limits.min + 1, limits.max - 1, 7], dtype=dtype)
        limits = torch.finfo(dtype)
        values = [0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 1.5, 2.5, -2.5, math.inf, -math.inf, math.nan, limits.max, limits.min,
                  limits.tiny, 20.0, -20.0, 100.0, -100.0, 1e-3]
        return torch.tensor(values, dtype=dtype)

    def each(self, dtypes=FLOATS, shapes=SHAPES, low=-3, high=3):
        """One tensor for each dtype and shape, then one for each layout."""
        for dtype in dtypes:
            for shape in shapes:
                yield self.tensor(shape, dtype, low, high)
        for layout in LAYOUTS[1:]:
            yield self.tensor((2, 3, 4, 5), dtypes[0], low, high, layout)
            yield self.tensor((3, 4), dtypes[-1], low, high, layout)

    def pick(self, items):
        return self.random.choice(items)
