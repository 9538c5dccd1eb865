import collections
import sys
import types
import warnings

import _host
from typing import Any, NamedTuple

from torch import _C
from torch._C import Graph, ScriptFunction
from torch._jit_internal import FunctionModifiers, export, get_torchscript_modifier, is_ignored_fn
from torch.nn import Module


# A program that runs is told once of each function of torch.jit that PyTorch deprecates. Other domains have no program.
_told = set()  # @2.11+


def _warn_deprecated(name, instead):  # @2.11+
    if sys.argv[0] and name not in _told:
        _told.add(name)
        warnings.warn(f'`torch.jit.{name}` is deprecated. Please switch to {instead}.', DeprecationWarning)


class Attribute(NamedTuple):
    value: Any
    type: Any


# Modules with methods marked by script_method are compiled after their construction. The instance then delegates to the
# compiled module: parameters, attributes and methods are the compiled ones.
class ScriptMeta(type):
    def __call__(cls, *args, **kwargs):
        made = super().__call__(*args, **kwargs)
        if _host.active and _C._jit_is_enabled() and not isinstance(made, RecursiveScriptModule) and _has_script_methods(cls):
            made._compile()
        return made


def _has_script_methods(cls):
    return any(getattr(member, '_is_script_method', False) for each in cls.__mro__ for member in vars(each).values())


class ScriptModule(Module, metaclass=ScriptMeta):
    def __init__(self):
        super().__init__()

    def define(self, src):
        if _host.active:
            return _host.unavailable("JitScope doesn't compile methods given as text")

    def _compile(self):
        compiled = _wrap_module(_C._jit_compile_module(self))
        state = self.__dict__
        for name in list(state):
            if name in ('_parameters', '_buffers', '_modules', 'training') or compiled._c.has_attribute(name):
                del state[name]
        state['_actual_script_module'] = compiled

    def __getattr__(self, name):
        compiled = self.__dict__.get('_actual_script_module')
        return super().__getattr__(name) if compiled is None else getattr(compiled, name)

    def __setattr__(self, name, value):
        compiled = self.__dict__.get('_actual_script_module')
        super().__setattr__(name, value) if compiled is None else setattr(compiled, name, value)

    def __getattribute__(self, name):
        # The class still has the original methods.
        if not name.startswith('_'):
            compiled = object.__getattribute__(self, '__dict__').get('_actual_script_module')
            if compiled is not None and (compiled._c.has_method(name) or name in _OF_COMPILED):
                return getattr(compiled, name)
        return super().__getattribute__(name)


# Attributes that only the compiled module has.
_OF_COMPILED = ('code', 'graph', 'inlined_graph', 'save', 'save_to_buffer', 'original_name')


# The parameters or buffers of a compiled module: its slots hold them.
class _Slots:
    def __init__(self, handle, kind):
        self._handle = handle
        self._kind = kind

    def keys(self):
        return self._handle.names(self._kind)

    __iter__ = lambda self: iter(self.keys())

    def values(self):
        return [self._handle.get(name) for name in self.keys()]

    def items(self):
        return [(name, self._handle.get(name)) for name in self.keys()]

    def __len__(self):
        return len(self.keys())

    def __contains__(self, name):
        return name in self.keys()

    def __getitem__(self, name):
        if name not in self:
            raise KeyError(name)
        return self._handle.get(name)

    def get(self, name, default=None):
        return self._handle.get(name) if name in self else default

    def __setitem__(self, name, value):
        if name not in self:
            raise RuntimeError(f"can't add a parameter to a compiled module: {name}")
        self._handle.set(name, value)


# The value of `module.method` for a compiled module.
class ScriptMethod:
    def __init__(self, handle, name, owner):
        self._handle = handle
        self.name = self.__name__ = name
        self.owner = owner

    def __call__(self, *args, **kwargs):
        return self._handle.run(self.name, args, kwargs)

    @property
    def graph(self):
        return Graph(self._handle, self.name)

    @property
    def inlined_graph(self):
        return Graph(self._handle, self.name, True)

    @property
    def code(self):
        return self._handle.code(self.name)

    @property
    def schema(self):
        return self._handle.schema(self.name)


