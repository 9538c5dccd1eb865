#!/usr/bin/python3
"""Builds every model of the installed torchvision in the evaluator, and compares its text with PyTorch's.

usage: torchvision_build.py [--json] [--show] [--run PROGRAM] [MODEL...]
The text has the model's repr and the names and shapes of its state. --show prints the differences. PROGRAM is python_run; the
default is the program in $JITSCOPE_BIN.
"""
import argparse
import contextlib
import difflib
import io
import json
import os
import subprocess
import sys
import tempfile
import time

PACKAGES = "/usr/lib/python3/dist-packages"
# This folder has a suite with the name of the package.
sys.path[0] = PACKAGES
SHOW = "print(m)\nprint([(k, tuple(v.shape)) for k, v in m.state_dict().items()])\n"


def call(builder):
    import inspect

    names = [name for name in ("weights", "weights_backbone") if name in inspect.signature(builder).parameters]
    return f"{builder.__name__}({', '.join(name + '=None' for name in names)})"


def program(builder):
    return f"from {builder.__module__} import {builder.__name__}\nm = {call(builder)}\n" + SHOW


def without_values(torch):
    """Replaces the initialisation of weights, which takes minutes. Shapes do not depend on it."""
    def same(tensor, *args, **kwargs):
        return tensor

    for name in dir(torch.nn.init):
        if name.endswith("_") and not name.startswith("__"):
            setattr(torch.nn.init, name, same)
    for name in ("normal_", "uniform_", "fill_", "zero_", "trunc_normal_"):
        if hasattr(torch.Tensor, name):
            setattr(torch.Tensor, name, same)


def theirs(source):
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(source, "model.py", "exec"), {})
    return output.getvalue()


def ours(runner, source):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)
        started = time.monotonic()
        done = subprocess.run([runner, "--static", "--path", PACKAGES, path], capture_output=True, text=True, timeout=300)
        return done.stdout, done.stderr, time.monotonic() - started


def differences(expected, got):
    lines = difflib.unified_diff(expected.splitlines(), got.splitlines(), "PyTorch", "evaluator", lineterm="", n=0)
    return "\n".join(line[:300] for line in lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--run", default=os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "python_run"))
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    import torch
    from torchvision import models

    without_values(torch)
    failures = []
    names = options.models or models.list_models()
    seconds = 0.0
    for name in names:
        source = program(models.get_model_builder(name))
        got, errors, taken = ours(options.run, source)
        seconds += taken
        expected = theirs(source)
        if got == expected:
            continue
        failures.append(name)
        if options.show:
            print(f"== {name}\n{differences(expected, got)}\n{errors[-2000:]}", flush=True)
    result = {"models": len(names), "equal": len(names) - len(failures), "seconds": round(seconds, 2), "failures": failures}
    if options.json:
        print(json.dumps(result))
    else:
        print(f"{'models of torchvision':<30}{result['models']:>6}")
        print(f"{'print as with PyTorch':<30}{result['equal']:>6}")
        for name in failures:
            print(f"  differs: {name}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
