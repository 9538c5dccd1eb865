#!/usr/bin/python3
"""Measures the operators under tsdbg's interpreter and in PyTorch, eager, on one thread.

usage: operators.py [--json] [--worst=N] [ELEMENTS...] [NAME...]
Both sides run operator_programs.py on tensors of 1 k, 1 M and 16 M elements, or of the numbers in the arguments. The fastest of several
calls counts, and the sums of the results must agree. PyTorch is that of Debian 13 (tests/oracle/debian13.sh), else the installed one.
It has the settings of fair_reference.py, and OpenBLAS, which needs
    tests/oracle/debian13.sh apt-get install libopenblas0-pthread libsleef3
Prints each operator that is slower than WANTED_LEAST, worst first, all with --json.
"""
import json
import math
import os
import sys

import fair_reference
import jit

PROGRAMS = os.path.join(jit.HERE, "operator_programs.py")
SIZES = ("1024", "1048576", "16777216")
# How many times as fast as PyTorch: the slowest operator, and the geometric mean.
WANTED_LEAST, WANTED_MEAN = 0.9, 1.2
# Their numbers depend on how often other operators drew before, or on the order of additions around zero.
DRAWN = ("affine_grid", "bernoulli", "dropout", "exponential_", "grid_sample", "mul_", "multinomial", "normal_", "rand", "randint", "randn",
         "randperm", "uniform_")


def reference():
    if not jit.has_debian13():
        return [sys.executable, PROGRAMS]
    return [jit.DEBIAN13, *fair_reference.ENVIRONMENT, "python3", PROGRAMS]


def rows_of(ours, theirs, size):
    """The operators that both sides have, with the ratio of their times."""
    for name, row in ours.items():
        other = theirs.get(name, "is missing")
        if isinstance(row, str) or isinstance(other, str):
            print(f"{name} of {size}: {row if isinstance(row, str) else other}")
            continue
        scale = math.sqrt(int(size)) * 1e-3  # numbers may be near zero
        if name not in DRAWN and not math.isclose(row[1], other[1], rel_tol=1e-3, abs_tol=scale):
            sys.exit(f"{name} of {size}: {row[1]} is not {other[1]}, the result of PyTorch")
        yield {"name": name, "elements": int(size), "ours": row[0] * 1e6, "pytorch": other[0] * 1e6, "ratio": other[0] / row[0], "unit": "us"}


def main():
    fair_reference.refuse_busy_machine()
    arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    worst = next((int(option[8:]) for option in sys.argv if option.startswith("--worst=")), sys.maxsize)
    tsdbg = [os.path.join(jit.BIN, "tsdbg"), "run", "--torch=2.6", "--jit=interpret", PROGRAMS]
    names = jit.names_of(tsdbg, [argument for argument in arguments if not argument.isdigit()])
    ok = True
    for size in [argument for argument in arguments if argument.isdigit()] or SIZES:
        ours, theirs = (jit.measure(command, size, names) for command in (tsdbg, reference()))
        rows = sorted(rows_of(ours, theirs, size), key=lambda row: row["ratio"])
        slow = [row for row in rows if row["ratio"] < WANTED_LEAST]
        mean = jit.mean([row["ratio"] for row in rows])
        for row in rows if "--json" in sys.argv else slow[:worst]:
            if "--json" in sys.argv:
                print(json.dumps(row), flush=True)
            else:
                print(f"{row['ratio']:6.2f} times as fast: {row['name']} ({row['ours']:.1f} us, PyTorch {row['pytorch']:.1f} us)", flush=True)
        print(f"{size} elements: {len(rows)} operators, geometric mean {mean:.2f}, slower than {WANTED_LEAST}: {len(slow)}", file=sys.stderr)
        ok &= not slow and mean >= WANTED_MEAN
    sys.exit(not ok)


if __name__ == "__main__":
    main()
