#!/usr/bin/python3
"""Compares our Python evaluator with CPython 3.11 on small programs.

usage: python.py [--json] [--show] [PATTERN...]
CPython and python_run run each program of tests/conformance/python. Their output must be equal, and an exception that ends the
program must have the same class and message. Programs are grouped by the first word of their names. PATTERNs, parts of names,
select programs; --show prints the differences.
"""
import sys

sys.path.pop(0)  # this folder's ast.py would hide the standard library's

import argparse
import concurrent.futures
import difflib
import json
import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = HERE / "python"
GOAL = 1.0
SECONDS = 30


def run(command):
    """A program's output, and the last line of its standard error, which names the exception."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "", f"ran for more than {SECONDS} s"
    if not done.returncode:
        return done.stdout, ""
    lines = done.stderr.strip().splitlines()
    return done.stdout, lines[-1] if lines else f"ended with {done.returncode}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("patterns", nargs="*")
    args = parser.parse_args()
    programs = [path for path in sorted(PROGRAMS.glob("*.py"))
                if not args.patterns or any(pattern in path.name for pattern in args.patterns)]
    ours = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "python_run")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        expected = list(pool.map(lambda path: run(["/usr/bin/python3", "-B", str(path)]), programs))
        got = list(pool.map(lambda path: run([ours, str(path)]), programs))
    groups = {}
    for path, want, have in zip(programs, expected, got):
        group = groups.setdefault(path.stem.split("_")[0], [0, 0, []])
        group[1] += 1
        if want == have:
            group[0] += 1
            continue
        group[2].append(path.stem)
        if args.show:
            print(f"--- {path.name}")
            print("\n".join(difflib.unified_diff("\n".join(want).splitlines(), "\n".join(have).splitlines(),
                                                 "CPython", "ours", lineterm="")))
    for name, (passed, total, fails) in groups.items():
        if args.json:
            print(json.dumps(dict(suite="python", group=name, passed=passed, total=total, fails=fails)))
        else:
            print(f"{name:14} {passed:4} of {total:4}  {100 * passed / total:6.2f}%   {' '.join(fails)}")
    passed = sum(group[0] for group in groups.values())
    if not args.json:
        print(f"{'all':14} {passed:4} of {len(programs):4}  {100 * passed / max(len(programs), 1):6.2f}%")
    sys.exit(0 if programs and passed >= GOAL * len(programs) else 1)


if __name__ == "__main__":
    main()
