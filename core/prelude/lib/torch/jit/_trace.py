import functools

import torch
from torch import _C
from torch._jit_internal import is_scripting
from torch.nn import Module
from ._script import RecursiveScriptModule


class ONNXTracedModule(Module):
    pass


# A traced module prints the name of its original class.
class TracedModule(RecursiveScriptModule):
    def _get_name(self):
        return self.original_name


class TopLevelTracedModule(TracedModule):
    pass


class TracerWarning(Warning):
    @staticmethod
    def ignore_lib_warnings():
        pass


class TracingCheckError(Exception):
    def __init__(self, graph_diff_error, tensor_compare_error, extra_msg=None):
        parts = ['the trace failed its check']
        if extra_msg is not None:
            parts.append(extra_msg)
        if graph_diff_error is not None:
            parts.append('tracing again gives another graph: ' + graph_diff_error)
        if tensor_compare_error is not None:
            parts.append('tracing again gives other constants: ' + tensor_compare_error)
        self.message = '\n'.join(parts)
        super().__init__(self.message)


def is_tracing() -> bool:
    if is_scripting():
        return False
    return _C._is_tracing()


# A function to compile when a trace calls it. In the static domain it is the function itself.
def script_if_tracing(fn):
    wrapper = fn
    if hasattr(_C, '_trace_function'):
        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            return (torch.jit.script(fn) if is_tracing() else fn)(*args, **kwargs)
    wrapper.__original_fn = fn
    wrapper.__script_if_tracing_wrapper = True
    return wrapper


_script_if_tracing = script_if_tracing
