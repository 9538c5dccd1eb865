#!/usr/bin/python3
"""Compares the Python part of our torch.nn with the installed PyTorch.

usage: prelude_nn.py [--show] [--only NAME] [--theirs MODULE]...
Two processes import torch: one the installed package, the other with the files of core/prelude/lib/torch in place
of PyTorch's. Both run the same cases: modules of nn_cases/*.py (CASES: class, constructor, arguments of
forward) and the snippets of nn_cases/snippets.py. The suite compares attributes, text, state, results, classes of
exceptions and the compiled code of all methods. --theirs keeps one installed module (torch.nn.functional, ...).
Needs Debian's python3-torch, and python3-torchvision for nn_cases/models.py.
"""
import sys

sys.path.pop(0)  # this folder's ast.py would hide the standard library's

import argparse
import difflib
import hashlib
import importlib
import importlib.abc
import importlib.metadata
import importlib.util
import json
import os
import re
import subprocess
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "../support"))
import prelude_files  # noqa: E402
from case_sample import Sample  # noqa: E402
from known_failures import KnownFailures  # noqa: E402

SAMPLE = Sample(3)
# Modules that stay PyTorch's: the rest of PyTorch needs them, or other suites test ours.
INSTALLED = ("torch.nn.parallel", "torch.nn.quantized", "torch.utils.data", "torch.optim", "torch.utils.hooks", "torch.types",
             "torch.nn.utils.parametrize", "torch.nn.utils.parametrizations")
TREES = ("torch.nn", "torch.functional")
# Names of attributes that are not compared: the dicts of hooks, and weak references to parameters for torch.compile.
LEFT_OUT = re.compile(r"_hooks?(_with_kwargs|_always_called)?$|^_flat_weight_refs$")


def our_files():
    """{dotted name: path} of our replacements for PyTorch's files."""
    found = {}
    prelude = prelude_files.combined(importlib.metadata.version("torch"))
    for folder, _, files in os.walk(prelude):
        for file in files:
            path = os.path.join(folder, file)
            name = os.path.relpath(path, prelude)[:-len(".py")].replace(os.sep, ".")
            name = name[:-len(".__init__")] if name.endswith(".__init__") else name
            if name.startswith(TREES) and not name.startswith(INSTALLED):
                found[name] = path
    return found


class OurFiles(importlib.abc.MetaPathFinder):
    """Finds our files before the installed files. Submodules that we lack come from the installed package's folder."""

    def __init__(self, theirs):
        self.files = {name: path for name, path in our_files().items() if name not in theirs}

    def find_spec(self, name, path, target=None):
        if name not in self.files:
            return None
        file = self.files[name]
        folders = None
        if os.path.basename(file) == "__init__.py":
            folders = [os.path.join(path[0], name.rpartition(".")[2])]
        return importlib.util.spec_from_file_location(name, file, submodule_search_locations=folders)


def bridge():
    """Defines in the installed torch the behaviour that our evaluator provides natively to our files."""
    import torch
    Parameter = torch.nn.parameter.Parameter
    # Results computed from parameters are plain tensors.
    Parameter.__torch_function__ = torch._C._disabled_torch_function_impl
    module = torch.nn.modules.module.Module
    if not hasattr(module, "_slow_forward"):
        module._slow_forward = lambda self, *args, **kwargs: self.forward(*args, **kwargs)
    for name in getattr(torch.functional, "__all__", ()):
        setattr(torch, name, getattr(torch.functional, name))
    if not hasattr(torch.nn.parameter, "_ParameterMeta"):  # torchvision's imports want it
        torch.nn.parameter._ParameterMeta = type(Parameter)
    if importlib.util.find_spec("torch.nn.attention"):  # of PyTorch 2, which its torch.nn imports
        importlib.import_module("torch.nn.attention")


def load_list(file, name):
    space = {}
    with open(os.path.join(HERE, "nn_cases", file)) as source:
        exec(compile(source.read(), file, "exec"), space)
    return space.get(name, [])


def cases(only):
    for file in sorted(os.listdir(os.path.join(HERE, "nn_cases"))):
        if file.endswith(".py"):
            yield from SAMPLE.keep((case for case in load_list(file, "CASES") if only in case[0]), lambda case: case[1])


