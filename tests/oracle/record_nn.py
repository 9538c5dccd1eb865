#!/usr/bin/python3
"""Prints the installed PyTorch's answers for modules of torch.nn.

usage: record_nn.py < CONSTRUCTORS > answers.jsonl
The first answer is the list of the public classes of torch.nn.modules. Each line of the input is a Python
expression for a module, in the scope of NAMES. Its answer has text (the repr), state (names and shapes), and codes
(the .code of each method of each submodule) or the reason of the rejection. If the expression raises, the answer
has only an error.
"""
import collections
import json
import os
import sys
import warnings

warnings.simplefilter("ignore")
import torch  # noqa: E402
from torch import nn  # noqa: E402

NAMES = dict(torch=torch, nn=nn, F=nn.functional, OrderedDict=collections.OrderedDict)


def codes(scripted):
    found = {}
    for path, module in scripted.named_modules():
        for name in module._c._method_names():
            found[f"{path}.{name}" if path else name] = module._c._get_method(name).code
    return found


def answer(constructor):
    try:
        module = eval(constructor, NAMES)
    except Exception as error:
        return dict(error=type(error).__name__)
    state = [[name, list(value.shape)] for name, value in module.state_dict().items()
             if not isinstance(value, nn.parameter.UninitializedTensorMixin)]
    found = dict(text=repr(module), state=state)
    try:
        found["codes"] = codes(torch.jit.script(module))
    except Exception as error:
        found["rejected"] = f"{type(error).__name__}: {error}"[:300]
    return found


def answer_alone(constructor):
    """The answer of a fresh process: after a compilation, isinstance() would use the first class of a name."""
    if child := os.fork():
        os.waitpid(child, 0)
    else:
        print(json.dumps(answer(constructor)), flush=True)
        os._exit(0)


torch.set_num_threads(1)
print(json.dumps(nn.modules.__all__), flush=True)
for line in sys.stdin:
    answer_alone(line.strip())
