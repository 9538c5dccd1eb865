#!/usr/bin/python3
"""Measures kernels against the limits of the machine, on one thread: the peak of multiplications with additions, the copy's bandwidth.

usage: limits.py [--json] [NAME...]
limits_bench measures the limits. The kernels of limits_programs.py run under tsdbg, interpreted and compiled, and in PyTorch of Debian 13,
eager, with the settings of fair_reference.py. Each line says which share of its limit a kernel reaches. Kernels that are slower than wanted
are marked, and make the exit status 1.
"""
import json
import os
import subprocess
import sys

import fair_reference
import jit

PROGRAMS = os.path.join(jit.HERE, "limits_programs.py")
# The least share of the limit, by the first word of a name. Products with a side below 512 have no limit of their own.
WANTED = {"matmul": 0.88, "linear": 0.88, "conv": 0.82, "attention": 0.65, "memory": 0.85}
SMALL = ("matmul_64", "matmul_128", "matmul_256", "linear_resnet_fc", "linear_vit_qkv", "linear_vit_mlp", "linear_language_scores")


def libraries(tsdbg):
    """The libraries that multiply matrices: of tsdbg, and of PyTorch."""
    linked = subprocess.run(["ldd", tsdbg], capture_output=True, text=True, check=True).stdout
    ours = [line.split("=>")[1].split()[0] for line in linked.splitlines() if "blas" in line or "dnnl" in line]
    theirs = subprocess.run([jit.DEBIAN13, "readlink", "-f", "/usr/lib/x86_64-linux-gnu/libblas.so.3"], capture_output=True, text=True, check=False)
    return " and ".join(map(os.path.realpath, ours)), theirs.stdout.strip()


def share(row, limits):
    """How much of its limit a kernel reaches."""
    seconds, operations, size = row
    return operations / seconds / 1e9 / limits["peak"] if operations else size / seconds / 1e9 / limits["copy"]


def main():
    fair_reference.refuse_busy_machine()
    tsdbg = os.path.join(jit.BIN, "tsdbg")
    limits = json.loads(subprocess.run([os.path.join(jit.BIN, "limits_bench")], capture_output=True, text=True, check=True).stdout)
    ours, theirs = libraries(tsdbg)
    print(f"one core: {limits['peak']} GFLOP/s with vectors of {limits['vector_bytes']} bytes; GB/s: copy {limits['copy']}, "
          f"read {limits['read']}, triad {limits['triad']}\ntsdbg: {ours}; PyTorch: {theirs or 'missing'}", file=sys.stderr)
    run = [tsdbg, "run", "--torch=2.6"]
    names = jit.names_of([*run, PROGRAMS], [name for name in sys.argv[1:] if not name.startswith("--")])
    engines = {"interpreted": jit.measure([*run, "--jit=interpret", PROGRAMS], "eager", names),
               "compiled": jit.measure([*run, "--jit=compile", PROGRAMS], "script", names)}
    if jit.has_debian13():
        engines["pytorch"] = jit.measure([jit.DEBIAN13, *fair_reference.ENVIRONMENT, "python3", PROGRAMS], "eager", names)
    ok = True
    for name in names:
        rows = {engine: measured.get(name, "is missing") for engine, measured in engines.items()}
        shares = {engine: share(row, limits) for engine, row in rows.items() if isinstance(row, tuple)}
        wanted = 0 if name in SMALL else WANTED[name.split("_")[0]]
        misses = [engine for engine in ("interpreted", "compiled") if shares.get(engine, 0) < wanted]
        ok &= not misses
        if "--json" in sys.argv:
            print(json.dumps({"name": name, "wanted": wanted, **shares}), flush=True)
            continue
        cells = ", ".join(f"{engine} {value:4.0%}" for engine, value in shares.items())
        print(f"{name:36} {cells}{f'; wanted {wanted:.0%}' if misses else ''}", flush=True)
    sys.exit(not ok)


if __name__ == "__main__":
    main()
