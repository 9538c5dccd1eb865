#!/usr/bin/python3
"""Checks that tscheck has a rule for each place where the Python side of PyTorch 1.13 rejects a program or warns.

usage: rejections.py [--json] [--show] [--recorded] [--table FILE]
A case in rejections/*.py starts with a line

    #### PLACE RULE [PROFILES]

PROFILES, as in "1.13-2.6", are the versions with the rejection, if it is not in all. PLACE is a file of torch with the line or the function that rejects the program. tscheck must report RULE, at the line
that ends in "# here" if there is such a line. PyTorch must reject the program or warn when it runs; --recorded skips
PyTorch. --table writes the table of all places, docs/rejections.md; the suite fails when the table is out of date.
"""
import argparse
import collections
import glob
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.remove(HERE)  # its ast.py is a suite
sys.path.append(os.path.join(ROOT, "tests/support"))
from torch_profiles import covers, in_use  # noqa: E402
PAGE = os.path.join(ROOT, "docs", "rejections.md")
CASE = re.compile(r"^#### (\S+) (TS\d{4})(?: ([\d.+-]+))?\n", re.M)
PREAMBLE = """import torch, math, enum, warnings
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor
from typing import *
from dataclasses import dataclass, field
from collections import namedtuple, OrderedDict
"""
# Places without a rule, and the reasons.
WITHOUT = [
    ("frontend.py:651, 790, 800, 822, 849, 875, 891, 938", "unreachable for programs of Python 3.9 or later"),
    ("frontend.py:676", "needs a library (astunparse) that may be installed"),
    ("annotations.py:177, 259", "type comments of functions that Python runs; PyTorch ignores the text after the types"),
    ("_recursive.py:855", "unreachable: PyTorch calls functions without source as Python"),
    ("_jit_internal.py:396, 501, 714, 722, 730, 843, 936, 961, 1050, 1129, 1143, 1171, 1286",
     "arguments of decorators, and functions for PyTorch's own use"),
    ("_script.py:62, 194, 201, 248, 464, 765, 801, 943; _trace.py:1099",
     "errors of a compiled module while the program runs"),
    ("_script.py:367, 1243, 1277, 1280, 1312, 1334; _trace.py:746, 753, 944; _serialization.py; _freeze.py",
     "depends on settings, files and libraries at run time"),
]


def cases():
    for path in sorted(glob.glob(os.path.join(HERE, "rejections", "*.py"))):
        with open(path, encoding="utf-8") as text:
            parts = CASE.split(text.read())
        for place, rule, mark, source in zip(*[iter(parts[1:])] * 4):
            if not mark or covers(mark, in_use()):
                yield place, rule, PREAMBLE + source.strip("\n") + "\n"


def check(path):
    tscheck = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "tscheck")
    done = subprocess.run([tscheck, "--format=json", path], capture_output=True, text=True, timeout=20)
    assert done.returncode in (0, 1), f"tscheck ended with {done.returncode}: {done.stderr.strip()}"
    return [json.loads(line) for line in done.stdout.splitlines()]


def check_with_tscheck(rule, source, path):
    found = check(path)
    here = [number for number, line in enumerate(source.split("\n"), 1) if line.endswith("# here")]
    places = [d["line"] for d in found if d["rule"] == rule]
    assert places, f"{rule} is not reported, but {[d['rule'] for d in found]}"
    assert not here or here[0] in places, f"{rule} is reported at line {places[0]}, not {here[0]}"


def check_with_torch(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            spec.loader.exec_module(module)
        except Exception:
            return
    assert caught, "PyTorch neither refuses it nor warns of it"


def name(rule):
    with open(os.path.join(ROOT, "docs", "rules", rule + ".md"), encoding="utf-8") as page:
        return page.readline().strip().split(": ")[1]


def table():
    rules = collections.defaultdict(list)
    for place, rule, _ in cases():
        if rule not in rules[place]:
            rules[place].append(rule)

    def key(place):
        file, _, line = place.partition(":")
        return file, (int(line), "") if line.isdigit() else (10 ** 6, line)

    lines = ["# Programs that PyTorch rejects, and their rules", "",
             "The table lists the places in the Python side of PyTorch 1.13 that reject a program or warn. The suite",
             "`rejections.py --table docs/rejections.md` generates it from the programs in `tests/conformance/rejections`, and runs",
             "PyTorch and tscheck on them.", "",
             "| place | rules |", "| --- | --- |"]
    for place in sorted(rules, key=key):
        links = [f"[{rule}](rules/{rule}.md) {name(rule)}" for rule in rules[place]]
        lines.append(f"| {place} | {', '.join(links)} |")
    lines += ["", "These places have no rule:", "", "| place | reason |", "| --- | --- |"]
    lines += [f"| {place} | {why} |" for place, why in WITHOUT]
    return "\n".join(lines) + "\n"


def main():
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--recorded", action="store_true")
    parser.add_argument("--table")
    args = parser.parse_args()
    if args.table:
        with open(args.table, "w", encoding="utf-8") as out:
            out.write(table())
        return
    passed, failed = collections.Counter(), collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        for number, (place, rule, source) in enumerate(cases()):
            module = f"rejected_{number}"
            path = os.path.join(folder, module + ".py")
            with open(path, "w", encoding="utf-8") as out:
                out.write(source)
            problems = []
            checks = [(check_with_tscheck, rule, source, path)]
            if not args.recorded:
                checks.append((check_with_torch, module, path))
            for compare, *given in checks:
                try:
                    compare(*given)
                except AssertionError as error:
                    problems.append(str(error))
            if problems:
                failed[place.split(":")[0]].append(f"{place} {rule}: {'; '.join(problems)}")
                if args.show:
                    print(f"--- {place} {rule}: {'; '.join(problems)}\n{source.removeprefix(PREAMBLE)}")
            else:
                passed[place.split(":")[0]] += 1
    with open(PAGE, encoding="utf-8") as page:
        stale = page.read() != table()
    for group in sorted(passed.keys() | failed.keys()):
        total = passed[group] + len(failed[group])
        if args.json:
            counts = dict(passed=passed[group], total=total, fails=failed[group])
            print(json.dumps(dict(suite="rejections", group=group, **counts)))
        else:
            print(f"{group:24} {passed[group]:3} of {total:3}   {' | '.join(failed[group])[:240]}")
    if stale:
        print("docs/rejections.md differs from the cases: --table docs/rejections.md writes it", file=sys.stderr)
    sys.exit(1 if any(failed.values()) or stale else 0)


if __name__ == "__main__":
    main()
