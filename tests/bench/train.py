#!/usr/bin/python3
"""Measures steps of training on one thread, beside PyTorch: eager, scripted, and by Inductor (torch.compile).

usage: train.py [--json] [NAME...]
All engines run train_programs.py: the steps of eight models, and an update of Adam. The fastest of several steps counts, and the losses
after some steps must agree. "compiled" is a script whose graphs the compiled engine runs, "eager" the plain program; the faster of
the two is compared with each engine of PyTorch. The peak memory is that of a process that takes steps of one model, eager. Inductor has no
gradients of gradients: for them the reference is TorchScript. PyTorch is that of Debian 13, see jit.py.
"""
import math
import os
import subprocess
import sys
import tempfile

import fair_reference
import jit

PROGRAMS = os.path.join(jit.HERE, "train_programs.py")
# How many times as fast as PyTorch's engines in the geometric mean, the slowest, and gradients of gradients beside TorchScript.
WANTED = {"eager": 1.3, "inductor": 1.1}
WANTED_LEAST, WANTED_SECOND = 0.9, 1.5
SECOND_ORDER = "forces"
TOLERANCE = 1e-3  # steps amplify how sums are rounded


def peak_of(command, name):
    """The most bytes that a process and its children used while they took steps of one model."""
    env = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    process = subprocess.Popen([*command, "eager", name], stdout=subprocess.DEVNULL, env=env)
    _, status, usage = os.wait4(process.pid, 0)
    return usage.ru_maxrss * 1024 if status == 0 else math.nan


def main():
    fair_reference.refuse_busy_machine()
    tsdbg = os.path.join(jit.BIN, "tsdbg")
    names = jit.names_of([tsdbg, "run", PROGRAMS], [argument for argument in sys.argv[1:] if not argument.startswith("--")])
    with tempfile.TemporaryDirectory() as cache:
        commands = jit.references(cache, PROGRAMS)
        engines = {"compiled": jit.measure([tsdbg, "run", "--jit=compile", PROGRAMS], "script", names),
                   "ours eager": jit.measure([tsdbg, "run", PROGRAMS], "eager", names)}
        for mode, command in commands.items():
            engines[mode] = jit.measure(command, mode, names)
        peaks = {name: (peak_of([tsdbg, "run", PROGRAMS], name), peak_of(commands["eager"], name)) for name in names}
    ratios, ok = {mode: [] for mode in commands}, True
    for name in names:
        known = {engine: rows[name] for engine, rows in engines.items() if isinstance(rows.get(name), tuple)}
        if "compiled" not in known:
            sys.exit(f"{name}: {engines['compiled'].get(name)}")
        jit.check_results(name, engines, TOLERANCE)
        ours = min(known["compiled"][0], known["ours eager"][0])
        for mode in commands:
            if mode in known and not (name == SECOND_ORDER and mode == "inductor"):
                ratios[mode].append(known[mode][0] / ours)
        if name == SECOND_ORDER and "script" in known:
            ok &= known["script"][0] / ours >= WANTED_SECOND
        least = min((known[mode][0] / ours for mode in WANTED if mode in known), default=None)
        ok &= least is None or least >= WANTED_LEAST
        ok &= not peaks[name][0] > peaks[name][1]
        jit.show({"name": name, **{engine: row[0] * 1e3 for engine, row in known.items()}, "first": known["compiled"][1] * 1e3,
                  "peak MB": peaks[name][0] / 1e6, "PyTorch's peak MB": peaks[name][1] / 1e6, "ratio": least, "unit": "ms"})
    for mode, values in ratios.items():
        if values:
            ok &= jit.mean(values) >= WANTED.get(mode, 0)
            jit.show({"name": "geometric mean", "reference": mode, "slowest": min(values), "ratio": jit.mean(values), "unit": ""})
    sys.exit(not ok)


if __name__ == "__main__":
    main()
