#!/usr/bin/python3
"""Measures whole models compiled and interpreted, beside PyTorch: eager, as frozen TorchScript, and by Inductor.

usage: models.py [--json] [NAME...]
The models of model_programs.py run on batches of one and eight, on one and two threads. The fastest of several runs counts, the results
must agree, and the reference is the fastest engine of PyTorch. PyTorch is that of Debian 13, see jit.py.
"""
import os
import subprocess
import sys
import tempfile

import jit

PROGRAMS = os.path.join(jit.HERE, "model_programs.py")
WANTED_MEAN = 1.0  # times as fast as the fastest engine of PyTorch
TOLERANCE = 1e-3  # sums of many products


def compare(name, threads, engines, reference_modes):
    """Prints the row of a model. Returns how many times as fast as the reference it is; None without one."""
    known = {engine: rows[name] for engine, rows in engines.items() if isinstance(rows.get(name), tuple)}
    if "compiled" not in known:
        sys.exit(f"{name}: {engines['compiled'].get(name)}")
    jit.check_results(name, engines, TOLERANCE)
    theirs = min((known[mode][0] for mode in reference_modes if mode in known), default=None)
    ratio = theirs / known["compiled"][0] if theirs else None
    jit.show({"name": f"{name}, {threads} threads", **{engine: row[0] * 1e3 for engine, row in known.items()},
              "first": known["compiled"][1] * 1e3, "ratio": ratio, "unit": "ms"})
    return ratio


def main():
    tsdbg = os.path.join(jit.BIN, "tsdbg")
    chosen = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    names = subprocess.run([tsdbg, "run", PROGRAMS, "names"], capture_output=True, text=True, check=True).stdout.split()
    names = [name for name in names if not chosen or name in chosen]
    ratios = []
    with tempfile.TemporaryDirectory() as cache:
        commands = jit.references(cache, PROGRAMS, ("eager", "frozen"))
        for threads in ("1", "2"):
            engines = {engine: jit.measure([tsdbg, "run", f"--jit={mode}", PROGRAMS, "script"], threads, names, threads)
                       for engine, mode in (("compiled", "compile"), ("interpreted", "interpret"))}
            for mode, command in commands.items():
                engines[mode] = jit.measure([*command, mode], threads, names, threads)
            ratios += filter(None, (compare(name, threads, engines, commands) for name in names))
    jit.show({"name": "geometric mean", "reference": "the fastest of PyTorch", "slowest": min(ratios), "ratio": jit.mean(ratios), "unit": ""})
    sys.exit(jit.mean(ratios) < WANTED_MEAN)


if __name__ == "__main__":
    main()
