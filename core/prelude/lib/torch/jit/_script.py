from typing import Any, NamedTuple

from torch._C import ScriptFunction
from torch._jit_internal import export
from torch.nn import Module


class Attribute(NamedTuple):
    value: Any
    type: Any


class ScriptModule(Module):
    def __init__(self):
        super().__init__()

    def define(self, src):
        pass


class RecursiveScriptModule(ScriptModule):
    pass


class RecursiveScriptClass:
    pass


class CompilationUnit:
    def __init__(self, lang=None, _frames_up=0):
        self._sources = []
        if lang is not None:
            self.define(lang)

    def define(self, lang, rcb=None, _frames_up=0):
        self._sources.append(lang)


# A method of a ScriptModule that is compiled whether or not forward calls it.
def script_method(fn):
    return export(fn)


def interface(obj):
    obj.__torch_script_interface__ = True
    return obj


def _unwrap_optional(x):
    assert x is not None, 'Unwrapping null optional'
    return x
