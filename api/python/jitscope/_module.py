"""Loaded modules and their methods."""
from __future__ import annotations

import ctypes
from typing import Any, Dict, List

from . import _interrupts
from ._errors import check
from ._library import functions, handles, taken_bytes, taken_text
from ._values import made, to_value


class Function:
    """A method of a module. Many threads may call it at once."""

    def __init__(self, handle, runtime):
        self._handle, self._runtime = handle, runtime

    def __del__(self):
        functions.function_free(self._handle)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        values = [to_value(value) for value in arguments] + [to_value(value) for value in named.values()]
        names = (ctypes.c_char_p * len(named))(*(name.encode() for name in named)) if named else None
        with _interrupts.watched(self._runtime):
            return made(functions.function_run, self._handle, handles([value.handle for value in values]), len(values), names,
                        len(named))

    def _text(self, function) -> str:
        text = ctypes.c_void_p()
        check(function(self._handle, ctypes.byref(text)))
        return taken_text(text.value)

    @property
    def graph(self) -> str:
        """The graph as PyTorch prints it."""
        return self._text(functions.function_graph)

    @property
    def code(self) -> str:
        """The source as PyTorch prints it."""
        return self._text(functions.function_code)

    @property
    def schema(self) -> str:
        return self._text(functions.function_schema)


class Module:
    """A module that was loaded from an archive. Many threads may call it at once."""

    def __init__(self, handle, runtime):
        self._handle, self._runtime = handle, runtime
        self._methods: Dict[str, Function] = {}

    def __del__(self):
        functions.module_free(self._handle)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.method("forward")(*arguments, **named)

    def method(self, name: str) -> Function:
        found = self._methods.get(name)
        if found is None:
            handle = ctypes.c_void_p()
            check(functions.module_function(self._handle, name.encode(), ctypes.byref(handle)))
            found = self._methods[name] = Function(handle.value, self._runtime)
        return found

    def methods(self) -> List[str]:
        names: List[str] = []
        while True:
            name = functions.module_method(self._handle, len(names))
            if name is None:
                return names
            names.append(name.decode())

    @property
    def class_name(self) -> str:
        """Such as "__torch__.model.Net"."""
        return functions.module_class(self._handle).decode()

    def child(self, name: str) -> "Module":
        """A module inside by its dotted name."""
        handle = ctypes.c_void_p()
        check(functions.module_child(self._handle, name.encode(), ctypes.byref(handle)))
        return Module(handle.value, self._runtime)

    def _members(self, kind: int, recurse: bool) -> Dict[str, Any]:
        return made(functions.module_members, self._handle, kind, int(recurse))

    def parameters(self, recurse: bool = True) -> Dict[str, Any]:
        """Tensors by their dotted names."""
        return self._members(0, recurse)

    def buffers(self, recurse: bool = True) -> Dict[str, Any]:
        return self._members(1, recurse)

    def children(self) -> List[str]:
        """The names of the modules inside."""
        return list(self._members(2, False))

    def attribute(self, name: str) -> Any:
        """A parameter, buffer or attribute by its dotted name."""
        return made(functions.module_attribute, self._handle, name.encode())

    def set_attribute(self, name: str, value: Any) -> None:
        check(functions.module_set_attribute(self._handle, name.encode(), to_value(value).handle))

    def train(self, training: bool = True) -> "Module":
        check(functions.module_train(self._handle, int(training)))
        return self

    def eval(self) -> "Module":
        return self.train(False)

    def save(self, path) -> None:
        """Writes a file that PyTorch and this library load."""
        check(functions.module_save(self._handle, str(path).encode()))

    def to_bytes(self) -> bytes:
        """The same as bytes."""
        address, size = ctypes.c_void_p(), ctypes.c_size_t()
        check(functions.module_save_bytes(self._handle, ctypes.byref(address), ctypes.byref(size)))
        return taken_bytes(address.value, size.value)

    def extra_file(self, name: str) -> bytes:
        """An extra file of the archive."""
        address, size = ctypes.c_void_p(), ctypes.c_size_t()
        check(functions.module_extra_file(self._handle, name.encode(), ctypes.byref(address), ctypes.byref(size)))
        return taken_bytes(address.value, size.value)

    @property
    def graph(self) -> str:
        """The graph of forward()."""
        return self.method("forward").graph

    @property
    def code(self) -> str:
        """The source of forward()."""
        return self.method("forward").code