def described(value):
    """A text that is equal for equal values."""
    import torch
    if isinstance(value, torch.nn.Module):
        return f"{type(value).__module__}.{type(value).__qualname__}"
    if isinstance(value, torch.Tensor):
        # The repr of an uninitialized tensor says that it has no shape.
        if "Uninitialized" in type(value).__name__:
            return repr(value)
        facts = f"{type(value).__name__} {value.dtype} {tuple(value.shape)} {value.requires_grad} {value.device}"
        if value.device.type == "meta":
            return facts
        data = value.detach().to_dense() if value.is_sparse else value.detach()
        # Results may differ in the last bits. Weights may not: both sides draw the same random numbers.
        if data.numel() > 10000:
            return f"{facts} {float(data.double().sum())}"
        text = str([round(x, 4) if isinstance(x, float) else x for x in data.rename(None).flatten().tolist()])
        return facts + " " + hashlib.md5(text.replace("-0.0", "0.0").encode()).hexdigest()[:8]
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {described(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return f"{type(value).__name__}(" + ", ".join(map(described, value)) + ")"
    return re.sub(r" at 0x[0-9a-f]+|<function .*>|<bound method .*>", "", repr(value))


def unmangled(code):
    """The code without the numbers of mangled names, which depend on earlier compilations in the process."""
    return re.sub(r"___torch_mangle_\d+\.", "", code)


def attempt(fn):
    try:
        return fn()
    except Exception as error:
        if os.environ.get("PRELUDE_NN_TRACE"):
            raise
        return f"error: {type(error).__name__}"


def class_facts(module):
    kind = type(module)
    result = [" < ".join(f"{base.__module__}.{base.__qualname__}" for base in kind.__mro__),
              f"constants {getattr(kind, '__constants__', None)}"]
    for base in kind.__mro__:
        if base.__module__.startswith("torch.nn.modules") and base.__name__ not in ("Module", "LazyModuleMixin"):
            annotations = base.__dict__.get("__annotations__", {})
            result.append(f"annotations {base.__name__} {sorted(map(str, annotations.items()))}")
    return result


def compiled(module):
    import torch
    try:
        scripted = torch.jit.script(module)
    except Exception as error:
        if os.environ.get("PRELUDE_NN_TRACE"):
            print(error, file=sys.stderr)
        return ["not compiled"]
    result = []
    for name, part in scripted.named_modules():
        for method in sorted(part._c._method_names()):
            result.append(f"{name}.{method}: " + unmangled(part._c._get_method(method).code))
    return result


def run_case(constructor, arguments, space):
    import torch
    torch.manual_seed(1)
    try:
        module = eval(constructor, space)
    except Exception as error:
        return {"constructor": f"error: {type(error).__name__}"}
    result = {"class": class_facts(module), "repr": repr(module)}
    result["attributes"] = [f"{key} {described(value)}" for key, value in vars(module).items()
                            if not LEFT_OUT.search(key)]
    result["state"] = described(attempt(module.state_dict))
    result["code"] = compiled(module)
    if arguments is None:
        return result
    inputs = eval(f"({arguments})", space)
    result["forward"] = described(attempt(lambda: module(*inputs)))
    result["state after"] = described(attempt(module.state_dict))
    if "error" not in result["forward"]:
        result["repr after"] = f"{repr(module)}"
        result["class after"] = class_facts(module)
    return result


def run_snippet(source, space):
    """The results of a snippet: the arguments of its calls of show(), and the class of the error that ends it."""
    import torch
    shown = []
    torch.manual_seed(1)
    space = dict(space, show=lambda *values: shown.append(described(values)))
    end = attempt(lambda: exec(source, space))
    return {"shown": shown + [str(end)]}


def function_code(name, space):
    import torch
    return {"code": attempt(lambda: unmangled(torch.jit.script(eval(name, space)).code))}


def one_side(arguments):
    if arguments.side == "ours":
        sys.meta_path.insert(0, OurFiles(arguments.theirs))
    warnings.simplefilter("ignore")
    import torch
    from collections import OrderedDict
    if arguments.side == "ours":
        bridge()
    space = {"torch": torch, "nn": torch.nn, "F": torch.nn.functional, "OrderedDict": OrderedDict,
             "__name__": "cases"}
    try:
        space["models"] = importlib.import_module("torchvision.models")
    except ImportError:
        pass  # its cases then fail equally on both sides
    results = {}
    for name, constructor, inputs in cases(arguments.only):
        results[f"{name}: {constructor} ({inputs})"] = run_case(constructor, inputs, space)
    for name, source in load_list("snippets.py", "SNIPPETS"):
        if arguments.only in name:
            results[f"snippet: {name}"] = run_snippet(source, space)
    for name in load_list("snippets.py", "FUNCTIONS"):
        if arguments.only in name:
            results[f"function: {name}"] = function_code(name, space)
    json.dump(results, sys.stdout)


def side(name, arguments):
    command = [sys.executable, os.path.abspath(__file__), "--side", name, "--only", arguments.only]
    for module in arguments.theirs:
        command += ["--theirs", module]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"the process with {name} files failed")
    return json.loads(done.stdout)


def lines(value):
    return value.split("\n") if isinstance(value, str) else [line for item in value for line in item.split("\n")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", action="store_true", help="print what differs")
    parser.add_argument("--only", default="", help="cases whose name has this in it")
    parser.add_argument("--theirs", action="append", default=[], help="a module to leave as installed")
    parser.add_argument("--side", choices=["ours", "theirs"], help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.side:
        return one_side(arguments)
    ours, theirs = side("ours", arguments), side("theirs", arguments)
    passed = 0
    known = KnownFailures.of("prelude_nn")
    for case, expected in theirs.items():
        found = ours[case]
        wrong = [key for key in dict(expected, **found) if expected.get(key) != found.get(key)]
        passed += not wrong
        known.judge("prelude_nn", case, not wrong)
        if not wrong:
            continue
        print(f"{case}: {', '.join(wrong)}")
        if arguments.show:
            for key in wrong:
                print("\n".join(difflib.unified_diff(lines(expected.get(key, "")), lines(found.get(key, "")),
                                                     f"PyTorch {key}", f"ours {key}", lineterm="")))
    print(f"{passed}/{len(theirs)}")
    SAMPLE.tell()
    return 0 if known.tell(whole=not SAMPLE and not arguments.only and not arguments.theirs) else 1


if __name__ == "__main__":
    sys.exit(main())
