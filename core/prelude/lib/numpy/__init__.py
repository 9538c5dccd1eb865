# The parts of numpy that models use. While code is checked, they are calculations with a few numbers, and all other names are Unknown.
# In a running program, arrays are tensors, and other names raise.
import math

import _host

pi = math.pi
e = math.e
inf = math.inf
nan = math.nan

if _host.active:
    from ._arrays import (
        bool_, byte, cdouble, complex64, complex128, complexfloating, csingle, double, float16, float32, float64, floating,
        generic, half, inexact, int8, int16, int32, int64, int_, intc, integer, intp, longlong, ndarray, number, short,
        signedinteger, single, ubyte, uint8, unsignedinteger
    )
    from ._dtypes import can_cast, dtype, finfo, iinfo, issubdtype, promote_types, result_type
    from ._files import fromfile, load, save, savez, savez_compressed
    from ._functions import *
    from ._tables import loadtxt, savetxt
    from ._text import get_printoptions, printoptions, set_printoptions
    from ._names import lookup as _lookup
    from . import linalg, random

    NaN, Inf, float_ = nan, inf, float64  # @1.13

    def __getattr__(name):
        return _lookup('numpy', name, f"module 'numpy' has no attribute '{name}'")
else:
    from ._checked import *
