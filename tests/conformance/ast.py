#!/usr/bin/python3
"""Compares our syntax trees with CPython's.

The files are all .py files of Debian's Python packages. If CPython parses a file, our tree must equal
ast.dump(..., include_attributes=True), except for positions inside f-strings (ours are exact, as in
CPython 3.12). If CPython rejects a file, our parser must reject it on the same line.

    ast.py [--json] [--jobs N] [--only TEXT] [--show]

JITSCOPE_BIN is the folder of the built programs. Exits with 1 when a file differs.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# This file's own folder would hide the standard library's ast.
sys.path = [p for p in sys.path if os.path.abspath(p) != HERE] + [os.path.join(HERE, "../support")]

import argparse
import ast
import glob
import json
import subprocess
import warnings
from concurrent.futures import ProcessPoolExecutor

from case_sample import Sample

PATTERNS = ["/usr/lib/python3*/**/*.py", "/usr/lib/python3/dist-packages/**/*.py"]
SAMPLE = Sample(2)


class Batch:
    """Our parser in its own process, which answers file by file."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, path):
        self.process.stdin.write(os.fsencode(path) + b"\n")
        self.process.stdin.flush()
        head = self.process.stdout.readline().decode("utf-8", "replace").split(maxsplit=3)
        if not head:
            return "crash", 0, ""
        if head[0] == "tree":
            return "tree", 0, self.process.stdout.read(int(head[1])).decode("utf-8", "surrogatepass")
        return "error", int(head[1]), " ".join(head[2:])


def forget_positions_in_fstrings(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            for value in node.values:
                for inner in ast.walk(value):
                    for name in inner._attributes:
                        inner.__dict__.pop(name, None)


def reference(path):
    """("tree", 0, dump) or ("error", line, message)."""
    with open(path, "rb") as file:
        source = file.read()
    try:
        tree = ast.parse(source, path)
    except SyntaxError as error:
        return "error", error.lineno or 0, error.msg
    except (ValueError, RecursionError) as error:
        return "error", 0, str(error)
    if b'f"' in source or b"f'" in source or b'F"' in source or b"F'" in source or b'r"' in source or b"r'" in source:
        forget_positions_in_fstrings(tree)
    return "tree", 0, ast.dump(tree, include_attributes=True)


def difference(ours, theirs):
    """The first difference of two dumps, with some context."""
    low, high = 0, min(len(ours), len(theirs))
    while low < high:
        middle = (low + high + 1) // 2
        if ours[:middle] == theirs[:middle]:
            low = middle
        else:
            high = middle - 1
    begin = max(0, low - 60)
    return f"ours ...{ours[begin:low + 60]}\n  theirs ...{theirs[begin:low + 60]}"


def compare(paths):
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(20000)
    batch = Batch(os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "ast_batch"))
    results = []
    for path in paths:
        their_kind, their_line, their_text = reference(path)
        our_kind, our_line, our_text = batch.ask(path)
        if their_kind == "tree":
            passed = our_kind == "tree" and our_text == their_text
            detail = ""
            if not passed:
                detail = f"{our_kind} {our_line} {our_text}" if our_kind != "tree" else difference(our_text, their_text)
            results.append(("trees", path, passed, detail))
        else:
            results.append(("rejected", path, our_kind == "error", "" if our_kind == "error" else f"line {their_line}: {their_text}"))
            # CPython reports no line for some encoding errors, so only the rejection is compared.
            if their_line:
                detail = f"ours {our_line} {our_text}; theirs {their_line} {their_text}"
                results.append(("same line", path, our_kind == "error" and our_line == their_line, detail))
        if our_kind == "crash":
            batch = Batch(batch.process.args[0])
    return results


def find_files(only):
    paths = {os.path.realpath(p) for pattern in PATTERNS for p in glob.glob(pattern, recursive=True)}
    return sorted(p for p in paths if os.path.isfile(p) and only in p)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="one object a line")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="files whose path holds this text")
    parser.add_argument("--show", action="store_true", help="say how the failing ones differ")
    args = parser.parse_args()

    paths = SAMPLE.keep(find_files(args.only))
    # Big files first, in many small batches, so that the processes end together.
    paths.sort(key=os.path.getsize, reverse=True)
    batches = [paths[i::64] for i in range(min(64, len(paths)))]
    groups = {"trees": [], "rejected": [], "same line": []}
    with ProcessPoolExecutor(args.jobs) as pool:
        for results in pool.map(compare, batches):
            for group, path, passed, detail in results:
                groups[group].append((path, passed, detail))

    fine = True
    if not args.json:
        print(f"{'group':12} {'passed':>8} {'total':>8} {'share':>8}")
    for group, entries in groups.items():
        failed = sorted((path, detail) for path, passed, detail in entries if not passed)
        passed = len(entries) - len(failed)
        fine &= not failed
        if args.json:
            print(json.dumps({"suite": "ast", "group": group, "passed": passed, "total": len(entries),
                              "fails": [path for path, _ in failed]}))
            continue
        share = passed / len(entries) if entries else 1
        print(f"{group:12} {passed:8} {len(entries):8} {share:8.2%}")
        for path, detail in failed:
            print(f"  {path}")
            if args.show:
                print(f"  {detail}")
    SAMPLE.tell()
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
