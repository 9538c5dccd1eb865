#!/usr/bin/python3
"""Say what the installed PyTorch makes of modules of torch.nn.

usage: record_nn.py < CONSTRUCTORS > answers.jsonl
A line is a Python expression that makes a module, in the names torch and nn. Its answer has text (the repr), state (names and
shapes) and, if PyTorch scripts the module in evaluation mode, codes: the .code of each method of each submodule; else the
reason. An expression that raises has only an error.
"""
import json
import sys
import warnings

warnings.simplefilter("ignore")
import torch  # noqa: E402
from torch import nn  # noqa: E402


def codes(scripted):
    found = {}
    for path, module in scripted.named_modules():
        for name in module._c._method_names():
            found[f"{path}.{name}" if path else name] = module._c._get_method(name).code
    return found


def answer(constructor):
    try:
        module = eval(constructor, dict(torch=torch, nn=nn))
    except Exception as error:
        return dict(error=type(error).__name__)
    found = dict(text=repr(module), state=[[name, list(value.shape)] for name, value in module.state_dict().items()
                                           if not isinstance(value, nn.parameter.UninitializedTensorMixin)])
    try:
        found["codes"] = codes(torch.jit.script(module.eval()))
    except Exception as error:
        found["rejected"] = f"{type(error).__name__}: {error}"[:300]
    return found


for line in sys.stdin:
    print(json.dumps(answer(line.strip())), flush=True)
