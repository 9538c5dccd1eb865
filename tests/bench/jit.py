#!/usr/bin/python3
"""Measures the compiled engine on one thread, beside the interpreter, and PyTorch: eager, scripted, and by Inductor (torch.compile).

usage: jit.py [--json] [NAME...]
All engines run jit_programs.py: chains of operators, reductions, parts of models, boxes and pictures, decoding, loops. The fastest of
several runs counts, and the results must agree. "first" is the first call, which compiles; each engine has compiled another function
before. PyTorch is that of Debian 13 (tests/oracle/debian13.sh), where Inductor needs:
    tests/oracle/debian13.sh apt-get install g++ libtorch-dev libsleef-dev python3-dev libopenblas0-pthread
Without Debian 13 it is the installed one, which has no Inductor, and the scripted functions are the reference.
"""
import json
import math
import os
import select
import signal
import subprocess
import sys
import tempfile

import fair_reference

HERE = os.path.dirname(os.path.abspath(__file__))
BIN = os.environ.pop("JITSCOPE_BIN", "build/release/bin")  # debian13.sh would make wrappers of the programs
PROGRAMS = os.path.join(HERE, "jit_programs.py")
DEBIAN13 = os.path.join(HERE, "..", "oracle", "debian13.sh")
PATIENCE = {"script": 60, "inductor": 1200}  # seconds for one function; TorchScript's own fuser can hang

# How many times as fast as Inductor: the geometric mean, and the slowest function. How many times faster the first call.
WANTED_MEAN, WANTED_LEAST, WANTED_FIRST = 1.2, 0.8, 40
# Loops that Inductor does not compile. The most nanoseconds of one of so many steps; the least ratio to the interpreter.
STEPS = {"integers": ("round", 1000000, 1.0), "tiny": ("operator", 30000, 60.0)}
WANTED_LOOPS = 10
LOOPS = ("sort_list", "product_lists", "mandelbrot", "build_text")
# Half precision is rounded after each operator, except by Inductor.
TOLERANCE = {"chain_bfloat16": 1e-3, "rms_norm_bfloat16": 1e-3}


def lines_of(command, mode, names, patience=300, threads="1"):
    """The lines of jit_programs.py for some functions. After a function that takes too long, the next ones run in a new process."""
    env = dict(os.environ, OMP_NUM_THREADS=threads, OPENBLAS_NUM_THREADS=threads)
    while names:
        process = subprocess.Popen([*command, mode, *names], stdout=subprocess.PIPE, text=True, env=env, start_new_session=True)
        while names:
            ready, _, _ = select.select([process.stdout], [], [], patience)
            line = process.stdout.readline().split() if ready else []
            if not line:
                os.killpg(process.pid, signal.SIGKILL)  # with the processes of debian13.sh
                yield [names.pop(0), "-", "takes too long" if not ready else "ends without a result"]
                break
            names = names[names.index(line[0]) + 1:]
            yield line
        process.wait()


def measure(command, mode, names, threads="1"):
    """By function: the seconds of its fastest run and of its first one, and the number of its result; or the reason of a failure."""
    rows = {}
    for name, *rest in lines_of(command, mode, list(names), PATIENCE.get(mode, 300), threads):
        rows[name] = " ".join(rest[1:]) if rest[0] == "-" else tuple(map(float, rest))
    return rows


def names_of(command, wanted=()):
    """The names of the functions that a command measures, in its order: all, or those that are wanted."""
    names = subprocess.run([*command, "names"], capture_output=True, text=True, check=True).stdout.split()
    for name in set(wanted) - set(names):
        sys.exit(f"there is no function {name} to measure; those are: {', '.join(names)}")
    return [name for name in names if not wanted or name in wanted]


def has_debian13():
    return subprocess.run([DEBIAN13, "python3", "-c", "import torch"], capture_output=True, check=False).returncode == 0


