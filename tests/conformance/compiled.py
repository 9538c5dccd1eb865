#!/usr/bin/python3
"""Runs the suites that run graphs with machine code in place of the interpreter.

usage: compiled.py [--json] [--show] [SUITE...]
Each suite gets --engine=compiled and compares with PyTorch as usual: results, exceptions, in-place effects. This suite passes when
all of them pass. `builders` runs each model of torchvision forward, scripted. --show prints the differences of all suites.
"""
import argparse
import json
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SUITES = {
    "run": "run.py",
    "interp": "interp.py",
    "operators": "operators.py",
    "gradients": "gradients.py",
    "divergence": "divergence.py",
    "models": "models.py",
    "builders": "builders.py",
}
# With a sample, this suite has a third of the time of the others together. Whole models are left out: they take too long.
SAMPLED = {"JITSCOPE_SAMPLE": "3"} if os.environ.get("JITSCOPE_SAMPLE") else {}
CHOSEN = [name for name in SUITES if not SAMPLED or name not in ("models", "builders")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("suites", nargs="*", metavar="SUITE", help=f"some of {', '.join(SUITES)}")
    args = parser.parse_args()
    if unknown := [name for name in args.suites if name not in SUITES]:
        parser.error(f"{unknown[0]} is not one of {', '.join(SUITES)}")
    failed = []
    for name in args.suites or CHOSEN:
        command = [sys.executable, os.path.join(HERE, SUITES[name]), "--engine=compiled"]
        if args.json:
            command.append("--json")
        else:
            print(f"--- {name}", flush=True)
        if args.show:
            command += ["--show", "3"] if name in ("operators", "gradients") else ["--show"]
        start = time.monotonic()
        status = subprocess.run(command, check=False, env=dict(os.environ, **SAMPLED)).returncode
        if status:
            failed.append(name)
        if args.json:
            print(json.dumps(dict(suite="compiled", group=name, passed=int(not status), total=1, fails=[name] if status else [])), flush=True)
        else:
            print(f"{name}: {'FAILED' if status else 'passed'} after {time.monotonic() - start:.0f} s", flush=True)
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
