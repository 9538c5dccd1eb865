#!/usr/bin/python3
"""Measures our parser and CPython's ast.parse: bytes in memory to tree, one thread, the same files.

usage: parse.py [--json] [--rounds N]
The files are those of CPython's library and of torch that CPython can parse. The best of several
rounds counts, in processor time, so that a busy machine slows neither side down. Peak memory is the
whole process's, with the files' contents. Goal: 10 times as fast as CPython.
"""
import glob
import json
import os
import subprocess
import sys

FOLDERS = ["/usr/lib/python3.11", "/usr/lib/python3/dist-packages/torch"]
REFERENCE = """
import ast, gc, resource, sys, time, warnings
warnings.simplefilter("ignore")
files = [open(name, "rb").read() for name in sys.stdin.read().splitlines()]
best = 1e30
for _ in range(int(sys.argv[1])):
    start = time.process_time()
    for source in files:
        ast.parse(source)
    best = min(best, time.process_time() - start)
print(sum(map(len, files)), best, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def parses(path):
    import ast
    import warnings
    warnings.simplefilter("ignore")
    with open(path, "rb") as file:
        try:
            ast.parse(file.read())
        except (SyntaxError, ValueError):
            return False
    return True


def find_files():
    names = [p for folder in FOLDERS for p in glob.glob(folder + "/**/*.py", recursive=True)]
    return sorted(p for p in set(map(os.path.realpath, names)) if parses(p))


def measure(command, names):
    out = subprocess.run(command, input="\n".join(names), capture_output=True, text=True, check=True).stdout
    size, seconds, peak = out.split()
    return int(size) / float(seconds) / 1e6, int(peak) / 1024


def main():
    as_json = "--json" in sys.argv
    rounds = int(sys.argv[sys.argv.index("--rounds") + 1]) if "--rounds" in sys.argv else 2
    names = find_files()
    program = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "parse_bench")
    ours, our_peak = measure([program, str(rounds)], names)
    theirs, their_peak = measure([sys.executable, "-c", REFERENCE, str(rounds)], names)
    rows = [("parse", ours, theirs, ours / theirs, "MB/s"),
            ("parse peak memory", our_peak, their_peak, their_peak / our_peak, "MB")]
    if as_json:
        for row in rows:
            print(json.dumps(dict(zip(("name", "ours", "reference", "ratio", "unit"), row))))
        return
    print(f"{len(names)} files, one thread; reference: ast.parse of CPython {sys.version.split()[0]}")
    print(f"{'':20} {'ours':>10} {'reference':>10} {'ratio':>8}")
    for name, mine, other, ratio, unit in rows:
        print(f"{name:20} {mine:10.1f} {other:10.1f} {ratio:7.1f}x  {unit}")


if __name__ == "__main__":
    main()
