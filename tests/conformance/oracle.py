#!/usr/bin/python3
"""Compares our compiler with PyTorch's recorded answers for small functions and modules.

usage: oracle.py [--json] [--show] [--torch=VERSION] [ID...]
The suite needs no PyTorch: 1.13's answers are in tests/oracle/cases.jsonl and in more_cases.jsonl, whose programs were written to
find differences (groups "more: ..."). cases_2.6.jsonl has the answers of 2.6 that differ, new_in_2.6.jsonl further cases of 2.6 and later
versions, and so on. Without --torch the suite runs under every version, the newest first. It compares acceptance, the line of the first error, and
the code and the graph of accepted cases, byte for byte. known/oracle-VERSION.txt lists the cases that differ. tscheck must report each rejected case, under a rule with a page and at PyTorch's line, and must
report no error for an accepted case. --show prints the differences; IDs select cases.
"""
import sys

sys.path.pop(0)  # this folder's ast.py would hide the standard library's

import argparse
import collections
import difflib
import json
import os
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "../support"))
from known_failures import KnownFailures  # noqa: E402
from torch_profiles import PROFILES  # noqa: E402

# Files of tests/oracle, and the prefix of their groups.
FILES = {"cases.jsonl": "", "more_cases.jsonl": "more: "}
PREAMBLE = """import torch, math, enum, warnings
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor
from typing import *
from dataclasses import dataclass, field
from collections import namedtuple, OrderedDict
"""
GROUPS = ("accept or reject", "line of the first error", "code", "graph", "tscheck: rejected has a rule", "tscheck: at the line",
          "tscheck: no false error")


def served(torch):
    """The versions up to this one, the oldest first. Each has files of its own with what it changes."""
    return PROFILES[:PROFILES.index(torch) + 1]


def files_of(torch):
    """{file: prefix of its groups}."""
    new = {f"new_in_{version}.jsonl": f"{version}: " for version in served(torch)}
    return FILES | {name: prefix for name, prefix in new.items() if os.path.exists(os.path.join(HERE, "..", "oracle", name))}


def load(name, torch):
    """The cases of a file, with the answers of this PyTorch."""
    path = os.path.join(HERE, "..", "oracle", name)
    with open(path, encoding="utf-8") as lines:
        cases = [json.loads(line) for line in lines]
    for version in served(torch):
        changed = path.replace(".jsonl", f"_{version}.jsonl")
        if os.path.exists(changed):
            with open(changed, encoding="utf-8") as lines:
                answers = {answer["id"]: answer for answer in map(json.loads, lines)}
            cases = [{key: case[key] for key in ("source", "target") if key in case} | answers[case["id"]]
                     if case["id"] in answers else case for case in cases]
    return cases


def answers(cases, folder, torch):
    paths = {}
    for case in cases:
        path = os.path.join(folder, f"case_{case['id']}.py")
        with open(path, "w", encoding="utf-8") as out:
            out.write(PREAMBLE + case["source"])
        paths[case["id"]] = path
    batch = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "compile_batch")
    asked = "".join(f"{paths[case['id']]}:{case.get('target', 'f')}\n" for case in cases)
    done = subprocess.run([batch, f"--torch={torch}"], input=asked, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    if len(lines) != len(cases):
        sys.exit(f"compile_batch ended with {done.returncode} at case {cases[len(lines)]['id']}: {done.stderr[-2000:]}")
    return [json.loads(line) for line in lines]


def checked(cases, folder, torch):
    """tscheck's diagnostics of each case, with a call of torch.jit.script added."""
    for case in cases:
        with open(os.path.join(folder, f"case_{case['id']}.py"), "w", encoding="utf-8") as out:
            out.write(f"{PREAMBLE}{case['source']}\ntorch.jit.script({case.get('target', 'f')})\n")
    tscheck = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "tscheck")
    done = subprocess.run([tscheck, f"--torch={torch}", "--format=json", folder], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"tscheck ended with {done.returncode}: {done.stderr[-2000:]}")
    found = collections.defaultdict(list)
    for line in done.stdout.splitlines():
        diagnostic = json.loads(line)
        found[os.path.basename(diagnostic["file"])].append(diagnostic)
    return [found[f"case_{case['id']}.py"] for case in cases]


