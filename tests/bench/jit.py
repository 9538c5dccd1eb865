#!/usr/bin/python3
"""Measures the compiled engine on one thread, beside the interpreter and PyTorch, eager and scripted.

usage: jit.py [--json]
All four run jit_programs.py: loops, chains of operators on 1000 x 1000 floats, shapes that broadcast, an LSTM's cell, tiny tensors.
The fastest of several runs counts, and the results must agree. The column "first" is the first call of the compiled function.
"""
import json
import math
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
BIN = os.environ.get("JITSCOPE_BIN", "build/release/bin")
PROGRAMS = os.path.join(HERE, "jit_programs.py")

# How many times as fast as scripted PyTorch the compiled engine has to be.
WANTED = {"integers": 20, "cheap": 3, "functions": 3, "gelu": 1.5, "standardise": 2, "loss": 2, "cell": 2, "tiny": 3}


def measure(*command):
    done = subprocess.run([*command[:-1], PROGRAMS, command[-1]], capture_output=True, text=True,
                          env=dict(os.environ, OMP_NUM_THREADS="1"))
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed: {done.stderr.strip()}")
    return {name: tuple(map(float, numbers)) for name, *numbers in map(str.split, done.stdout.splitlines())}


def main():
    tsdbg = os.path.join(BIN, "tsdbg")
    compiled = measure(tsdbg, "run", "--jit=compile", "script")
    others = {"interpreted": measure(tsdbg, "run", "--jit=interpret", "script"),
              "eager": measure(sys.executable, "eager"), "scripted": measure(sys.executable, "script")}
    ok = True
    for name, (seconds, first, result) in compiled.items():
        for other, rows in others.items():
            if not math.isclose(result, rows[name][2], rel_tol=1e-4):
                sys.exit(f"{name}: {result} is not {rows[name][2]}, the result of the {other} function")
        ratio = others["scripted"][name][0] / seconds
        ok &= ratio >= WANTED[name]
        row = {"name": name, "compiled": seconds * 1e3, "first": first * 1e3,
               **{other: rows[name][0] * 1e3 for other, rows in others.items()}}
        if "--json" in sys.argv:
            print(json.dumps({**row, "ratio": ratio, "unit": "ms"}), flush=True)
        else:
            print(f"{name:12} " + ", ".join(f"{key} {row[key]:8.3f} ms" for key in list(row)[1:]) +
                  f"; {ratio:6.2f} times better than scripted{'' if ratio >= WANTED[name] else f', less than {WANTED[name]}'}",
                  flush=True)
    sys.exit(not ok)


if __name__ == "__main__":
    main()
