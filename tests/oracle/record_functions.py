#!/usr/bin/env python3
"""Writes core/ops/data/functions.txt: the results of scripting PyTorch's and torchvision's own Python functions.

Each line has a Python name and fields, separated by tabs:

  NAME  function   QUALIFIED  FILE:LINE  COMPILES  SCHEMA
  NAME  overloads  QUALIFIED  FILE:LINE  COMPILES  SCHEMA  SCHEMA ...      in the order in which they are tried
  NAME  dispatch   ARGUMENT   INDEX      DEFAULT   NAME IF TRUE  NAME IF FALSE

COMPILES lists the qualified names that the first use of the function adds to the compilation unit of a process, in order.
An int default of a sized list ("int[2] padding=0") is an int, not a list of two.
Functions that PyTorch treats as operators, ignores or rejects have no line. Functions with an enum or a class as
parameter have no line either, because the type comes with the source that defines it.

profiles.py says how the file holds the functions of both profiles of PyTorch.

Usage: record_functions.py [FILE]
"""

import sys

sys.path.append(sys.path.pop(0))  # behind the libraries, whose modules these scripts must not hide

import importlib
import importlib.util
import inspect
import json
import os
import pkgutil
import warnings

import torch
import torch._jit_internal as internal
import torch.jit._script as script
import torchvision

import profiles

OUTPUT = sys.argv[1] if len(sys.argv) > 1 else "core/ops/data/functions.txt"
MODULES = """torch torch.functional torch.nn.functional torch.nn.init torch.nn.grad torch.nn._reduction
torch.nn.modules.utils torch.nn.utils torch.nn.utils.rnn torch.nn.utils.clip_grad torch.nn.utils.convert_parameters
torch._lowrank torch._linalg_utils torch._jit_internal torch._utils torch.overrides torch._tensor torch.random
torch.nn.quantized.functional torch.backends.mha torch.compiler torch.utils.backend_registration""".split()


def modules():
    for name in MODULES:
        if importlib.util.find_spec(name):
            yield name, importlib.import_module(name)
    for info in pkgutil.walk_packages(torchvision.__path__, "torchvision."):
        if info.name.startswith(("torchvision.datasets", "torchvision.prototype", "torchvision.io")):
            continue
        try:
            yield info.name, importlib.import_module(info.name)
        except Exception:
            continue


def module_path(fn):
    """FILE:LINE of the function, relative to the parent folder of its package."""
    code = inspect.unwrap(fn).__code__
    path = code.co_filename
    for package in ("torch", "torchvision"):
        root = os.path.dirname(os.path.dirname(sys.modules[package].__file__)) + os.sep
        if path.startswith(root):
            path = path[len(root):]
    return f"{path}:{code.co_firstlineno}"


def compiled():
    return " ".join(f.qualified_name for f in torch.jit._state._python_cu.get_functions())


def spell(schema):
    """The text of the schema. PyTorch's str(schema) fails on an int default of a sized list."""
    try:
        return str(schema)
    except RuntimeError:
        pass
    arguments = []
    for argument in schema.arguments:
        text = argument.type.str()
        if argument.N:
            text = text.replace("[]", f"[{argument.N}]")
        text += " " + argument.name
        if argument.has_default_value():
            default = argument.default_value
            assert default is None or isinstance(default, (bool, int)), schema.name
            text += f"={default}"
        arguments.append(text)
    results = [result.type.str() for result in schema.returns]
    returns = results[0] if len(results) == 1 and not results[0].startswith("(") else f"({', '.join(results)})"
    return f"{schema.name}({', '.join(arguments)}) -> {returns}"


def describe(fn):
    """The fields of a function, computed in its own process; None when PyTorch rejects it."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        fields = None
        try:
            overloads = script._get_overloads(fn)
            kind = "overloads" if overloads else "function"
            made = overloads or [torch.jit.script(fn)]
            if all(isinstance(m, torch.jit.ScriptFunction) for m in made):
                fields = [kind, made[0].qualified_name, module_path(fn), compiled()] + [spell(m.schema) for m in made]
        except Exception:
            pass
        os.write(write, json.dumps(fields).encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as stream:
        answer = stream.read()
    os.waitpid(pid, 0)
    return json.loads(answer) if answer else None


def spelled(value):
    return "None" if value is None else str(value)


def main():
    warnings.simplefilter("ignore")
    lines = {}
    names = {}  # names of the functions of dispatches
    found = []
    for module, content in modules():
        for attribute, fn in sorted(vars(content).items()):
            if not inspect.isfunction(fn):
                continue
            home = getattr(fn, "__module__", None) or ""
            if home.split(".")[0] not in ("torch", "torchvision"):
                continue
            found.append((f"{module}.{attribute}", fn))
            if home == module or fn not in names:
                names[fn] = f"{module}.{attribute}"
    known = {}
    for name, fn in found:
        if fn in internal.boolean_dispatched:
            dispatch = internal.boolean_dispatched[fn]
            lines[name] = ["dispatch", dispatch["arg_name"], spelled(dispatch["index"]), spelled(dispatch["default"]),
                           names[dispatch["if_true"]], names[dispatch["if_false"]]]
            continue
        if torch.jit._builtins._find_builtin(fn) or internal.is_ignored_fn(fn):
            continue
        if fn not in known:
            known[fn] = describe(fn)
        if known[fn] and not any("__torch__." in schema for schema in known[fn][4:]):
            lines[name] = known[fn]
    for name, fields in lines.items():
        assert not any("\t" in field or "\n" in field for field in fields), name
    comments = ["PyTorch's results of scripting its own and torchvision's functions: 1.13 with 0.14, 2.6 with 0.21.",
                "Written by tests/oracle/record_functions.py, which describes the format. Sorted by name."]
    profiles.write(OUTPUT, torch.__version__, ["\t".join([name] + fields) for name, fields in lines.items()], comments,
                   lambda line: line.split("\t")[0])


main()
