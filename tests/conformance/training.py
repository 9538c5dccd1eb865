#!/usr/bin/python3
"""Compares whole training runs with PyTorch's: tests/conformance/training, each with one seed.

    training.py [--json] [--show] [PATTERN...]

A program prints "loss NUMBER" for each step and "accuracy NUMBER" at the end. The losses of the first steps must be equal to 1e-5
of the loss, or of a hundredth of the largest loss before where a loss passes zero, the accuracies to ACCURACY. Rounding differs
between two orders of a sum, and training amplifies it: where the losses differ by more, PyTorch runs again without its AVX2 code, and
its own differences up to a step, times NOISE, are allowed too. PATTERNs, parts of names, select programs; --show prints the losses.
Saved states of optimizers are compared by the scripts exchange_optimizers.py and training_*.py of the suite `run`.
"""
import sys

sys.path.pop(0)  # this folder's ast.py would hide the standard library's

import argparse
import itertools
import json
import os
import pathlib
import subprocess
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "support"))
from case_sample import Sample  # noqa: E402
from known_failures import KnownFailures  # noqa: E402

SAMPLE = Sample(3)
STEPS = 100
TOLERANCE = 1e-5
NOISE = 10
ACCURACY = 0.03
SECONDS = 120


def run(command, **settings):
    """The losses, the accuracy, the seconds, and the last line of what went wrong."""
    environment = dict(os.environ, OMP_NUM_THREADS="1", PYTHONHASHSEED="0", PYTHONWARNINGS="ignore", **settings)
    start = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, env=environment)
    except subprocess.TimeoutExpired:
        return [], None, SECONDS, f"ran for more than {SECONDS} s"
    numbers = {"loss": [], "accuracy": []}
    for line in done.stdout.splitlines():
        name, _, number = line.partition(" ")
        numbers[name].append(float(number))
    error = "" if not done.returncode else (done.stderr.strip().splitlines() or ["no message"])[-1]
    return numbers["loss"], numbers["accuracy"][-1] if numbers["accuracy"] else None, time.monotonic() - start, error


def run_torch(path, **settings):
    return run(["/usr/bin/python3", "-B", str(path)], **settings)


def drifts(wanted, losses):
    """For each step the difference relative to the loss, or to a hundredth of the largest loss before."""
    largest = 0.0
    for want, have in zip(wanted, losses):
        largest = max(largest, abs(want))
        yield abs(want - have) / max(abs(want), largest / 100)


def first_difference(wanted, losses, noise=()):
    """The first step, or None. noise: the differences of PyTorch to itself."""
    allowed = TOLERANCE
    for step, drift in enumerate(itertools.islice(drifts(wanted, losses), STEPS)):
        if step < len(noise):
            allowed = max(allowed, NOISE * noise[step])
        if not drift <= allowed:
            return step
    return None


def differences(path, theirs, ours):
    """Texts, and the first step whose losses differ by more than TOLERANCE."""
    if theirs[3] or ours[3]:
        return [f"PyTorch: {theirs[3]}   ours: {ours[3]}"], None
    texts = []
    if len(theirs[0]) != len(ours[0]):
        texts.append(f"{len(theirs[0])} losses are wanted: {len(ours[0])}")
    first = first_difference(theirs[0], ours[0])
    if first is not None:
        noise = list(drifts(theirs[0], run_torch(path, ATEN_CPU_CAPABILITY="default")[0]))
        wrong = first_difference(theirs[0], ours[0], noise)
        if wrong is not None:
            texts.append(f"step {wrong}: the loss {theirs[0][wrong]!r} is wanted: {ours[0][wrong]!r}")
    if not abs(theirs[1] - ours[1]) <= ACCURACY:
        texts.append(f"the accuracy {theirs[1]} is wanted: {ours[1]}")
    return texts, first


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("patterns", nargs="*")
    args = parser.parse_args()
    programs = [path for path in sorted((HERE / "training").glob("*.py"))
                if not args.patterns or any(pattern in path.name for pattern in args.patterns)]
    programs = SAMPLE.keep(programs, lambda path: path.name)
    tsdbg = os.path.abspath(os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "tsdbg"))
    known = KnownFailures.of("training")
    for path in programs:
        theirs = run_torch(path)
        ours = run([tsdbg, "run", str(path)])
        texts, first = differences(path, theirs, ours)
        known.judge("training", path.stem, not texts)
        if args.json:
            print(json.dumps(dict(suite="training", group=path.stem, passed=int(not texts), total=1, fails=texts)))
        else:
            equal = len(ours[0]) if first is None else first
            print(f"{path.stem:12} {'passed' if not texts else 'FAILED'}: {equal} of {len(theirs[0])} losses equal, accuracy "
                  f"{ours[1]} ({theirs[1]}), {ours[2]:.1f} s ({theirs[2]:.1f} s)")
            for text in texts:
                print(f"    {text}")
        if args.show:
            for i, (want, have) in enumerate(zip(theirs[0], ours[0])):
                print(f"    {i:4} {want:.9g} {have:.9g} {abs(want - have) / max(abs(want), 1e-30):.1e}")
    SAMPLE.tell()
    sys.exit(0 if programs and known.tell(whole=not SAMPLE and not args.patterns) else 1)


if __name__ == "__main__":
    main()