def judge_checked(case, found):
    found = [d for d in found if os.path.exists(os.path.join(HERE, "..", "..", "docs", "rules", d["rule"] + ".md"))]
    if case["ok"]:
        return [("tscheck: no false error", all(d["severity"] != "error" for d in found))]
    verdict = [("tscheck: rejected has a rule", bool(found))]
    if case["line"] is not None:
        verdict.append(("tscheck: at the line", case["line"] + PREAMBLE.count("\n") in [d["line"] for d in found]))
    return verdict


def judge(case, ours):
    """Pairs (group, passed) of a case."""
    errors = [d for d in ours.get("diagnostics", []) if d["severity"] == "error"]
    # PyTorch makes an object without code from a `functools.partial`: compile_batch then says that there is nothing to compile.
    shows_nothing = case["ok"] and case["code"] is None
    rejected = bool(errors) or bool(ours.get("error")) and not shows_nothing
    verdict = [("accept or reject", case["ok"] == (not rejected) and (ours["ok"] or not case["ok"] or case["code"] is None))]
    if case["ok"] and ours["ok"] and case["code"] is not None:
        verdict += [("code", ours["code"] == case["code"]), ("graph", ours["graph"] == case["graph"])]
    if not case["ok"] and rejected and case["line"] is not None:
        line = errors[0].get("line") if errors else None
        verdict.append(("line of the first error", line is not None and line - PREAMBLE.count("\n") == case["line"]))
    return verdict


def show(case, ours, failed):
    print(f"--- {case['id']}: {', '.join(failed)}")
    print(case["source"])
    for d in ours.get("diagnostics", []):
        print(f"    ours: line {d.get('line', 0) - PREAMBLE.count(chr(10))}: {d['message']} [{d['rule']}]")
    if not case["ok"]:
        print(f"    PyTorch: rejected at line {case['line']} ({case['exception']})")
    for part in ("code", "graph"):
        if part in failed:
            print("\n".join(difflib.unified_diff(case[part].split("\n"), ours[part].split("\n"), "PyTorch", "ours", lineterm="", n=99)))


def run(torch, args):
    """Compares with one version of PyTorch, and returns whether only the known cases differ."""
    cases = []
    files = files_of(torch)
    for name, prefix in files.items():
        cases += [dict(case, prefix=prefix) for case in load(name, torch)]
    if args.ids:
        cases = [case for case in cases if case["id"] in args.ids]
    groups = {prefix + group: [0, 0, []] for prefix in files.values() for group in GROUPS}
    known = KnownFailures(f"oracle-{torch}")
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as other:
        for case, ours, found in zip(cases, answers(cases, folder, torch), checked(cases, other, torch)):
            failed = []
            for group, passed in judge(case, ours) + judge_checked(case, found):
                known.judge(case["prefix"] + group, case["id"], passed)
                counted = groups[case["prefix"] + group]
                counted[0] += passed
                counted[1] += 1
                if not passed:
                    counted[2].append(case["id"])
                    failed.append(group)
            if failed and args.show:
                show(case, ours, failed)
    if not args.json:
        print(f"PyTorch {torch}")
    for group, (passed, total, fails) in groups.items():
        if args.json:
            print(json.dumps(dict(suite="oracle", torch=torch, group=group, passed=passed, total=total, fails=fails)))
        else:
            share = 100 * passed / total if total else 100
            print(f"{group:34} {passed:4} of {total:4}  {share:6.2f}%   {' '.join(fails[:12])}{' ...' if len(fails) > 12 else ''}")
    return known.tell(whole=not args.ids)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--torch", choices=PROFILES)
    parser.add_argument("ids", nargs="*")
    args = parser.parse_args()
    fine = [run(torch, args) for torch in ([args.torch] if args.torch else reversed(PROFILES))]
    sys.exit(0 if all(fine) else 1)


if __name__ == "__main__":
    main()
