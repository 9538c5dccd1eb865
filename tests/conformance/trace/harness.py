"""Defines and runs the cases of the suite "trace". Both PyTorch and tsdbg run the programs, which print a line of JSON for each case.

    @case(lambda: (torch.rand(2, 3),), lambda: (torch.rand(4, 3),))
    def add(x):
        return x + x

    run_all()

The first function returns the inputs for tracing, the others return inputs for running the trace. A class is a module: it is
created without arguments, in eval mode unless the case has train=True. With made=True the function creates the module. Other
options go to torch.jit.trace.
"""
import json
import re
import sys
import warnings

import torch

_cases = []


def case(example, *others, train=False, made=False, **options):
    def add(target):
        _cases.append((target, example, others, train, made, options))
        return target
    return add


def values_of(result):
    if isinstance(result, torch.Tensor):
        return result.detach().tolist()
    if isinstance(result, dict):
        return {str(key): values_of(item) for key, item in result.items()}
    if isinstance(result, (list, tuple)):
        return [values_of(item) for item in result]
    return result


def inputs_of(make):
    torch.manual_seed(7)
    return make()


def graph_of(graph):
    text = torch._C._jit_pass_canonicalize(graph.copy()).str(False)
    return re.sub(r'( # [^\n]*:\d+:\d+)?$', '', re.sub(r'___torch_mangle_\d+\.', '', text), flags=re.M)


def submodule_codes(traced):
    found = {}
    for name, module in traced.named_modules():
        if not isinstance(module, torch.jit.ScriptModule):
            continue
        for method in ('forward', 'forward1', 'forward2'):
            if module._c._has_method(method):
                found[f'{name}.{method}'] = re.sub(r'___torch_mangle_\d+\.', '', module._c._get_method(method).code)
    return found


def lost(warned):
    return [(w.lineno, str(w.message)) for w in warned if w.category is torch.jit.TracerWarning]


def run(target, example, others, train, made, options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always', torch.jit.TracerWarning, append=True)
        try:
            traced_thing = target
            if made or isinstance(target, type):
                torch.manual_seed(3)
                traced_thing = target().train(train)
            traced = torch.jit.trace(traced_thing, inputs_of(example), **options)
        except Exception as error:
            return dict(error=type(error).__name__, why=str(error), lost=lost(caught))
    found = dict(graph=graph_of(traced.graph), inlined=graph_of(traced.inlined_graph), code=traced.code,
                 lost=lost(caught), results=[])
    if isinstance(traced, torch.nn.Module):
        found['codes'] = submodule_codes(traced)
    with torch.no_grad():
        for make in (example, *others):
            torch.manual_seed(5)
            try:
                found['results'].append(values_of(traced(*inputs_of(make))))
            except Exception as error:
                found['results'].append(type(error).__name__)
    return found


def run_all():
    chosen = sys.argv[1:]
    for target, *rest in _cases:
        if not chosen or target.__name__ in chosen:
            print(json.dumps(dict(run(target, *rest), name=target.__name__)))
