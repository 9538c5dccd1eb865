#!/usr/bin/python3
"""Records the Python functions and classes of PyTorch that cannot be compiled: core/compiler/data/uncompilable.txt.

usage: record_uncompilable.py [FILE]
Each line is a name, sorted: the public Python functions and classes of the modules below that torch.jit.script rejects. Each is
tried in a forked child, so that one that kills its process counts as rejected. profiles.py says how the file holds the
functions of both profiles of PyTorch.
"""
import sys

sys.path.append(sys.path.pop(0))  # behind the libraries, whose modules these scripts must not hide

import importlib
import inspect
import os
import warnings

import torch

import profiles

OUTPUT = sys.argv[1] if len(sys.argv) > 1 else "core/compiler/data/uncompilable.txt"
MODULES = """autograd backends.cudnn backends.mkldnn cuda cuda.amp cuda.memory cuda.random distributed futures hub linalg
multiprocessing nn.utils nn.utils.parametrizations nn.utils.rnn overrides profiler quantization random serialization
utils.checkpoint utils.data""".split()
MODULES_OF_CLASSES = "distributions optim utils.data".split()


def compiles(function):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            torch.jit.script(function)
            os.write(writer, b"1")
        finally:
            os._exit(0)
    os.close(writer)
    answer = os.read(reader, 1)
    os.close(reader)
    os.waitpid(child, 0)
    return answer == b"1"


warnings.simplefilter("ignore")
names = set()
for name in MODULES:
    module = importlib.import_module("torch." + name)
    for member, function in vars(module).items():
        if not member.startswith("_") and inspect.isfunction(function) and not compiles(function):
            names.add(f"torch.{name}.{member}")
for name in MODULES_OF_CLASSES:
    module = importlib.import_module("torch." + name)
    for member, cls in vars(module).items():
        if not member.startswith("_") and inspect.isclass(cls) and not issubclass(cls, torch.nn.Module) and not compiles(cls):
            names.add(f"torch.{name}.{member}")
profiles.write(OUTPUT, torch.__version__, names, [], lambda line: line)
