#!/usr/bin/python3
"""Measures tscheck on public code bases: the time and the memory of a first run, and of a second one, which finds its results.

usage: precision.py FOLDER [--json] [--only NAME]
Each folder in FOLDER is a code base, such as a clone of a repository. The times are those of one core of the processor.
  first run    goal: 30 s for a code base of at most 3,000 files
  second run   with nothing changed; goal: a tenth of the first run, or 0.1 s
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

FIRST, SHARE, LEAST = 30, 0.1, 0.1  # seconds, of the first run, seconds
MOST_FILES, MOST_SECONDS = 3000, 600


def run(tscheck, folder, cache):
    """(seconds of the processor, peak in megabytes); None: it did not end in time, or by a signal."""
    environment = {**os.environ, "XDG_CACHE_HOME": cache}
    program = subprocess.Popen(["timeout", "-s", "KILL", str(MOST_SECONDS), tscheck, "-j1", "--format=json", folder], env=environment,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(program.pid, 0)
    program.returncode = os.waitstatus_to_exitcode(status)
    return (usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024) if program.returncode in (0, 1, 2) else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--json", action="store_true", help="one object a line")
    parser.add_argument("--only", help="measures one code base")
    options = parser.parse_args()
    tscheck = os.path.join(os.path.abspath(os.environ.get("JITSCOPE_BIN", "build/release/bin")), "tscheck")
    fine = True
    if not options.json:
        print(f"{'':32}{'files':>7}{'first':>10}{'second':>10}{'memory':>10}")
    for name in sorted(os.listdir(options.folder)):
        folder = os.path.join(options.folder, name)
        if not os.path.isdir(folder) or options.only not in (None, name):
            continue
        files = sum(1 for _ in pathlib.Path(folder).rglob("*.py"))
        with tempfile.TemporaryDirectory() as cache:
            first = run(tscheck, folder, cache)
            second = first and run(tscheck, folder, cache)
        keeps = bool(first and second) and second[0] <= max(SHARE * first[0], LEAST) and (files > MOST_FILES or first[0] <= FIRST)
        fine = fine and keeps
        if options.json:
            print(json.dumps({"name": f"precision, {name}", "files": files, "first": first and round(first[0], 2),
                              "second": second and round(second[0], 2), "megabytes": first and round(first[1]), "keeps": keeps}))
        elif first and second:
            print(f"{name:32}{files:7,}{first[0]:8.2f} s{second[0]:8.2f} s{first[1]:7.0f} MB{'' if keeps else '   misses its goal'}")
        else:
            print(f"{name:32}{files:7,}   does not end")
        sys.stdout.flush()
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
