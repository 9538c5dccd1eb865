"""Runtimes, and the default one."""
from __future__ import annotations

import contextlib
import ctypes
import threading
from typing import Any, Dict, Optional, Sequence, Tuple, Union

from ._errors import check
from ._library import functions, handles
from ._module import Module
from ._values import Tensor, made, to_value


class Runtime:
    """A version of PyTorch to agree with, and the engine of the modules that it loads. Many threads may use one.

    torch: "1.13", "2.6" or "2.11"; None: the newest. compiled: modules become machine code.
    """

    def __init__(self, torch: Optional[str] = None, compiled: bool = False):
        handle = ctypes.c_void_p()
        check(functions.runtime_create(None if torch is None else torch.encode(), ctypes.byref(handle)))
        self.handle = handle.value
        functions.runtime_set_compiled(self.handle, int(compiled))

    def __del__(self):
        if hasattr(self, "handle"):
            functions.runtime_free(self.handle)

    def load(self, source: Union[str, bytes, Any], name: str = "archive in memory") -> Module:
        """Loads a file of torch.jit.save: a path, bytes, or an open file."""
        handle = ctypes.c_void_p()
        if hasattr(source, "read"):
            source = source.read()
        if isinstance(source, (bytes, bytearray, memoryview)):
            content = bytes(source)
            check(functions.module_load_bytes(self.handle, content, len(content), name.encode(), ctypes.byref(handle)))
        else:
            check(functions.module_load(self.handle, str(source).encode(), ctypes.byref(handle)))
        return Module(handle.value, self)

    def call(self, op: str, *arguments: Any, **named: Any) -> Any:
        """Runs an operator, such as "aten::add"."""
        values = [to_value(value) for value in arguments] + [to_value(value) for value in named.values()]
        names = (ctypes.c_char_p * len(named))(*(name.encode() for name in named)) if named else None
        return made(functions.call, self.handle, op.encode(), handles([value.handle for value in values]), len(values), names,
                    len(named))

    def backward(self, tensor: Tensor, gradient: Any = None, retain_graph: bool = False, create_graph: bool = False) -> None:
        """Adds the gradients of a tensor to the leaves that it depends on."""
        seed = to_value(gradient)
        check(functions.backward(self.handle, handles([tensor.handle]), 1, handles([seed.handle]), int(retain_graph),
                                 int(create_graph)))

    def grad(self, tensor: Tensor, inputs: Sequence[Tensor], retain_graph: bool = False,
             create_graph: bool = False) -> Tuple[Optional[Tensor], ...]:
        """The gradients with respect to the inputs."""
        return made(functions.grad, self.handle, handles([tensor.handle]), 1, None, handles([each.handle for each in inputs]),
                    len(inputs), int(retain_graph), int(create_graph))


_defaults: Dict[Tuple[Optional[str], bool], Runtime] = {}
_lock = threading.Lock()


def default_runtime(torch: Optional[str] = None, compiled: bool = False) -> Runtime:
    """The runtime that the functions of the package share."""
    with _lock:
        if (torch, compiled) not in _defaults:
            _defaults[torch, compiled] = Runtime(torch, compiled)
        return _defaults[torch, compiled]


def load(source: Any, torch: Optional[str] = None, compiled: bool = False) -> Module:
    """Loads a file of torch.jit.save: a path, bytes, or an open file."""
    return default_runtime(torch, compiled).load(source)


def set_threads(count: int) -> None:
    """The number of threads that one operator may use."""
    functions.set_threads(count)


def manual_seed(seed: int) -> None:
    """Seeds the random numbers of this thread."""
    functions.manual_seed(seed)


@contextlib.contextmanager
def no_grad():
    """Operators of this thread are not recorded for gradients."""
    before = functions.set_grad_enabled(0)
    try:
        yield
    finally:
        functions.set_grad_enabled(before)


def version() -> str:
    """The version of the library."""
    return functions.version().decode()
