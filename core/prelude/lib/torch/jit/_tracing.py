# torch.jit.trace in running programs. core/trace records the graph. This file handles the rest: finding submodules,
# calling them while a trace records, and checking the trace.
import inspect
import re
import warnings

import torch
from torch import _C
from torch._jit_internal import FunctionModifiers, get_torchscript_modifier
from torch.nn import Module
from torch.nn.modules import module as _module
from torch.nn.parameter import is_lazy
from ._script import ScriptModule, ScriptMethod, _wrappers
from ._trace import TopLevelTracedModule, TracedModule, TracerWarning, TracingCheckError

warnings.filterwarnings('ignore', category=TracerWarning, module='torch.(?!jit)')

torch.autograd.function._on_apply = _C._trace_python_function
_scopes = None  # while a module is traced: the path of each submodule


def trace_function(func, inputs, check_trace, check_inputs, tolerance, strict):
    inputs = _as_tuple(inputs)
    if isinstance(getattr(func, '__self__', None), Module):
        raise AttributeError('use torch.jit.trace_module to trace a method of a module')
    name = _qualified_name(func)
    made = _C.ScriptFunction(_C._trace_function(name, func, inputs, strict, _argument_names(func)))
    made.__name__ = getattr(func, '__name__', type(func).__name__)
    made.__doc__ = getattr(func, '__doc__', None)
    if check_trace:
        def again(inputs):
            return trace_function(func, inputs, False, None, tolerance, strict)
        for each in [inputs] if check_inputs is None else check_inputs:
            _check(func, made, again, _as_tuple(each), tolerance)
    return made


def trace_methods(mod, inputs, check_trace, check_inputs, tolerance, strict):
    global _scopes
    outer = _scopes
    _scopes = {}
    call = Module.__call__
    try:
        _add_scopes(mod, '__module')
        Module.__call__ = _recorded_call
        made = _make_module(mod, TopLevelTracedModule)
        for name, example in inputs.items():
            method = getattr(mod, name)
            func = mod if name == 'forward' else method
            _C._trace_method(made._c, name, func, _as_tuple(example), strict, _argument_names(method))
    finally:
        _scopes = outer
        Module.__call__ = call
    if check_trace:
        for each in [inputs] if check_inputs is None else check_inputs:
            for name in inputs:
                def again(example):
                    return getattr(trace_methods(mod, {name: example}, False, None, tolerance, strict), name)
                func = mod if name == 'forward' else getattr(mod, name)
                example = each[name] if isinstance(each, dict) else each
                _check(func, getattr(made, name), again, _as_tuple(example), tolerance)
    return made


def _as_tuple(inputs):
    if isinstance(inputs, (torch.Tensor, dict)):
        return (inputs,)
    return inputs if isinstance(inputs, tuple) else tuple(inputs)


def _argument_names(func):
    try:
        parameters = inspect.signature(func).parameters.values()
    except (TypeError, ValueError):
        return []
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    names = []
    for each in parameters:
        if each.kind in kinds:
            return []
        names.append(each.name)
    return names


def _qualified_name(obj):
    name = getattr(obj, '__name__', None)
    if name is None:
        name = type(obj).__name__
    if name == '<lambda>':
        name = '_lambda'
    module = getattr(obj, '__module__', None) or type(obj).__module__
    return f'{module}.{name}'


# ---- modules

def _add_scopes(mod, path):
    for name, child in mod.named_children():
        _scopes[child] = f'{path}.{name}'
        _add_scopes(child, _scopes[child])


# The traced counterpart of a module, and of each submodule. Below a module with exported methods every module has the
# attributes and constants of a scripted one, because exported methods may read them.
def _make_module(mod, cls, is_scripted=False):
    if isinstance(mod, ScriptModule):
        return mod
    if mod._backward_hooks:
        raise ValueError(f'a module with backward hooks can\'t be traced: {mod}')
    if any(is_lazy(parameter) for parameter in mod._parameters.values()):
        raise RuntimeError(f'a parameter of {type(mod).__name__} has no shape yet: '
                           'call the module once before it is traced')
    for members in (mod._parameters, mod._buffers):
        seen = [id(tensor) for tensor in members.values() if tensor is not None]
        if len(seen) != len(set(seen)):
            raise ValueError("a module that has one parameter under two names can't be traced")
    members = {name: getattr(type(mod), name, None) for name in dir(type(mod))}
    exported = {name: method for name, method in members.items()
                if inspect.isfunction(method) and get_torchscript_modifier(method) is FunctionModifiers.EXPORT}
    is_scripted = is_scripted or bool(exported)
    children = {name: _make_module(child, TracedModule, is_scripted)._c
                for name, child in mod._modules.items() if child is not None}
    handle = _C._trace_module(mod, _qualified_name(type(mod)), children, is_scripted)
    made = _wrappers[handle] = cls(handle)
    for name, method in exported.items():
        _C._trace_export(handle, name, method)
    return made