class RecursiveScriptModule(ScriptModule):
    def __init__(self, handle):
        state = self.__dict__
        state['_c'] = handle
        super().__init__()
        del state['training']
        state['_parameters'] = _Slots(handle, 1)
        state['_buffers'] = _Slots(handle, 2)
        for name in handle.names(3):
            state['_modules'][name] = _wrap_module(handle.submodule(name))
        original = handle.original()
        if original is not None:
            self._take_over(original)

    # Members that stay Python: marked methods, and the indexing and iteration of containers, which return the original
    # modules, as in PyTorch.
    def _take_over(self, original):
        state = self.__dict__
        for cls in reversed(type(original).__mro__):
            for name, member in vars(cls).items():
                if not isinstance(member, types.FunctionType):
                    continue
                if is_ignored_fn(member):
                    state[name] = types.MethodType(member, self)
                elif name in vars(RecursiveScriptModule) and get_torchscript_modifier(member) is FunctionModifiers.COPY_TO_SCRIPT_WRAPPER:
                    state[name] = types.MethodType(member, original)

    @property
    def original_name(self):
        return self._c.type_name().rsplit('.', 1)[-1]

    @property
    def forward(self):
        return self.__getattr__('forward')

    @property
    def graph(self):
        return self.forward.graph

    @property
    def inlined_graph(self):
        return self.forward.inlined_graph

    @property
    def code(self):
        return self.forward.code

    @property
    def code_with_constants(self):
        return (self.forward.code, _Constants())

    def forward_magic_method(self, name, *args, **kwargs):
        own = self.__dict__.get(name)
        if own is None:
            own = ScriptMethod(self._c, name, self) if self._c.has_method(name) else None
        if own is None:
            raise NotImplementedError()
        return own(*args, **kwargs)

    def __iter__(self):
        return self.forward_magic_method('__iter__')

    def __getitem__(self, index):
        return self.forward_magic_method('__getitem__', index)

    def __len__(self):
        return self.forward_magic_method('__len__')

    def __contains__(self, key):
        return self.forward_magic_method('__contains__', key)

    def __bool__(self):
        return True

    def extra_repr(self):
        return f'original_name={self.original_name}'

    def graph_for(self, *args, **kwargs):
        return self.forward.graph

    def get_debug_state(self, *args, **kwargs):
        return _host.unavailable("compiled modules don't have a debug state in JitScope")

    def __getattr__(self, name):
        state = self.__dict__
        modules = state.get('_modules')
        if modules is not None and name in modules:
            return modules[name]
        handle = state['_c']
        if handle.has_attribute(name):
            return handle.get(name)
        if handle.has_method(name):
            method = state[name] = ScriptMethod(handle, name, self)
            return method
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        handle = self.__dict__.get('_c')
        if handle is None or not handle.has_attribute(name):
            self.__dict__[name] = value
            return
        if name in self.__dict__.get('_modules', ()):
            raise RuntimeError(f'cannot replace a submodule of a compiled module: {name}')
        handle.set(name, value)

    def __copy__(self):
        return _wrap_module(self._c)

    def __deepcopy__(self, memo):
        made = memo[id(self)] = _wrap_module(self._c.copy())
        return made

    def save(self, f, _extra_files=None):
        from torch.jit import save
        return save(self, f, _extra_files)

    def save_to_buffer(self, _extra_files=None):
        from torch import _C
        return _C._save_module(self._c, None, _extra_files)


class _Constants:
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


# The Python object of a compiled module. Each has exactly one while the program runs.
_wrappers = {}


def _wrap_module(handle):
    made = _wrappers.get(handle)
    if made is None:
        made = _wrappers[handle] = RecursiveScriptModule(handle)
    return made


# The Python class of a named tuple type of compiled code.
def _named_tuple(name, fields, values):
    return collections.namedtuple(name, fields)(*values)


# Marks a method of a ScriptModule to be compiled even if forward doesn't call it.
def script_method(fn):
    fn._is_script_method = True
    return export(fn)


def interface(obj):
    obj.__torch_script_interface__ = True
    return obj


def _unwrap_optional(x):
    assert x is not None, 'Unwrapping null optional'
    return x
