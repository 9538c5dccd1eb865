# The Python part of torch. Tensors, dtypes and operators are native.
import _host

from . import (
    _C, _VF, amp, ao, autograd, backends, cuda, fft, futures, fx, hub, jit, library, linalg, nn, ops, optim, profiler, quantization, random, sparse,
    special, utils, version
)
from . import accelerator, func  # @2.6+
from ._C import _infer_size
from .autograd import enable_grad, inference_mode, no_grad, set_grad_enabled
from .functional import *
from .jit import fork, wait
from .random import default_generator, get_rng_state, initial_seed, seed, set_rng_state
from .serialization import load, save
from .version import __version__

if _host.active:
    from ._classes import classes

_storage_classes = set()
_tensor_classes = set()


def typename(o):
    if isinstance(o, Tensor):
        return o.type()
    owner = o if hasattr(o, '__qualname__') else type(o)
    module = getattr(owner, '__module__', '')
    if module in ('', 'builtins', '__builtin__'):
        return owner.__qualname__
    return module + '.' + owner.__qualname__


def is_tensor(obj):
    return isinstance(obj, Tensor)


def is_storage(obj):
    return isinstance(obj, (TypedStorage, UntypedStorage))


def _assert(condition, message):
    assert condition, message


def compiled_with_cxx11_abi():
    return True


def set_default_tensor_type(t):
    name = t if isinstance(t, str) else t.__name__
    if name.endswith('FloatTensor'):
        set_default_dtype(float32)
    elif name.endswith('DoubleTensor'):
        set_default_dtype(float64)


# Settings without influence on types and shapes.

def get_num_threads():
    return _C._num_threads()


def set_num_threads(n):
    _C._set_num_threads(n)


def get_num_interop_threads():
    return 1


def set_num_interop_threads(n):
    pass


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    _C._set_printoptions(precision, threshold, edgeitems, linewidth, profile, sci_mode)


def set_flush_denormal(mode):
    return False


def use_deterministic_algorithms(mode, *, warn_only=False):
    pass


def are_deterministic_algorithms_enabled():
    return False


def is_deterministic_algorithms_warn_only_enabled():
    return False


def get_float32_matmul_precision():
    return 'highest'


def set_float32_matmul_precision(precision):
    pass


def is_inference_mode_enabled():
    return _C._is_inference_mode()


def is_inference(input):
    return input.is_inference()


def is_autocast_enabled():  # @1.13
    return False


def is_autocast_enabled(device_type='cuda'):  # @2.6+
    return device_type == 'cpu' and _C._autocast()[0]


def is_autocast_cpu_enabled():
    return _C._autocast()[0]


def is_autocast_cache_enabled():
    return _C._autocast()[2]


def set_autocast_cpu_enabled(enabled):
    _C._set_autocast(enabled, *_C._autocast()[1:])


def set_autocast_cpu_dtype(dtype):
    enabled, _, caches = _C._autocast()
    _C._set_autocast(enabled, dtype, caches)


def set_autocast_cache_enabled(enabled):
    _C._set_autocast(*_C._autocast()[:2], enabled)


def clear_autocast_cache():
    _C._forget_autocasts()


def get_autocast_dtype(device_type):  # @2.6+
    return get_autocast_cpu_dtype() if device_type == 'cpu' else float16


def is_anomaly_enabled():
    return _C._anomaly()[0]


def is_anomaly_check_nan_enabled():
    return _C._anomaly()[1]


def set_anomaly_enabled(mode, check_nan=True):
    _C._set_anomaly(mode, check_nan)


def get_autocast_gpu_dtype():
    return float16


def get_autocast_cpu_dtype():
    return _C._autocast()[1]


from .amp.autocast_mode import autocast  # noqa: E402
from .storage import TypedStorage, UntypedStorage  # noqa: E402


class Stream:
    pass


has_cuda = False
has_cudnn = False
has_lapack = True
has_mkl = False
has_mkldnn = True
has_mps = False
has_openmp = True


# torch.FloatTensor and similar names: each makes tensors of one dtype, and counts as their class.
class _TensorType(type):
    def __instancecheck__(cls, instance):
        return isinstance(instance, Tensor) and (cls.dtype is None or instance.dtype == cls.dtype)


class _LegacyTensor(metaclass=_TensorType):
    dtype = None

    def __new__(cls, *args):
        return Tensor().to(cls.dtype).new(*args)


class FloatTensor(_LegacyTensor):
    dtype = float32


class DoubleTensor(_LegacyTensor):
    dtype = float64


class HalfTensor(_LegacyTensor):
    dtype = float16


class BFloat16Tensor(_LegacyTensor):
    dtype = bfloat16


class LongTensor(_LegacyTensor):
    dtype = int64


class IntTensor(_LegacyTensor):
    dtype = int32


class ShortTensor(_LegacyTensor):
    dtype = int16


class CharTensor(_LegacyTensor):
    dtype = int8


class ByteTensor(_LegacyTensor):
    dtype = uint8


class BoolTensor(_LegacyTensor):
    dtype = _C._bool
