#!/usr/bin/python3
"""Measures libjitscope beside libtorch: one program, library_client.cpp, is built for both and runs the same archives.

usage: library.py [--json] [MODULE...]
Measured are the start of a program that links the library; of each module of library_models.py the time to load it, of the first call
and of the fastest one, and the peak of memory; the calls of 1, 2 and 4 threads on one module; and the size of the libraries. Ours
runs interpreted and compiled. An operator has one thread. libtorch and the PyTorch that saves the modules are those of Debian 13:
    tests/oracle/debian13.sh apt-get install g++ libtorch-dev libopenblas0-pthread
"""
import math
import os
import subprocess
import sys
import tempfile
import time

import fair_reference
import jit

BUILD = os.path.dirname(jit.BIN)
CLIENT, MODELS = (os.path.join(jit.HERE, name) for name in ("library_client.cpp", "library_models.py"))
NAMES = ("tiny", "small", "resnet50", "forces")
THREADS = (1, 2, 4)
STARTS = 15
# Most seconds to start, most bytes of the library, least ratio of the tiny module's calls.
WANTED_START, WANTED_BYTES, WANTED_TINY = 0.015, 40e6, 3.0
TOLERANCE = 1e-3
FLAGS = ("-O2", "-std=c++17", CLIENT, "-pthread")
THEIR_FLAGS = ("-ltorch", "-ltorch_cpu", "-lc10")
COMMON = ("libc.so", "libm.so", "libstdc++", "libgcc_s", "libpthread", "libdl", "librt")
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | ONE_THREAD)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


class Library:
    """A library, and how its program is started."""

    def __init__(self, program, mode="interpreted", before=()):
        self.command, self.mode = (*before, program), mode

    def load(self, model):
        return [float(number) for number in run(*self.command, "load", model, self.mode).split()]

    def calls(self, model, count):
        return float(run(*self.command, "threads", model, self.mode, str(count)))

    def start(self):
        """Seconds: those of the shell that starts the program in Debian 13 are left out."""
        def fastest(command):
            times = []
            for _ in range(STARTS):
                start = time.perf_counter()
                run(*command)
                times.append(time.perf_counter() - start)
            return min(times)
        return fastest(self.command) - (fastest([*self.command[:-1], "/bin/true"]) if len(self.command) > 1 else 0)


def ours_in(folder):
    """The program, linked to the installed library."""
    prefix, program = os.path.join(folder, "prefix"), os.path.join(folder, "ours")
    for component in ("Library", "Torch"):
        run("cmake", "--install", BUILD, "--prefix", prefix, "--component", component)
    library = os.path.join(prefix, "lib")
    run("g++", *FLAGS, f"-I{prefix}/include/jitscope_torch", f"-I{prefix}/include", f"-L{library}", "-ljitscope",
        f"-Wl,-rpath,{library}", "-o", program)
    return program


def library_bytes(program, inside=()):
    """The bytes of the libraries that a program needs beside those of C and C++."""
    paths = {line.split(" => ")[1].split(" (")[0] for line in run(*inside, "ldd", program).splitlines() if " => " in line}
    kept = [path for path in paths if not os.path.basename(path).startswith(COMMON)]
    return sum(int(run(*inside, "stat", "-Lc", "%s", path)) for path in kept)


def opened_bytes(folder):
    """The bytes of oneDNN, which ours opens for convolutions and some products; it works without."""
    carried = os.path.join(folder, "prefix/lib/jitscope")
    return sum(os.path.getsize(os.path.join(carried, name)) for name in os.listdir(carried) if name.startswith("libdnnl"))


def main():
    fair_reference.refuse_busy_machine()
    if not jit.has_debian13():
        sys.exit("libtorch of Debian 13 is missing: tests/oracle/debian13.sh setup")
    inside = [jit.DEBIAN13, *(word for word in fair_reference.ENVIRONMENT if not word.startswith("LD_PRELOAD"))]
    with tempfile.TemporaryDirectory(prefix="jitscope-library-") as folder:
        run(jit.DEBIAN13, "python3", MODELS, folder)
        program = ours_in(folder)
        theirs = os.path.join(folder, "theirs")
        run(jit.DEBIAN13, "g++", *FLAGS, "-I/usr/include/torch/csrc/api/include", *THEIR_FLAGS, "-o", theirs)
        libraries = {"interpreted": Library(program), "compiled": Library(program, "compiled"), "libtorch": Library(theirs, before=inside)}
        ours, opened, libtorch = library_bytes(program), opened_bytes(folder), library_bytes(theirs, [jit.DEBIAN13])
        jit.show({"name": "libraries", "ours": ours / 1e6, "with oneDNN": (ours + opened) / 1e6, "libtorch": libtorch / 1e6,
                  "ratio": libtorch / (ours + opened), "unit": "MB"})
        ok = measure(folder, libraries) and ours <= WANTED_BYTES
    sys.exit(not ok)


def measure(folder, libraries):
    """Shows all figures, and tells whether they are those that are wanted."""
    ours, theirs = libraries["interpreted"], libraries["libtorch"]
    starts = ours.start(), theirs.start()
    jit.show({"name": "start", "ours": starts[0] * 1e3, "libtorch": starts[1] * 1e3, "ratio": starts[1] / starts[0], "unit": "ms"})
    ok = starts[0] <= WANTED_START
    for name in [argument for argument in sys.argv[1:] if not argument.startswith("--")] or NAMES:
        model = os.path.join(folder, f"{name}.pt")
        rows = {mode: each.load(model) for mode, each in libraries.items()}
        for mode, row in rows.items():
            if not math.isclose(row[4], rows["libtorch"][4], rel_tol=TOLERANCE, abs_tol=1e-3):
                sys.exit(f"{name}, {mode}: {row[4]} is not {rows['libtorch'][4]}, the result of libtorch")
        for i, what in enumerate(("load", "first call", "call")):
            best = min(rows["interpreted"][i], rows["compiled"][i])
            ratio = rows["libtorch"][i] / best
            ok &= what != "call" or ratio >= (WANTED_TINY if name == "tiny" else 1)
            jit.show({"name": f"{name}: {what}", **{mode: row[i] * 1e3 for mode, row in rows.items()}, "ratio": ratio, "unit": "ms"})
        jit.show({"name": f"{name}: memory", **{mode: row[3] / 1e6 for mode, row in rows.items()},
                  "ratio": rows["libtorch"][3] / rows["interpreted"][3], "unit": "MB"})
        for count in THREADS:
            rates = {mode: each.calls(model, count) for mode, each in libraries.items()}
            jit.show({"name": f"{name}: {count} threads", **rates,
                      "ratio": max(rates["interpreted"], rates["compiled"]) / rates["libtorch"], "unit": "calls/s"})
    return ok


if __name__ == "__main__":
    main()
