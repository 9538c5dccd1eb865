#!/usr/bin/python3
"""Checks each fix: PyTorch accepts the fixed program, and the program's results are unchanged.

usage: fixes.py [--json] [--show] [--recorded] [RULE...]
The cases are in fixes/*.py, one file for each group of rules. A case starts with a line

    #### TSnnnn TARGET INPUTS, or #### TSnnnn@VERSIONS TARGET INPUTS

TARGET is an expression for torch.jit.script, INPUTS are tuples of arguments, separated by ";;". tscheck must report the
rule with a fix. The suite applies fixes until the rule is not reported; then tscheck must report nothing. PyTorch scripts
the target, and for each input the original, the fixed and the scripted program must agree. With TARGET "trace" the file
itself traces, and must do so without a warning. INPUTS "-" marks programs that Python rejects before the fix. --recorded
skips PyTorch. Each rule in the table of core/fixes/fixes.cpp has a case
or is listed in known/fixes.txt.
"""
import argparse
import collections
import glob
import importlib.util
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.remove(HERE)  # its ast.py is a suite
sys.path.append(os.path.join(HERE, "../support"))
from known_failures import KnownFailures  # noqa: E402
from torch_profiles import covers, in_use  # noqa: E402

CASE = re.compile(r"^#### (TS\d{4})(?:@(\S+))? (\S+) (.+)\n", re.M)
ROUNDS = 8
numbers = itertools.count()


def cases():
    for path in sorted(glob.glob(os.path.join(HERE, "fixes", "*.py"))):
        with open(path, encoding="utf-8") as text:
            parts = CASE.split(text.read())
        for rule, mark, target, inputs, source in zip(*[iter(parts[1:])] * 5):
            if mark and not covers(mark, in_use()):
                continue
            yield rule, target, inputs.strip(), source.strip("\n") + "\n"


def rules_with_fix():
    """The rules in the table of fixes. Those whose fix is attached where the problem is reported are not in it."""
    def read(path):
        with open(os.path.join(HERE, "..", "..", path), encoding="utf-8") as text:
            return text.read()
    codes = {name: f"TS{number}" for number, name in re.findall(r"^TS_RULE\((\d+), (\w+),", read("core/diag/rules.def"), re.M)}
    return {codes[name] for name in re.findall(r"^    \{Rule::(\w+), ", read("core/fixes/fixes.cpp"), re.M)}


def check(source, folder):
    path = os.path.join(folder, "checked.py")
    with open(path, "w", encoding="utf-8") as out:
        out.write(source)
    tscheck = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "tscheck")
    done = subprocess.run([tscheck, "--roots=all", "--format=json", path], capture_output=True, text=True, timeout=20)
    if done.returncode not in (0, 1):
        raise AssertionError(f"tscheck ended with {done.returncode}: {done.stderr.strip()}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def apply(source, edits):
    lines = source.splitlines(keepends=True) + [""]
    starts = list(itertools.accumulate((len(line) for line in lines), initial=0))
    places = [(starts[e["line"] - 1] + e["column"] - 1, starts[e["endLine"] - 1] + e["endColumn"] - 1, e["text"])
              for e in edits]
    for begin, end, text in sorted(places, key=lambda place: place[:2], reverse=True):
        source = source[:begin] + text + source[end:]
    return source


def fixed(rule, source, folder):
    for done in range(ROUNDS):
        everything = check(source, folder)
        found = [d for d in everything if d["rule"] == rule]
        if not found:
            assert done, f"not reported, but {[d['rule'] for d in everything]}"
            return source
        with_fix = [d for d in found if d["fixes"]]
        if not with_fix:
            raise AssertionError(f"reported without a fix: {found[0]['message']}")
        source = apply(source, with_fix[0]["fixes"][0]["edits"])
    raise AssertionError(f"still reported after {ROUNDS} fixes")


def load(source, folder):
    name = f"fix_case_{next(numbers)}"
    path = os.path.join(folder, name + ".py")
    with open(path, "w", encoding="utf-8") as out:
        out.write(source)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def results(target, module, inputs, script):
    """The result of the target for each input: a value, or the class of an exception."""
    import torch
    out = []
    for text in inputs:
        torch.manual_seed(0)
        called = eval(target, vars(module))
        called = called.eval() if isinstance(called, torch.nn.Module) else called
        if script:
            called = torch.jit.script(called)
        arguments = eval(text, vars(module))
        try:
            out.append((called(*arguments), arguments))
        except Exception as error:
            # Scripted code raises torch.jit.Error for every exception.
            out.append("raises")
    return out


def same(a, b):
    import torch
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        return a.shape == b.shape and a.dtype == b.dtype and torch.allclose(a, b, equal_nan=True)
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return list(a) == list(b) and all(same(a[key], b[key]) for key in a)
    return a == b


def check_with_torch(target, inputs, source, after, folder):
    import warnings
    import torch
    if target == "trace":
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            load(after, folder)
        told = [str(w.message) for w in caught if issubclass(w.category, torch.jit.TracerWarning)]
        assert not told, f"PyTorch warns of the fixed program: {told[0]}"
        return
    module = load(after, folder)
    if inputs == "-":
        made = eval(target, vars(module))
        torch.jit.script(made)
        return
    tuples = inputs.split(" ;; ")
    now, scripted = results(target, module, tuples, False), results(target, module, tuples, True)
    assert same(now, scripted), f"fixed it gives {now}, and scripted {scripted}"
    if not target.startswith("!"):
        before = results(target, load(source, folder), tuples, False)
        assert same(before, now), f"before it gives {before}, and fixed {now}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--recorded", action="store_true")
    parser.add_argument("rules", nargs="*")
    args = parser.parse_args()
    passed, failed = collections.Counter(), collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        for rule, target, inputs, source in cases():
            if args.rules and rule not in args.rules:
                continue
            after = ""
            try:
                after = fixed(rule, source, folder)
                left = check(after, folder)
                assert not left, f"tscheck still says: {left[0]['message']} [{left[0]['rule']}]" if left else ""
                if not args.recorded:
                    check_with_torch(target, inputs, source, after, folder)
                passed[rule] += 1
            except Exception as error:
                failed[rule].append(str(error).strip().split("\n")[0] if not args.show else str(error))
                if args.show:
                    print(f"--- {rule} {target}\n{source}--- fixed:\n{after}--- {error}")
            else:
                if args.show and args.rules:
                    print(f"--- {rule} {target}\n{after}")
    rules = sorted(passed.keys() | failed.keys())
    for rule in rules:
        total = passed[rule] + len(failed[rule])
        if args.json:
            print(json.dumps(dict(suite="fixes", group=rule, passed=passed[rule], total=total, fails=failed[rule])))
        else:
            print(f"{rule}  {passed[rule]:2} of {total:2}   {'; '.join(failed[rule])[:180]}")
    known = KnownFailures("fixes")
    for rule in [] if args.rules else sorted(rules_with_fix()):
        known.judge("has a case", rule, rule in rules)
    if not args.json:
        print(f"{len(rules) - len([r for r in rules if failed[r]])} of {len(rules)} rules, {sum(passed.values())} fixes")
    sys.exit(0 if known.tell(whole=not args.rules) and not any(failed.values()) else 1)


if __name__ == "__main__":
    main()
