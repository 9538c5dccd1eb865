"""TorchScript models without PyTorch: load, run, check.

    import jitscope
    model = jitscope.load("model.pt")
    scores = model(numpy.zeros((1, 3, 224, 224), numpy.float32)).numpy()

Arrays are passed without copies, and the GIL is free while a model runs: many threads can call one model.
"""
from ._diagnostics import Diagnostic, Edit, Fix, Note, Severity, check, check_source
from ._errors import (ArgumentError, CompileError, Error, FileError, Frame, Interrupted, OutOfMemory, RunError,
                      UnsupportedError)
from ._module import Function, Module
from ._runtime import Runtime, load, manual_seed, no_grad, set_threads, version
from ._values import ScriptObject, Tensor

__all__ = [
    "ArgumentError", "CompileError", "Diagnostic", "Edit", "Error", "FileError", "Fix", "Frame", "Function", "Interrupted",
    "Module", "Note", "OutOfMemory", "RunError", "Runtime", "ScriptObject", "Severity", "Tensor", "UnsupportedError", "check",
    "check_source", "load", "manual_seed", "no_grad", "set_threads", "version",
]
