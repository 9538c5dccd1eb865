#!/usr/bin/python3
"""Compares our compiler with the installed PyTorch on functions of libraries.

usage: functions.py [--json] [--show] [MODULE...]
torch.jit.script gets every top-level function of the modules of torch.nn.functional, torchvision.ops and
torchvision.transforms. Our compiler must accept each function that PyTorch accepts, from the same installed sources, and give
the same `.code`, byte for byte. known/functions-VERSION.txt lists the functions that differ. Needs Debian's python3-torch and python3-torchvision.
"""
import sys

sys.path.pop(0)  # this folder's ast.py would hide the standard library's

import argparse
import difflib
import importlib
import inspect
import json
import os
import pkgutil
import re
import subprocess
import warnings

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from known_failures import KnownFailures  # noqa: E402

ROOTS = ["torch.nn.functional", "torchvision.ops", "torchvision.transforms"]
GROUPS = ("accepted", "code")


def modules():
    for root in ROOTS:
        module = importlib.import_module(root)
        yield module
        for found in pkgutil.iter_modules(getattr(module, "__path__", []), root + "."):
            try:
                yield importlib.import_module(found.name)
            except Exception as error:  # a module whose dependencies are not installed
                print(f"left out {found.name}: {error}", file=sys.stderr)


def unmangled(code):
    """The code without the numbers of mangled names, which depend on earlier compilations in the process."""
    return re.sub(r"___torch_mangle_\d+\.", "", code)


def reference(wanted):
    """(target, code) of every function that PyTorch accepts."""
    import torch
    taken = []
    for module in modules():
        if wanted and module.__name__ not in wanted:
            continue
        for name, function in sorted(vars(module).items()):
            if not inspect.isfunction(function) or function.__module__ != module.__name__ or function.__name__ != name:
                continue
            try:
                made = torch.jit.script(function)
                taken.append((f"{inspect.getsourcefile(inspect.unwrap(function))}:{name}", unmangled(made.code)))
            except Exception:
                continue
    return taken


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("modules", nargs="*")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    taken = reference(args.modules)
    batch = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "compile_batch")
    done = subprocess.run([batch], input="".join(target + "\n" for target, _ in taken), capture_output=True, text=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(taken):
        sys.exit(f"compile_batch ended with {done.returncode} at {taken[len(answers)][0]}: {done.stderr[-2000:]}")
    groups = {group: [0, 0, []] for group in GROUPS}
    known = KnownFailures.of("functions")
    for (target, code), ours in zip(taken, answers):
        name = target.split("dist-packages/")[-1]
        results = [("accepted", ours["ok"])]
        results.append(("code", ours["ok"] and unmangled(ours["code"]) == code))
        for group, passed in results:
            known.judge(group, name, passed)
            groups[group][0] += passed
            groups[group][1] += 1
            if not passed:
                groups[group][2].append(name)
        if args.show and not results[1][1]:
            print(f"--- {name}")
            for d in ours.get("diagnostics", [])[:4]:
                print(f"    {d.get('file')}:{d.get('line')}: {d['message']} [{d['rule']}]")
            if ours.get("error"):
                print(f"    {ours['error']}")
            if ours["ok"]:
                print("\n".join(difflib.unified_diff(code.split("\n"), unmangled(ours["code"]).split("\n"), "PyTorch", "ours", lineterm="")))
    for group, (passed, total, fails) in groups.items():
        if args.json:
            print(json.dumps(dict(suite="functions", group=group, passed=passed, total=total, fails=fails)))
        else:
            print(f"{group:10} {passed:4} of {total:4}  {100 * passed / max(total, 1):6.2f}%   {' '.join(fails[:8])}{' ...' if len(fails) > 8 else ''}")
    fine = known.tell(whole=not args.modules)
    sys.exit(0 if fine and taken else 1)


if __name__ == "__main__":
    main()