def _recorded_forward(mod, input, kwargs):
    scope = None if isinstance(mod.forward, ScriptMethod) or _scopes is None else _scopes.get(mod)
    if scope is None or not _C._is_tracing():
        return mod.forward(*input, **kwargs)
    _C._trace_push(scope)
    try:
        return mod.forward(*input, **kwargs)
    finally:
        _C._trace_pop()


# Replaces Module.__call__ while a module is traced.
def _recorded_call(self, *input, **kwargs):
    if not (self._forward_hooks or self._forward_pre_hooks
            or _module._global_forward_hooks or _module._global_forward_pre_hooks):
        return _recorded_forward(self, input, kwargs)
    def forward(*input, **kwargs):
        return _recorded_forward(self, input, kwargs)
    return self._call_with_hooks(forward, input, kwargs)


# ---- checks

def _clone(value):
    if isinstance(value, torch.Tensor):
        return value.detach().clone().requires_grad_(value.requires_grad)
    if isinstance(value, dict):
        return {key: _clone(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        items = [_clone(item) for item in value]
        return type(value)(*items) if hasattr(value, '_fields') else type(value)(items)
    return value


def _tensors(results):
    results = results if isinstance(results, tuple) else (results,)
    return [each for each in results if isinstance(each, torch.Tensor)]


# Traces again, runs the function and both traces, and compares the results. Raises TracingCheckError when the graphs
# differ, and warns when the results differ.
def _check(func, traced, again, inputs, tolerance):
    with torch.no_grad():
        repeated = again(_clone(inputs))
        difference = _difference(traced, repeated)

        def run(callee, what):
            try:
                return _tensors(callee(*_clone(inputs)))
            except Exception as error:
                why = f'the {what} fails on the inputs of the check: {error}'
                raise TracingCheckError(difference, None, why) from error

        expected = run(func, 'Python function')
        got = run(traced, 'trace')
        if _agree(traced, got, expected, 'Python function', tolerance):
            _agree(traced, got, run(repeated, 'repeated trace'), 'repeated trace', tolerance)
        if difference:
            raise TracingCheckError(difference, None)


def _handle(traced):
    return traced._handle if isinstance(traced, ScriptMethod) else traced._c


# A description of the first lines in which two graphs differ; None when the graphs are equal.
def _difference(traced, repeated):
    texts = [re.sub(r'___torch_mangle_[0-9]+\.', '', _handle(each).comparable(each.name))
             for each in (traced, repeated)]
    if texts[0] == texts[1]:
        return None
    lines = [text.splitlines() for text in texts]
    for number, (ours, theirs) in enumerate(zip(*lines), 1):
        if ours != theirs:
            return f'line {number} was "{ours.strip()}" and is "{theirs.strip()}"'
    return f'it had {len(lines[0])} lines and has {len(lines[1])}'


def _agree(traced, got, expected, what, tolerance):
    agrees = True
    for number, (ours, theirs) in enumerate(zip(got, expected), 1):
        why = _why_different(ours, theirs, tolerance)
        if not why:
            continue
        random = _handle(traced).nondeterministic(traced.name)
        if agrees and random:
            _C._trace_warn('nondeterministic', ', '.join(random))
        agrees = False
        subject = f'result {number} of the trace differs from that of the {what}: {why}'
        _C._trace_warn('output-differs', subject)
    return agrees


def _why_different(ours, theirs, tolerance):
    if ours.shape != theirs.shape:
        return f'its size is {tuple(ours.shape)}, not {tuple(theirs.shape)}'
    if ours.numel() == 0:
        return ''
    wide = torch.cdouble if ours.is_complex() or theirs.is_complex() else torch.double
    a, b = ours.to(wide), theirs.to(wide)
    absolute = max(_DEFAULT_ABSOLUTE.get(ours.dtype, 0.0), _DEFAULT_ABSOLUTE.get(theirs.dtype, 0.0))
    differs = ~torch.isclose(a, b, rtol=tolerance, atol=absolute, equal_nan=True)
    count = int(differs.sum())
    return f'{count} of {ours.numel()} elements, by up to {(a - b).abs().max().item():.3g}' if count else ''


_DEFAULT_ABSOLUTE = {torch.float16: 1e-5, torch.bfloat16: 1e-5, torch.float32: 1e-5, torch.float64: 1e-7,
                     torch.complex64: 1e-5, torch.complex128: 1e-7}
