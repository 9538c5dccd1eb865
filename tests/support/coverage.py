#!/usr/bin/python3
"""Prints the lines that a run has covered, by folder, from the counts of a build with --coverage.

    coverage.py BUILD

BUILD is the folder of the build. gcov reads each object's notes and counts; a line of a header or of a batch counts once, as
covered when any object has run it. Lines outside of core, lsp, viz and debugger are left out.
"""
import collections
import concurrent.futures
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PARTS = ("core/", "debugger/", "lsp/", "viz/")


def folder_of(path):
    """core/jit for core/jit/x.cpp and core/jit/y/x.cpp, lsp for lsp/x.cpp."""
    return "/".join(path.split("/")[:2]) if path.count("/") > 1 else path.split("/")[0]


def counts_of(notes):
    """{path: {line: whether it has run}} of an object."""
    result = {}
    read = subprocess.run(["gcov", "--json-format", "--stdout", notes], capture_output=True, check=True, cwd=os.path.dirname(notes))
    for report in read.stdout.splitlines():
        data = json.loads(report)
        for file in data["files"]:
            path = os.path.relpath(os.path.join(data["current_working_directory"], file["file"]), ROOT)
            if path.startswith(PARTS):
                lines = result.setdefault(path, {})
                for line in file["lines"]:
                    lines[line["line_number"]] = lines.get(line["line_number"], False) or line["count"] > 0
    return result


def main():
    build = os.path.abspath(sys.argv[1])
    notes = [os.path.join(folder, file) for folder, _, files in os.walk(build) for file in files if file.endswith(".gcno")]
    covered = collections.defaultdict(dict)
    with concurrent.futures.ProcessPoolExecutor() as pool:
        for result in pool.map(counts_of, notes):
            for path, lines in result.items():
                for line, has_run in lines.items():
                    covered[path][line] = covered[path].get(line, False) or has_run
    folders = collections.defaultdict(lambda: [0, 0])
    for path, lines in covered.items():
        for folder in (folder_of(path), "all"):
            folders[folder][0] += len(lines)
            folders[folder][1] += sum(lines.values())
    print(f"{'folder':24} {'lines':>7} {'covered':>7} {'share':>6}")
    for folder, (lines, ran) in sorted(folders.items(), key=lambda row: (row[0] == "all", row[0])):
        print(f"{folder:24} {lines:7} {ran:7} {100 * ran / lines:5.1f}%")


if __name__ == "__main__":
    main()
