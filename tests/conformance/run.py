#!/usr/bin/python3
"""Compares `tsdbg run` with Python and PyTorch on whole scripts.

usage: run.py [--json] [--show] [--engine=compiled] [PATTERN...]
Debian's python3 with torch and tsdbg run each script of tests/conformance/run. Output, exit status and the class of the exception
that ends the script must be equal. Scripts of the group `exchange` write files when their argument is "write" and read them when
it is "read": both programs write, each reads the files of both, and all four outputs must be equal. Scripts are grouped by the
first word of their names. PATTERNs, parts of names, select scripts; --show prints the differences;
--engine=compiled runs code of torch.jit as machine code. The lists known/run-VERSION.txt hold for both engines.
"""
import sys

sys.path.pop(0)  # this folder's ast.py would hide the standard library's

import argparse
import concurrent.futures
import difflib
import json
import os
import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "support"))
from case_sample import Sample  # noqa: E402
from known_failures import KnownFailures  # noqa: E402

SCRIPTS = HERE / "run"
SAMPLE = Sample(2)
SECONDS = 120


def run(command, folder=None):
    """A script's output, its exit status, and the class of the exception that ended it."""
    if folder is None:
        with tempfile.TemporaryDirectory() as folder:
            return run(command, folder)
    environment = dict(os.environ, OMP_NUM_THREADS="1", PYTHONHASHSEED="0", PYTHONWARNINGS="ignore")
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=SECONDS, cwd=folder,
                              env=environment)
    except subprocess.TimeoutExpired:
        return "", 124, f"ran for more than {SECONDS} s", ""
    if not done.returncode:
        return done.stdout, 0, "", done.stderr
    lines = done.stderr.strip().splitlines()
    return done.stdout, done.returncode, exception_of(lines), done.stderr


def exception_of(lines):
    """The class at the start of the last line outside of quoted source: "ValueError: text"."""
    for line in reversed(lines):
        word = line.split(":")[0]
        if line[:1].strip() and word.replace(".", "").replace("_", "").isalnum():
            return word.split(".")[-1]
    return lines[-1] if lines else ""


def exchange(script, python, ours):
    """PyTorch's output for PyTorch's files, and the first of the three other outputs that differs from it."""
    with tempfile.TemporaryDirectory() as theirs, tempfile.TemporaryDirectory() as own:
        for command, folder in ((python, theirs), (ours, own)):
            written = run([*command, script, "write"], folder)
            if written[1]:
                return ("", 0, "", ""), written
        want = run([*python, script, "read"], theirs)
        readings = [run([*command, script, "read"], folder) for command, folder in ((ours, theirs), (python, own), (ours, own))]
    return want, next((reading for reading in readings if reading[:3] != want[:3]), readings[-1])


def both(script, python, ours):
    if script.name.startswith("exchange_"):
        return exchange(str(script), python, ours)
    return run([*python, str(script)]), run([*ours, str(script)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--engine", choices=["script", "compiled"], default="script")
    parser.add_argument("patterns", nargs="*")
    args = parser.parse_args()
    scripts = [path for path in sorted(SCRIPTS.glob("*.py"))
               if not args.patterns or any(pattern in path.name for pattern in args.patterns)]
    scripts = SAMPLE.keep(scripts, lambda path: path.name)
    ours = [os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "tsdbg"), "run"]
    if args.engine == "compiled":
        ours.append("--jit=compile")
    ours[0] = os.path.abspath(ours[0])
    python = ["/usr/bin/python3", "-B"]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda path: both(path, python, ours), scripts))
    groups = {}
    known = KnownFailures.of("run")
    for path, (want, have) in zip(scripts, results):
        group = groups.setdefault(path.stem.split("_")[0], [0, 0, []])
        group[1] += 1
        known.judge("run", path.stem, want[:3] == have[:3])
        if want[:3] == have[:3]:
            group[0] += 1
            continue
        group[2].append(path.stem)
        if args.show:
            print(f"--- {path.name}")
            for line in difflib.unified_diff(want[0].splitlines(), have[0].splitlines(), "PyTorch", "ours", lineterm=""):
                print(line)
            print(f"PyTorch: {want[1:3]}   ours: {have[1:3]}")
            print("\n".join(have[3].strip().splitlines()[-12:]))
            if want[1]:
                print("PyTorch:", "\n".join(want[3].strip().splitlines()[-3:]))
    for name, (passed, total, fails) in groups.items():
        if args.json:
            print(json.dumps(dict(suite="run", group=name, passed=passed, total=total, fails=fails)))
        else:
            print(f"{name:14} {passed:4} of {total:4}  {100 * passed / total:6.2f}%   {' '.join(fails)}")
    passed = sum(group[0] for group in groups.values())
    if not args.json:
        print(f"{'all':14} {passed:4} of {len(scripts):4}  {100 * passed / max(len(scripts), 1):6.2f}%")
    SAMPLE.tell()
    sys.exit(0 if scripts and known.tell(whole=not SAMPLE and not args.patterns) else 1)


if __name__ == "__main__":
    main()
