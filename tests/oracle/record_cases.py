#!/usr/bin/python3
"""Records the installed PyTorch's answers for small functions, in the form of cases.jsonl.

usage: record_cases.py CASES.txt... > more_cases.jsonl
       record_cases.py --changes CASES.jsonl > cases_2.6.jsonl
With --changes, the output has the answers to recorded cases that differ from the file's. In a text, a case begins with a line `#--- id`. Its source follows and defines f. torch.jit.script gets f, after the imports of
tests/conformance/oracle.py. Lines count from the first line of the case. Each case runs in its own process, so that mangled names
do not depend on other cases. A case that kills its process is reported on standard error and left out.
"""
import sys

sys.path.pop(0)  # so that no script of this folder hides a module that PyTorch imports

import importlib.util
import json
import os
import re
import shutil
import tempfile
import warnings

import torch

PREAMBLE = """import torch, math, enum, warnings
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor
from typing import *
from dataclasses import dataclass, field
from collections import namedtuple, OrderedDict
"""


def cases(path):
    with open(path, encoding="utf-8") as file:
        parts = re.split(r"^#--- (\S+)\n", file.read(), flags=re.M)
    for name, source in zip(parts[1::2], parts[2::2]):
        yield name, source.strip("\n") + "\n"


def graph_text(graph):
    text = torch._C._jit_pass_canonicalize(graph.copy()).str(False)
    return re.sub(r" # [^\n]*:\d+:\d+$", "", text, flags=re.M)


def first_line(message, path):
    """The line of the first place in a message, if the place is in the case's file."""
    place = re.search(r'File "([^"]*)", line (\d+)', message)
    if not place or place.group(1) != path:
        return None
    return int(place.group(2)) - PREAMBLE.count("\n")


def record(folder, name, source, target="f"):
    path = os.path.join(folder, f"case_{name}.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(PREAMBLE + source)
    out = dict(id=name, source=source)
    try:
        spec = importlib.util.spec_from_file_location("case_" + name, path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    except Exception as error:
        return print(f"{name}: Python itself refuses it: {error!r}", file=sys.stderr)
    try:
        made = torch.jit.script(eval(target, vars(module)))
        if not hasattr(made, "graph"):
            return dict(out, ok=True, code=None, graph=None)
        out.update(ok=True, code=made.code, graph=graph_text(made.graph))
    except Exception as error:
        out.update(ok=False, line=first_line(str(error), path), exception=type(error).__name__)
        if "CASE_MESSAGES" in os.environ:
            out.update(message=str(error))
    return out


def changes(said, known):
    """The answer to a recorded case, if it differs; the exception alone is not a difference."""
    differs = any(said.get(key) != known.get(key) for key in ("ok", "code", "graph", "line"))
    return {key: value for key, value in said.items() if key != "source"} if differs else None


def in_child(name, answer):
    """Prints what `answer` returns in a process of its own, unless that is None."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        said = answer()
        if said:
            print(json.dumps(said), flush=True)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    if status:
        print(f"{name}: PyTorch dies of it ({status})", file=sys.stderr)


def main():
    warnings.simplefilter("ignore")
    folder = tempfile.mkdtemp()
    if sys.argv[1] == "--changes":
        with open(sys.argv[2], encoding="utf-8") as lines:
            for known in map(json.loads, lines):
                name, source = known["id"], known["source"]
                in_child(name, lambda: changes(record(folder, name, source, known.get("target", "f")) or known, known))
    else:
        for path in sys.argv[1:]:
            for name, source in cases(path):
                in_child(name, lambda: record(folder, name, source))
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
