#!/usr/bin/python3
"""Converts models with `tsdbg convert`, runs them in ONNX Runtime, and compares the results with PyTorch's.

usage: onnx.py [--json] [--all] [--only REGEX] [--keep FOLDER] [--opset N]
Groups: programs of onnx_cases/ scripted; modules of torch.nn, and a model of each family of torchvision, traced and scripted; with --all,
every model of torchvision. A case with a dynamic batch also runs with another batch. ONNX's checker judges each file. --keep leaves models and files in a folder.
"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# This folder's own files would hide packages.
sys.path = [p for p in sys.path if os.path.abspath(p or ".") != HERE] + [
    os.path.join(HERE, "onnx_cases"), os.path.join(HERE, "../support")]

import argparse
import json
import re
import subprocess
import tempfile
import time
import warnings

# Debian's ONNX Runtime and ONNX report on standard error that both define ONNX's operators.
errors = os.dup(2)
with open(os.devnull, "w", encoding="utf-8") as nowhere:
    os.dup2(nowhere.fileno(), 2)
try:
    import onnx
    import onnxruntime
    import torch
    onnx.defs.get_all_schemas()
    missing = None
except ImportError as error:
    missing = error
os.dup2(errors, 2)
if missing:
    print(f"onnx: skipped, {missing}")
    sys.exit(77)

import models
from case_sample import Sample
from known_failures import KnownFailures

TSDBG = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "tsdbg")
SAMPLE = Sample(16)
TOLERANCE = {torch.float64: 1e-9, torch.float32: 1e-4, torch.float16: 1e-2}
LIMIT = 300  # seconds for one conversion


def source(value):
    """The value as Python source; only types and shapes count, so tensors are zeros."""
    if isinstance(value, torch.Tensor):
        return f"torch.zeros({list(value.shape)}, dtype={value.dtype})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {source(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        items = ", ".join(map(source, value))
        return f"[{items}]" if isinstance(value, list) else f"({items},)"
    return repr(value)


def leaves(name, value):
    """(name, value) of the parts that are not containers, named as `tsdbg convert` names them."""
    if isinstance(value, dict):
        value = value.items()
    elif isinstance(value, (list, tuple)):
        value = enumerate(value)
    else:
        return [] if value is None else [(name, value)]
    return [leaf for key, item in value for leaf in leaves(f"{name}.{key}", item)]


def tensors(names, arguments):
    return {name: value for argument, value in zip(names, arguments) for name, value in leaves(argument, value)
            if isinstance(value, torch.Tensor)}


def difference(ours, theirs):
    """Why a result differs; empty when it does not."""
    ours = torch.as_tensor(ours)
    theirs = torch.as_tensor(theirs).detach()
    if ours.shape != theirs.shape:
        return f"shape {list(ours.shape)}, not {list(theirs.shape)}"
    if ours.dtype != theirs.dtype and not (theirs.dim() == 0):
        return f"dtype {ours.dtype}, not {theirs.dtype}"
    tolerance = TOLERANCE.get(theirs.dtype, 0)
    ours, theirs = ours.double(), theirs.double()
    if torch.allclose(ours, theirs, rtol=tolerance * 10, atol=tolerance * max(1.0, float(theirs.abs().max()) if theirs.numel() and theirs.isfinite().all() else 1.0), equal_nan=True):
        return ""
    return f"greatest difference {float((ours - theirs).abs().max()):.3g} of {float(theirs.abs().max()):.3g}"


def run_onnx(path, named):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    wanted = {each.name for each in session.get_inputs()}
    results = session.run(None, {name: value.numpy() for name, value in named.items() if name in wanted})
    found = {}
    for output, result in zip(session.get_outputs(), results):
        if isinstance(result, list):
            found.update({f"{output.name}.{i}": item for i, item in enumerate(result)})
        else:
            found[output.name] = result
    return found


def convert(case, program, path, opset):
    command = [TSDBG, "convert", program, "--inputs", ", ".join(map(source, case.inputs)) or " ", "-o", path]
    if opset:
        command += [f"--opset={opset}"]
    if case.other:
        command += ["--dynamic=" + (case.dynamic or "batch")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    return "" if done.returncode == 0 else (done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]


def judge(case, folder, opset):
    """Why a case fails; empty when it passes."""
    program, path = os.path.join(folder, "model.pt"), os.path.join(folder, "model.onnx")
    for old in (program, path):
        if os.path.exists(old):
            os.remove(old)
    torch.manual_seed(0)
    model = case.make()
    names = [argument.name for argument in (model.schema if isinstance(model, torch.jit.ScriptFunction) else model.forward.schema).arguments]
    names = [name for name in names if name != "self"]
    torch.jit.save(model, program)
    problem = convert(case, program, path, opset)
    if problem:
        return problem
    try:
        onnx.checker.check_model(path)
    except onnx.checker.ValidationError as error:
        return f"onnx.checker: {str(error).strip().splitlines()[0]}"
    for inputs in [case.inputs] + ([case.other] if case.other else []):
        torch.manual_seed(1)
        with torch.no_grad():
            copies = [value.clone() if isinstance(value, torch.Tensor) else value for value in inputs]
            theirs = dict(leaves("output", model(*copies)))
        ours = run_onnx(path, tensors(names, inputs))
        if ours.keys() != theirs.keys():
            return f"the results are {sorted(ours)}, not {sorted(theirs)}"
        for name, result in theirs.items():
            wrong = difference(ours[name], result)
            if wrong:
                return f"{name}: {wrong}"
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--keep")
    parser.add_argument("--opset", type=int)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(2)
    torch._C._jit_set_profiling_executor(False)  # each call would compile anew for its sizes
    torch._C._jit_set_profiling_mode(False)
    known = KnownFailures.of("onnx")
    groups = {}
    cases = [case for case in models.cases(arguments.all) if re.search(arguments.only, f"{case.group} {case.name}")]
    if not arguments.only:
        cases = SAMPLE.keep(cases, lambda case: case.group + case.name)
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or temporary
        os.makedirs(folder, exist_ok=True)
        for case in cases:
            start = time.time()
            try:
                problem = judge(case, folder, arguments.opset)
            except Exception as error:  # of PyTorch, or of ONNX Runtime
                problem = f"{type(error).__name__}: {(str(error).strip().splitlines() or [''])[0]}"[:300]
            known.judge(case.group, case.name, not problem)
            passed, total = groups.get(case.group, (0, 0))
            groups[case.group] = passed + (not problem), total + 1
            if problem or arguments.only:
                print(f"{'failed' if problem else 'ok'}\t{case.group}\t{case.name}\t{time.time() - start:.1f} s\t{problem}", flush=True)
    for group, (passed, total) in groups.items():
        print(json.dumps(dict(group=group, passed=passed, total=total)) if arguments.json else f"{group}: {passed} of {total}")
    SAMPLE.tell()
    sys.exit(0 if known.tell(not SAMPLE and not arguments.only and not arguments.all) else 1)


if __name__ == "__main__":
    main()
