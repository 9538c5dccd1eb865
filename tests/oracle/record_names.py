#!/usr/bin/env python3
"""Writes core/ops/data/names.tsv: the meaning of each public Python name of torch in TorchScript.

Each line has a name, a kind, a target and the number of the target's schemas, separated by tabs. Names that are shared by other
modules of Python (math, builtins) are recorded with PyTorch 1.13 only. profiles.py says how the file holds both profiles.

Usage: record_names.py [FILE]
"""

import sys

sys.path.append(sys.path.pop(0))  # behind the libraries, whose modules these scripts must not hide

import importlib
import inspect
import json
import os
import types
import warnings

import torch
import torch._jit_internal as internal
import torch.jit._script as script
import torchvision

import profiles

OUTPUT = sys.argv[1] if len(sys.argv) > 1 else "core/ops/data/names.tsv"
MODULES = """torch torch.nn.functional torch.functional torch.linalg torch.fft torch.special torch.sparse torch.nn.init
torchvision.ops""".split()
COMMENTS = ["The meaning of each public Python name of torch in TorchScript: name, kind, target, number of schemas.",
            "Written by tests/oracle/record_names.py; sorted by name."]


def schemas(operator):
    return len(torch._C._jit_get_schemas_for_operator(operator))


def compiled(fn):
    """The kind and target of a Python function, found in its own process, because PyTorch may die of it."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            found = ["pyfn_ok", str(torch.jit.script(fn).schema)]
        except Exception as error:
            found = ["pyfn_fail", (str(error).strip().splitlines() or [type(error).__name__])[0]]
        os.write(write, json.dumps(found).encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as stream:
        answer = stream.read()
    os.waitpid(pid, 0)
    return json.loads(answer) if answer else ["pyfn_fail", "PyTorch ends"]


def describe(value):
    """Kind, target and number of schemas of a module's member."""
    operator = torch.jit._builtins._find_builtin(value)
    if operator:
        return ["builtin", operator, schemas(operator)]
    if inspect.isclass(value):
        return ["class", str(value), 0]
    if inspect.isfunction(value) and value in internal.boolean_dispatched:
        dispatch = internal.boolean_dispatched[value]
        names = f"true={dispatch['if_true'].__name__} false={dispatch['if_false'].__name__}"
        return ["boolean_dispatch", f"{dispatch['arg_name']}[idx={dispatch['index']},default={dispatch['default']}]: {names}", 0]
    if inspect.isfunction(value):
        overloads = script._get_overloads(value)
        return ["overload", f"{len(overloads)} overloads", 0] if overloads else [*compiled(value), 0]
    return ["other", type(value).__name__, 0]


def member(name):
    """The line of an attribute of Tensor; only operators whose first argument is a tensor `self` can be its target."""
    kind = "method" if callable(getattr(torch.Tensor, name, None)) else "property"
    found = torch._C._jit_get_schemas_for_operator(f"aten::{name}")
    own = [schema for schema in found if schema.arguments and schema.arguments[0].name == "self"
           and str(schema.arguments[0].type) == "Tensor"]
    target = f"aten::{name}" if own else f"aten::{name}(nonself)" if found else "-"
    return [kind, target, len(own)]


def main():
    warnings.simplefilter("ignore")
    lines = {}
    for module in MODULES:
        for name, value in vars(importlib.import_module(module)).items():
            if isinstance(value, types.ModuleType) or name.startswith("__") or not callable(value):
                continue
            found = describe(value)
            if found[0] != "builtin" or found[2]:
                lines[f"{module}.{name}"] = found
    for name in dir(torch.Tensor):
        lines[f"Tensor.{name}"] = member(name)
    kept = profiles.lines_of(OUTPUT, profiles.PROFILES[0])
    others = [line for line in kept if line.startswith(("builtins.", "math."))]
    texts = ["\t".join([name, *map(str, found)]) for name, found in lines.items()]
    profiles.write(OUTPUT, torch.__version__, texts + others, COMMENTS, lambda line: line.split("\t")[0])


if __name__ == "__main__":
    main()
