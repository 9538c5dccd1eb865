#!/usr/bin/python3
"""Measures generated kernels: compiled and interpreted, beside Inductor of PyTorch 2.6, on one thread.

usage: kernels.py [--seed N] [--count C] [--kept FOLDER] [--show] [--json] [NAME...]
kernel_maker.py generates the programs from the operator table: chains, reductions, broadcasts, masks, casts, views, several results,
losses and loads, of all dtypes, with 64 to 8 million elements. Without --seed the seed is new each time. All engines run the same
file, and the results must agree. "worst tenth" is the ratio that nine of ten kernels exceed. "in loops" is the share of the operators
that Inductor makes into loops; the census says why the others are not, by their share of the programs' time.
--kept: Inductor's times are kept in the folder, for another run with the same seed. --show: prints each program.
PyTorch is that of Debian 13, see jit.py.
"""
import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import zlib

import fair_reference
import jit
from kernel_maker import make_programs

WANTED_MEAN, WANTED_WORST, WANTED_IN_LOOPS = 1.2, 0.8, 0.95
REASONS = 10
# Sums in another order; Inductor does not round half precision after each operator.
TOLERANCE, TOLERANCE_OF_HALVES = 1e-3, 3e-2


def kept_rows(path, measure):
    """The rows of `measure()`, or those that an earlier run has left in a file."""
    if path and os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            return {name: tuple(row) if isinstance(row, list) else row for name, row in json.load(file).items()}
    rows = measure()
    if path:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(rows, file)
    return rows


def census_of(tsdbg, programs, names):
    """By function: the operators of a run, each with its seconds and its reason; in a loop the reason is empty."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "census")
        for name in names:
            done = subprocess.run([tsdbg, "run", "--jit=compile", "--torch=2.6", "--explain-fusion", path, programs, "once", name],
                                  capture_output=True, text=True, check=False)
            if done.returncode != 0:
                sys.exit(f"{name}: {done.stderr}")
            with open(path, encoding="utf-8") as file:
                rows = (line.rstrip("\n").split("\t") for line in file)
                found[name] = [(float(seconds), operator, reason) for seconds, operator, reason in rows]
    return found


def print_census(census):
    """The share of operators in loops, and the reasons that cost most. Returns the share."""
    inside = outside = 0
    costs, examples = {}, {}
    for name, rows in census.items():
        whole = sum(seconds for seconds, _, _ in rows) or 1.0
        for seconds, operator, reason in rows:
            inside += not reason
            outside += bool(reason)
            if reason:
                costs[reason] = costs.get(reason, 0) + seconds / whole
                examples.setdefault(reason, []).append(f"{name}: {operator}")
    share = inside / max(1, inside + outside)
    print(f"in loops: {share:.1%} of {inside + outside} operators", flush=True)
    for reason, cost in sorted(costs.items(), key=lambda row: -row[1])[:REASONS]:
        print(f"  {cost / len(census):6.1%} of the time: {reason} ({len(examples[reason])} operators; {examples[reason][0]})")
    return share


def agrees(name, engines, text):
    """Prints a difference between the results of the engines."""
    known = {engine: rows[name][2] for engine, rows in engines.items() if isinstance(rows.get(name), tuple)}
    tolerance = TOLERANCE_OF_HALVES if "float16" in text else TOLERANCE  # bfloat16 as well
    differs = [engine for engine, number in known.items()
               if not math.isclose(number, known["compiled"], rel_tol=tolerance, abs_tol=1e-3)]
    if differs:
        print(f"{name}: results differ: {known}\n{text}", flush=True)
    return not differs


def parsed():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1000000))
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--kept")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("names", nargs="*")
    return parser.parse_args()


def main():
    options = parsed()
    fair_reference.refuse_busy_machine()
    tsdbg = os.path.join(jit.BIN, "tsdbg")
    text, functions = make_programs(options.seed, options.count)
    names = [name for name in functions if not options.names or name in options.names]
    print(f"seed {options.seed}, {len(names)} programs", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        programs = os.path.join(folder, "kernels.py")
        with open(programs, "w", encoding="utf-8") as file:
            file.write(text)
        run = [tsdbg, "run", "--torch=2.6"]
        engines = {engine: jit.measure([*run, f"--jit={mode}", programs], "script", names)
                   for engine, mode in (("compiled", "compile"), ("interpreted", "interpret"))}
        commands = jit.references(folder, programs, ())
        reference = next(iter(commands), None)
        if reference:
            kept = options.kept and os.path.join(options.kept, f"{options.seed}-{options.count}-{zlib.crc32(text.encode())}.json")
            engines[reference] = kept_rows(kept, lambda: jit.measure(commands[reference], reference, names))
        census = census_of(tsdbg, programs, names)
    ratios, ok = [], True
    for name in names:
        ours = engines["compiled"].get(name)
        if not isinstance(ours, tuple):
            sys.exit(f"{name}: {ours}\n{functions[name]}")
        ok &= agrees(name, engines, functions[name])
        row = {"name": name, **{engine: rows[name][0] * 1e3 for engine, rows in engines.items() if isinstance(rows.get(name), tuple)},
               "ratio": None, "unit": "ms"}
        theirs = engines[reference].get(name) if reference else None
        if isinstance(theirs, tuple):
            row["ratio"] = theirs[0] / ours[0]
            ratios.append(row["ratio"])
        jit.show(row)
        if options.show:
            print(functions[name], flush=True)
    share = print_census(census)
    if ratios:
        worst = sorted(ratios)[len(ratios) // 10]
        for title, ratio in (("worst tenth", worst), ("geometric mean", jit.mean(ratios))):
            jit.show({"name": title, "reference": reference, "kernels": len(ratios), "worst": min(ratios), "ratio": ratio, "unit": ""})
        ok &= jit.mean(ratios) >= WANTED_MEAN and worst >= WANTED_WORST
    sys.exit(not (ok and share >= WANTED_IN_LOOPS))


if __name__ == "__main__":
    main()
