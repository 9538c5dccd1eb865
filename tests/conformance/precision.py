#!/usr/bin/python3
"""Checks code bases with tscheck, and lets real PyTorch judge the errors.

usage: precision.py FOLDER [--json] [--show N] [--only NAME]
  FOLDER   each folder in it is a code base, such as a clone of a repository. It lies in the working folder or in /tmp
  --show   the number of errors of each verdict that are printed for a code base; the default is 5
  --only   checks one code base

Modules that tscheck finds errors in, or that use torch.jit, are imported in PyTorch, which follows what they script while they are
imported. An error is
  false        when PyTorch scripts the function that it is in
  right        when PyTorch refuses what it is in
  not judged   when PyTorch cannot import the module (a package is missing), or imports it without scripting this
Importing runs the code of the code bases: give it none that you do not trust. Exits with 1 when an error is false.
"""
import argparse
import collections
import json
import os
import re
import resource
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TSCHECK = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "tscheck")
SECONDS_TO_CHECK, SECONDS_TO_JUDGE = 600, 900
FALSE, RIGHT, NOT_JUDGED = "false", "right", "not judged"


def python_files(folder):
    for path, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            file = os.path.join(path, name)
            if name.endswith(".py") and not os.path.islink(file):  # tscheck checks a link at its target
                yield file


def module_of(file):
    """The folder that a file's module is imported from, and its dotted name."""
    folder, name = os.path.split(os.path.abspath(file))
    parts = [] if name == "__init__.py" else [name[: -len(".py")]]
    while os.path.exists(os.path.join(folder, "__init__.py")):
        folder, name = os.path.split(folder)
        parts.insert(0, name)
    return folder, ".".join(parts)


class CodeBase:
    """The errors of a code base, and what PyTorch says of the functions that they are in."""

    def __init__(self, folder):
        self.name, self.folder = os.path.basename(folder), folder
        self.files = list(python_files(folder))
        self.errors, self.verdicts, self.unimported = [], {}, {}
        self.problem, self.seconds, self.megabytes = None, 0.0, 0

    def check(self):
        start = time.monotonic()
        command = [TSCHECK, "--format=json", "-j1", self.folder]
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS_TO_CHECK)
        except subprocess.TimeoutExpired:
            self.problem = f"tscheck takes more than {SECONDS_TO_CHECK} s"
            return
        self.seconds = time.monotonic() - start
        self.megabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        if run.returncode not in (0, 1):
            self.problem = f"tscheck ends with {run.returncode}: {run.stderr.strip()[-200:]}"
        rows = [json.loads(line) for line in run.stdout.splitlines()]
        self.errors = [row for row in rows if row["severity"] == "error"]

    def modules(self):
        """By folder: the modules that PyTorch imports."""
        wanted = {os.path.abspath(error["file"]) for error in self.errors}
        for file in self.files:
            with open(file, encoding="utf-8", errors="replace") as text:
                if re.search(r"\bjit\b", text.read()):
                    wanted.add(os.path.abspath(file))
        modules = collections.defaultdict(list)
        for file in sorted(wanted):
            folder, name = module_of(file)
            modules[folder].append(name)
        return modules

    def judge(self):
        outcomes = collections.defaultdict(list)
        for folder, names in self.modules().items():
            command = [sys.executable, os.path.join(HERE, "precision/judge.py"), folder, *names]
            try:
                run = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=SECONDS_TO_JUDGE)
            except subprocess.TimeoutExpired:
                self.unimported.update((name, f"more than {SECONDS_TO_JUDGE} s") for name in names)
                continue
            for row in map(json.loads, run.stdout.splitlines()):
                if "module" in row:
                    self.unimported[row["module"]] = row["error"]
                else:
                    outcomes[os.path.abspath(os.path.join(folder, row["file"]))].append(row)
        for number, error in enumerate(self.errors):
            rows = [row["outcome"] for row in outcomes[os.path.abspath(error["file"])] if row["first"] <= error["line"] <= row["last"]]
            refused = [outcome for outcome in rows if outcome != "accepted"]
            self.verdicts[number] = (RIGHT, refused[0]) if refused else (FALSE, "") if rows else (NOT_JUDGED, "")

    def count(self, verdict):
        return sum(1 for known, _ in self.verdicts.values() if known == verdict)

    def report(self, show):
        print(f"{self.name}: {len(self.files)} files, {self.seconds:.1f} s, {self.megabytes} MB; {len(self.errors)} errors: "
              + ", ".join(f"{self.count(verdict)} {verdict}" for verdict in (FALSE, RIGHT, NOT_JUDGED)))
        if self.problem:
            print(f"  {self.problem}")
        if self.unimported:
            name, error = next(iter(self.unimported.items()))
            print(f"  {len(self.unimported)} modules are not imported: {name}: {error}")
        shown = collections.Counter()
        for number, (verdict, why) in sorted(self.verdicts.items(), key=lambda item: (item[1][0] != FALSE, item[0])):
            error = self.errors[number]
            shown[verdict] += 1
            if shown[verdict] > show:
                continue
            print(f"  {verdict}: {os.path.relpath(error['file'], self.folder)}:{error['line']}: {error['rule']} {error['message']}")
            if why:
                print("    PyTorch: " + next((line.strip() for line in why.splitlines() if line.strip()), ""))
        sys.stdout.flush()

    def row(self):
        return {"name": self.name, "files": len(self.files), "seconds": round(self.seconds, 2), "megabytes": self.megabytes,
                "errors": len(self.errors), **{verdict: self.count(verdict) for verdict in (FALSE, RIGHT, NOT_JUDGED)},
                "rules": dict(collections.Counter(error["rule"] for error in self.errors)), "problem": self.problem}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", type=int, default=5)
    parser.add_argument("--only")
    options = parser.parse_args()
    if options.folder is None:
        print("precision: skipped, no folder of code bases is given: ./dev conformance precision FOLDER")
        return 77
    folders = sorted(entry.path for entry in os.scandir(options.folder) if entry.is_dir() and not entry.name.startswith("."))
    bases = [CodeBase(folder) for folder in folders if options.only in (None, os.path.basename(folder))]
    if not bases:
        print(f"precision: no code base in {options.folder}", file=sys.stderr)
        return 2
    for base in bases:
        base.check()
        base.judge()
        if not options.json:
            base.report(options.show)
    if options.json:
        print(json.dumps([base.row() for base in bases]))
    false, broken = sum(base.count(FALSE) for base in bases), sum(1 for base in bases if base.problem)
    if not options.json:
        print(f"{len(bases)} code bases, {sum(len(base.errors) for base in bases)} errors: {false} false, "
              f"{sum(base.count(RIGHT) for base in bases)} right, {sum(base.count(NOT_JUDGED) for base in bases)} not judged")
    return 1 if false or broken else 0


if __name__ == "__main__":
    sys.exit(main())
