#!/usr/bin/python3
"""Checks the parser on broken texts: it must not crash or hang, and its trees must keep the invariants of all trees.

The texts: prefixes of 50 files, cut at each 97th byte; the same files with one token deleted or doubled; brackets
100,000 deep and other chains; NUL bytes; invalid UTF-8; one line of 50 MB.

    robustness.py [--json] [--jobs N]

JITSCOPE_BIN is the folder of the built programs. Exits with 1 when anything fails.
"""

import argparse
import glob
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

FILE_COUNT = 50
FILE_SECONDS = 120
CASE_SECONDS = 20


def program():
    return os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "robustness_batch")


def pick_files():
    """Small and large files of CPython's library."""
    names = sorted(glob.glob("/usr/lib/python3.11/*.py") + glob.glob("/usr/lib/python3.11/test/test_[fgps]*.py"))
    names = [name for name in names if os.path.getsize(name) < 60000]
    return names[::max(1, len(names) // FILE_COUNT)][:FILE_COUNT]


def run(kind, name):
    """(cases, failed, slowest seconds, first failure)"""
    limit = FILE_SECONDS if kind == "file" else CASE_SECONDS
    try:
        done = subprocess.run([program(), kind, name], capture_output=True, text=True, timeout=limit, errors="replace")
    except subprocess.TimeoutExpired:
        return 1, 1, limit, "took longer than %d s" % limit
    words = done.stdout.split(maxsplit=3)
    if len(words) < 3:
        return 1, 1, 0, f"ended with {done.returncode} {done.stderr[-300:]}"
    return int(words[0]), int(words[1]), float(words[2]), words[3].strip() if len(words) > 3 else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="one object a line")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()

    cases = subprocess.run([program(), "cases"], capture_output=True, text=True, check=True).stdout.split()
    fine = True
    for group, kind, names in (("damaged files", "file", pick_files()), ("generated", "case", cases)):
        with ThreadPoolExecutor(args.jobs) as pool:
            results = list(zip(names, pool.map(lambda name: run(kind, name), names)))
        total = sum(result[0] for _, result in results)
        failed = sum(result[1] for _, result in results)
        slowest = max(results, key=lambda entry: entry[1][2])
        fails = [name for name, result in results if result[1]]
        fine &= not fails
        if args.json:
            print(json.dumps({"suite": "robustness", "group": group, "passed": total - failed, "total": total,
                              "fails": fails}))
            continue
        print(f"{group:15} {total - failed:7} of {total:7}   slowest {slowest[1][2]:.2f} s ({os.path.basename(slowest[0])})")
        for name, result in results:
            if result[1]:
                print(f"  {name}: {result[3]}")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
