#!/usr/bin/python3
"""Records the contents of the modules that users of TorchScript import: core/compiler/data/namespaces.txt.

usage: record_namespaces.py [FILE]
The format is described in core/compiler/resolve/namespaces.h. The modules of Python itself are recorded with PyTorch 1.13 and
Python 3.11 only; profiles.py says how the file holds torch's modules in both profiles.
"""
import sys

sys.path.append(sys.path.pop(0))  # behind the libraries, whose modules these scripts must not hide

import collections, enum, importlib, inspect, pkgutil, types, warnings
import torch

import profiles

OUTPUT = sys.argv[1] if len(sys.argv) > 1 else "core/compiler/data/namespaces.txt"
COMMENTS = ["The members of modules that TorchScript code imports, in PyTorch 1.13 and 2.6 and Python 3.11.",
            "Written by tests/oracle/record_namespaces.py; the format is described in core/compiler/resolve/namespaces.h."]

PLAIN = """abc builtins cmath collections collections.abc copy dataclasses enum functools itertools
math numbers operator random sys time typing types warnings contextlib os os.path logging
torch torch.nn torch.nn.functional torch.nn.init torch.nn.parameter torch.nn.common_types
torch.nn.grad torch.nn.utils torch.nn.utils.rnn torch.nn.parallel torch.nn.quantized torch.nn.intrinsic torch.nn.qat
torch.jit torch.jit.annotations torch._jit_internal torch.jit._script torch.jit.frontend
torch.fft torch.linalg torch.special torch.sparse torch.functional torch.types torch.futures
torch.cuda torch.cuda.amp torch.cpu torch.distributed torch.distributed.rpc torch.autograd
torch.autograd.function torch.autograd.profiler torch.autograd.functional torch.overrides torch.random
torch.serialization torch.storage torch.version torch.hub torch.backends torch.backends.cudnn
torch.backends.mkldnn torch.backends.mps torch.backends.quantized torch.backends.mkl
torch.distributions torch.optim torch.utils torch.utils.data torch.utils.checkpoint torch.utils.cpp_extension
torch.amp torch.quantization torch.ao torch.ao.nn torch.ao.quantization torch.onnx torch.multiprocessing torch.package
torch.profiler torch.fx torch.testing torch.contrib torch.masked torch.nested torch.library
torch._C torch._C._nn torch._C._VariableFunctions torch._C._fft torch._C._linalg torch._C._special
torch._C._sparse torch._VF torch._tensor torch._six torch._torch_docs torch._utils torch._lowrank
torch.backends.mha torch.utils.backend_registration torch.compiler torch.func torch.export torch.nn.attention
torch._linalg_utils torch._ops torch._classes torch._namedtensor_internals""".split()
DYNAMIC = {"torch.ops", "torch.classes"}  # they create every attribute on access


def modules():
    names = list(PLAIN)
    import torch.nn.modules
    names.append("torch.nn.modules")
    names += ["torch.nn.modules." + m.name for m in pkgutil.iter_modules(torch.nn.modules.__path__)]
    for name in names:
        try:
            module = importlib.import_module(name)
        except ImportError:
            module = torch
            for part in name.split(".")[1:]:
                module = getattr(module, part, None)
        if module is not None:
            yield name, module


def members(name, module):
    if name == "torch._VF":
        return dir(torch._C._VariableFunctions)
    return dir(module)


def letter(value):
    """The kind of a value, as a letter of namespaces.h."""
    if isinstance(value, types.ModuleType):
        return "m"
    if inspect.isclass(value):
        for base, sign in ((enum.Enum, "E"), (torch.nn.Module, "M"), (BaseException, "X"), (tuple, "t")):
            if issubclass(value, base):
                return sign
        return "c"
    if isinstance(value, (types.FunctionType, types.MethodType)):
        return "f"
    if isinstance(value, (types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType)):
        return "b"
    if value is None or type(value) in (bool, int, float, str):
        return "v"
    return "o"


def rank(name, value):
    """The sort key of a name for a value with several names. The smallest is the best."""
    parts = name.split(".")
    home = parts[0] == "torch" or getattr(value, "__module__", "") != ".".join(parts[:-1])
    other = getattr(value, "__name__", parts[-1]) != parts[-1]
    return (other, sum(p.startswith("_") for p in parts), home, len(parts), len(name), name)


def describe(own, value, names):
    """The letters for a value, with its best name; for a number its text."""
    sort = letter(value)
    if own in DYNAMIC:
        return "d", ""
    if sort == "m":
        return sort, "" if own == "torch._VF" else value.__name__
    if sort == "v":
        return "v" + type(value).__name__, "" if isinstance(value, str) else repr(value)
    if isinstance(value, torch.dtype):
        return "odtype", str(value)
    if sort == "o":
        sort += type(value).__name__
    if sort == "b" or isinstance(value, (tuple, list, dict)):
        return sort, ""
    return sort, min(names, key=lambda known: rank(known, value))


def is_of_torch(line):
    return line.lstrip("=").startswith(("torch.", "torch\t"))


def main():
    warnings.simplefilter("ignore")
    known = list(modules())
    where = collections.defaultdict(list)
    keep = []
    for name, module in known:
        for member in members(name, module):
            value = getattr(module, member, None)
            keep.append(value)
            where[id(value)].append(f"{name}.{member}")
    lines = {}
    for name, module in known:
        lines["=" + name] = ""
        public = getattr(module, "__all__", None)
        if public is None:
            public = [m for m in members(name, module) if not m.startswith("_")]
        for member in set(members(name, module)):
            try:
                value = getattr(module, member)
            except Exception:
                continue
            if any(c.isspace() for c in member):
                continue
            own = f"{name}.{member}"
            sort, target = describe(own, value, where.get(id(value)) or [own])
            lines[own] = f"{sort}{'' if member in public else '-'}\t{target if target != own else ''}"
    texts = [f"{key}\t{line}" for key, line in lines.items()]
    if profiles.profile_of(torch.__version__) != profiles.PROFILES[0]:
        texts = [text for text in texts if is_of_torch(text)]
        texts += [text for text in profiles.lines_of(OUTPUT, profiles.PROFILES[0]) if not is_of_torch(text)]
    profiles.write(OUTPUT, torch.__version__, texts, COMMENTS, lambda line: line.split("\t")[0])


if __name__ == "__main__":
    main()
