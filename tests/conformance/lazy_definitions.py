#!/usr/bin/python3
"""Builds and scripts every model of the installed torchvision twice, with and without lazy definitions of the library.

usage: lazy_definitions.py [--json] [--show] [MODEL...]
Both runs must give the same code, graph and diagnostics, byte for byte. core/eval/vm/lazy_definitions.h says why they do.
"""
import sys

sys.path.pop(0)  # this file's folder would hide the package torchvision

import argparse  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import subprocess  # noqa: E402

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from torchvision_models import SOURCES, recorded, target  # noqa: E402


def batch(*options):
    program = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "compile_batch")
    return subprocess.Popen([program, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def answer(running, line):
    running.stdin.write(line + "\n")
    running.stdin.flush()
    return running.stdout.readline()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true", help="print the models that differ")
    parser.add_argument("models", nargs="*")
    args = parser.parse_args()
    if not os.path.isdir(SOURCES):
        print(f"torchvision is not installed: {SOURCES} does not exist")
        sys.exit(77)
    records = recorded(args.models)
    lazy, eager = batch(), batch("--no-lazy-definitions")
    failing = []
    for record in records:
        first, second = answer(lazy, target(record)), answer(eager, target(record))
        if not first or first != second or not json.loads(first)["ok"]:
            failing.append(record["model"])
    passed = len(records) - len(failing)
    if args.json:
        print(json.dumps(dict(suite="lazy_definitions", group="equal code, graph and diagnostics", passed=passed,
                              total=len(records), failing=failing)))
    else:
        print(f"equal code, graph and diagnostics {passed} of {len(records)}")
    if args.show and failing:
        print("\n".join(failing))
    sys.exit(1 if failing or not records else 0)


if __name__ == "__main__":
    main()
