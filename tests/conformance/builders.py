#!/usr/bin/python3
"""Runs each model of torchvision forward, scripted, in `tsdbg run`, and compares the results with PyTorch's.

usage: builders.py [--json] [--show] [--engine=compiled] [MODEL...]
Weights and inputs come from one seed. The shapes of all results must be equal, and the elements within 1e-3, relative to the
largest one. PyTorch runs the models eager, because it scripts the same code. --engine=compiled runs the code as machine code.
--show prints the differences.
"""
import sys

sys.path.pop(0)  # this folder's torchvision.py would hide the package

import argparse  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import pathlib  # noqa: E402
import subprocess  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "support"))
import torchvision_models  # noqa: E402
from case_sample import Sample  # noqa: E402

SAMPLE = Sample(24)
PROGRAM = str(HERE / "builders" / "program.py")
TOLERANCE = 1e-3
SECONDS = 600


def run(command, record, engine):
    """The program's result, or a problem."""
    environment = dict(os.environ, OMP_NUM_THREADS="1", PYTHONHASHSEED="0", PYTHONWARNINGS="ignore")
    try:
        done = subprocess.run([*command, PROGRAM, record["builder"], str(record["has_backbone"]), engine], capture_output=True, text=True,
                              timeout=SECONDS, env=environment)
    except subprocess.TimeoutExpired:
        return None, f"ran for more than {SECONDS} s"
    lines = [line for line in done.stdout.splitlines() if line.startswith("[")]
    return (json.loads(lines[-1]) if lines else None), done.stderr[-2000:]


def difference(want, have):
    """A text; empty when the results agree."""
    if [shape for shape, _ in want] != [shape for shape, _ in have]:
        return f"shapes {[shape for shape, _ in want]} are wanted: {[shape for shape, _ in have]}"
    for number, ((_, theirs), (_, ours)) in enumerate(zip(want, have)):
        largest = max(map(abs, theirs), default=0) or 1.0
        farthest = max((abs(a - b) for a, b in zip(theirs, ours)), default=0) / largest
        if not farthest <= TOLERANCE:
            return f"result {number} differs by {farthest:.2g}"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--engine", choices=["script", "compiled"], default="script")
    parser.add_argument("models", nargs="*")
    args = parser.parse_args()
    ours = [os.path.abspath(os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "tsdbg")), "run"]
    ours.append("--jit=compile" if args.engine == "compiled" else "--jit=interpret")
    records = SAMPLE.keep(torchvision_models.recorded(args.models), lambda record: record["model"])
    fails = []
    for record in records:
        want, problem = run(["/usr/bin/python3", "-B"], record, "eager")
        if want is None:
            sys.exit(f"{record['model']} fails in PyTorch: {problem}")
        have, problem = run(ours, record, "script")
        wrong = difference(want, have) if have is not None else problem
        if wrong:
            fails.append(record["model"])
        if args.show:
            print(f"{record['model']}: {wrong or 'equal'}", flush=True)
    if args.json:
        print(json.dumps(dict(suite="builders", group="results", passed=len(records) - len(fails), total=len(records), fails=fails)))
    else:
        print(f"results {len(records) - len(fails):3} of {len(records):3}   {' '.join(fails)}")
    SAMPLE.tell()
    sys.exit(bool(fails) or not records)


if __name__ == "__main__":
    main()