def references(cache, programs=PROGRAMS, modes=("eager", "script")):
    """Modes of PyTorch and their commands."""
    if not has_debian13():
        print("Debian 13 is missing: PyTorch 1.13 is the reference, without Inductor", flush=True)
        return {mode: [sys.executable, programs] for mode in modes}
    inside = [DEBIAN13, *fair_reference.ENVIRONMENT, f"TORCHINDUCTOR_CACHE_DIR={cache}", "python3", programs]
    return {mode: inside for mode in (*modes, "inductor")}


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def check_results(name, engines, tolerance=1e-4):
    """The results of all engines must agree."""
    known = {engine: rows[name] for engine, rows in engines.items() if isinstance(rows.get(name), tuple)}
    want = known["compiled"][2]
    for engine, (_, _, number) in known.items():
        if not math.isclose(number, want, rel_tol=TOLERANCE.get(name, tolerance), abs_tol=1e-6):
            sys.exit(f"{name}: {want} is not {number}, the result of the {engine} function")


def show(row):
    if "--json" in sys.argv:
        print(json.dumps(row), flush=True)
        return
    cells = [f"{key} {value:.3f}" if isinstance(value, float) else f"{key} {value}"
             for key, value in row.items() if key not in ("name", "unit", "ratio")]
    print(f"{row['name']:18} {', '.join(cells)}; {row['ratio']:.2f} times better" if row["ratio"] else
          f"{row['name']:18} {', '.join(cells)}", flush=True)


def main():
    fair_reference.refuse_busy_machine()
    tsdbg = os.path.join(BIN, "tsdbg")
    chosen = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    names = names_of([tsdbg, "run", PROGRAMS], chosen)
    with tempfile.TemporaryDirectory() as cache:
        commands = references(cache)
        engines = {"compiled": measure([tsdbg, "run", "--jit=compile", PROGRAMS], "script", names),
                   "interpreted": measure([tsdbg, "run", "--jit=interpret", PROGRAMS], "script", names)}
        for mode, command in commands.items():
            engines[mode] = measure(command, mode, names)
    reference = "inductor" if "inductor" in engines else "script"
    ratios, firsts, ok = [], [], True
    for name in names:
        ours, theirs = engines["compiled"].get(name), engines[reference].get(name)
        if not isinstance(ours, tuple):
            sys.exit(f"{name}: {ours}")
        check_results(name, engines)
        ratio = theirs[0] / ours[0] if isinstance(theirs, tuple) else None
        if ratio:
            ratios.append(ratio)
            if not math.isnan(theirs[1] / ours[1]):  # else the code is known
                firsts.append(theirs[1] / ours[1])
            ok &= ratio >= WANTED_LEAST or reference != "inductor"
        row = {"name": name, **{engine: rows[name][0] * 1e3 for engine, rows in engines.items() if isinstance(rows.get(name), tuple)},
               "ratio": ratio, "unit": "ms"}
        if isinstance(theirs, tuple) and not math.isnan(theirs[1] / ours[1]):
            row |= {"first": ours[1] * 1e3, f"first_{reference}": theirs[1] * 1e3}
        show(row)
        if name in STEPS:
            step, count, most = STEPS[name]
            nanoseconds = ours[0] / count * 1e9
            ok &= nanoseconds <= most
            show({"name": f"{name}: one {step}", "compiled": nanoseconds, "wanted": most, "ratio": most / nanoseconds, "unit": "ns"})
        if name in LOOPS:
            times = engines["interpreted"][name][0] / ours[0]
            ok &= times >= WANTED_LOOPS
            show({"name": f"{name}: loop", "reference": "interpreted", "wanted": WANTED_LOOPS, "ratio": times, "unit": ""})
    ok &= mean(ratios) >= (WANTED_MEAN if reference == "inductor" else 1)
    if reference == "inductor":
        ok &= mean(firsts) >= WANTED_FIRST
    for title, values in (("geometric mean", ratios), ("geometric mean of first calls", firsts)):
        show({"name": title, "reference": reference, "slowest": min(values, default=math.nan), "ratio": mean(values), "unit": ""})
    sys.exit(not ok)


if __name__ == "__main__":
    main()
