# torch.jit for Python code: decorators, and functions that pass code to the compiler. script and trace are native.
from typing import Final

from torch._C import Future
from torch._jit_internal import (
    _IgnoreContextManager, _isinstance, _overload, _overload_method, export, ignore, is_scripting, unused
)
from ._async import _fork, _wait, fork, wait
from ._freeze import freeze, optimize_for_inference, run_frozen_optimizations
from ._script import (
    Attribute, CompilationUnit, RecursiveScriptClass, RecursiveScriptModule, ScriptFunction, ScriptModule,
    _unwrap_optional, interface, script_method
)
from ._serialization import jit_module_from_flatbuffer, load, save, save_jit_module_to_flatbuffer
from ._trace import (
    ONNXTracedModule, TopLevelTracedModule, TracedModule, TracerWarning, TracingCheckError, _script_if_tracing,
    is_tracing, script_if_tracing
)


class Error(Exception):
    pass


class ScriptWarning(Warning):
    pass


def annotate(the_type, the_value):
    return the_value


def isinstance(obj, target_type):
    return _isinstance(obj, target_type)


def export_opnames(m):
    return []


def set_fusion_strategy(strategy):
    return []


def enable_onednn_fusion(enabled):
    pass


def onednn_fusion_enabled():
    return False


# Contexts that control how compiled code runs; they have no effect here.
class _Setting:
    def __init__(self, *args):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return None


class optimized_execution(_Setting):
    pass


class fuser(_Setting):
    pass


class strict_fusion(_Setting):
    pass


class _hide_source_ranges(_Setting):
    pass
