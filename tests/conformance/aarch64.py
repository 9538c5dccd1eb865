#!/usr/bin/python3
"""Runs the engine for AArch64 in an emulator.

usage: aarch64.py [--json] [--show] [NAME...]
Three kinds of cases:
- Code. aarch64_batch makes object files for both machines from the same loops and functions, with their arguments. aarch64/object_run.cpp
  loads and runs them: natively, and built for AArch64 under qemu-aarch64. Integers are equal, and floats are equal bit by bit unless a
  function such as exp takes part in them.
- Operators. A sample of the suite `operators`: kernels and their machine code, beside PyTorch on this machine, with Debian's OpenBLAS and
  oneDNN for AArch64.
- Unit tests. The unit tests of core/jit and core/kernels are built for AArch64 and run in the emulator: programs and loops that LLVM, in
  the emulator too, compiles for it.
`./dev conformance aarch64` builds the programs for AArch64 into build/aarch64. NAMEs select cases, and unit tests by their suite; --show
prints the first elements that differ, and the output of failed tests.
"""
import argparse
import json
import os
import pathlib
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build/aarch64"
EMULATOR = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", "-E", f"LD_LIBRARY_PATH={BUILD}/sysroot/usr/lib/aarch64-linux-gnu"]
UNITS = ("unit_jit", "unit_kernels")
PATIENCE = 900  # seconds for all unit tests, and for all operators of an engine
OPERATOR_SAMPLE = "4"  # one of 32 operators: see case_sample.py
# Tests that an emulator of processes can't run, with the reason.
LEFT_OUT = {}
FORMATS = {"bool": "B", "uint8": "B", "int8": "b", "int16": "h", "int32": "i", "int64": "q", "float16": "e", "bfloat16": "H",
           "float32": "f", "float64": "d"}
# The relative difference between two results of functions that each round a few times.
MOST = {"float64": 16 * 2.0**-52, "float32": 16 * 2.0**-23, "float16": 2 * 2.0**-10, "bfloat16": 2 * 2.0**-7}


def run(command, folder, machine, cases):
    """The names of the cases that ended, and the errors of the others. A crash ends the cases behind it, too."""
    names = "".join(f"{case['name']} {case['function']}\n" for case in cases)
    done = subprocess.run([*command, folder, machine], input=names, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        print(f"{machine}: the runner ended with {done.returncode}", file=sys.stderr)
    print(done.stderr, end="", file=sys.stderr)


def regions(path):
    """The memory of an image; None when its case has not ended."""
    if not path.exists():
        return None
    data, at, found = path.read_bytes(), 8, []
    for _ in range(struct.unpack_from("<Q", data)[0]):
        size = struct.unpack_from("<Q", data, at)[0]
        found.append(data[at + 8:at + 8 + size])
        at += 8 + size
    return found


def elements(output, memory):
    values = struct.unpack_from(f"<{output['count']}{FORMATS[output['dtype']]}", memory[output["region"]], output["offset"])
    if output["dtype"] == "bfloat16":
        values = struct.unpack(f"<{len(values)}f", struct.pack(f"<{len(values)}I", *(value << 16 for value in values)))
    return values


def agree(got, want, output):
    if got == want:
        return got != 0 or str(got) == str(want)  # the sign of zero
    if got != got or want != want:
        return got != got and want != want
    if output["exact"] or output["dtype"] not in MOST or abs(got) == float("inf") or abs(want) == float("inf"):
        return False
    return want != 0 and abs(got - want) <= MOST[output["dtype"]] * max(abs(want), 1)


def differences(case, folder):
    """Lines about a case's results that differ."""
    before, want, got = (regions(folder / f"{case['name']}.{part}") for part in ("image", "host.out", "aarch64.out"))
    if want is None or got is None:
        return ["the code did not run"]
    if all(elements(output, before) == elements(output, want) for output in case["outputs"]):
        return ["the code has no results"]
    found = []
    for output in case["outputs"]:
        pairs = zip(elements(output, got), elements(output, want))
        wrong = [(i, a, b) for i, (a, b) in enumerate(pairs) if not agree(a, b, output)]
        if wrong:
            i, a, b = wrong[0]
            found.append(f"{output['name']}: {len(wrong)} of {output['count']} elements differ; element {i} is {a} instead of {b}")
    return found


def shard(unit, index, count, names, folder):
    """Runs a part of the tests of a program. Returns the process and the file of its results."""
    left_out = ":".join(LEFT_OUT)
    report = folder / f"{unit}.{index}.json"
    command = [*EMULATOR, BUILD / "bin" / unit, "--gtest_brief=1", f"--gtest_output=json:{report}",
               f"--gtest_filter={':'.join(f'*{name}.*' for name in names) or '*'}-{left_out}"]
    environment = {**os.environ, "GTEST_TOTAL_SHARDS": str(count), "GTEST_SHARD_INDEX": str(index)}
    log = open(folder / f"{unit}.{index}.log", "w", encoding="utf-8")
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT), report


def unit_tests(names, folder, shows):
    """{program: (passed, total, names of failed tests)}. Each processor runs a part of the tests."""
    results, end = {}, time.monotonic() + PATIENCE
    count = os.cpu_count() or 1
    for unit in UNITS:
        passed, total, fails = 0, 0, []
        for process, report in [shard(unit, index, count, names, folder) for index in range(count)]:
            try:
                process.wait(max(1, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            log = report.with_suffix(".log").read_text(encoding="utf-8", errors="replace")
            if not report.exists():
                fails.append(f"{unit} ended with {process.returncode}")
                print("\n".join(log.splitlines()[-20:]), file=sys.stderr)
                continue
            for suite in json.loads(report.read_text(encoding="utf-8"))["testsuites"]:
                for test in suite["testsuite"]:
                    if test["result"] == "SKIPPED":
                        continue
                    total += 1
                    passed += "failures" not in test
                    if "failures" in test:
                        fails.append(f"{suite['name']}.{test['name']}")
                        if shows:
                            print(f"--- {fails[-1]}", *(failure["failure"] for failure in test["failures"]), sep="\n")
        results[unit] = (passed, total + sum(" ended with " in fail for fail in fails), fails)
    return results


def operators(folder, shows):
    """{group: (passed, total, names of failed operators)}: a sample of the suite `operators`, whose kernels run in the emulator."""
    program = folder / "bin/operator_batch"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\nexec {shlex.join([*EMULATOR, str(BUILD / 'bin/operator_batch')])} \"$@\"\n", encoding="utf-8")
    program.chmod(0o755)
    results = {}
    for engine in ("script", "compiled"):
        done = subprocess.run([sys.executable, ROOT / "tests/conformance/operators.py", "--json", f"--engine={engine}"], cwd=ROOT,
                              capture_output=True, text=True, check=False, timeout=PATIENCE,
                              env={**os.environ, "JITSCOPE_BIN": str(program.parent), "JITSCOPE_SAMPLE": OPERATOR_SAMPLE})
        rows = [row for row in map(json.loads, done.stdout.splitlines()) if "passed" in row]
        fails = [row["group"] for row in rows if row["failing"] or not row["total"]]
        if done.returncode not in (0, 1) or not rows:
            fails.append(f"operators.py ended with {done.returncode}")
        if shows or done.returncode not in (0, 1):
            print(done.stderr, end="", file=sys.stderr)
        results[f"operators, {engine}"] = (sum(row["passed"] for row in rows), sum(row["total"] for row in rows), fails)
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("names", nargs="*", metavar="NAME")
    args = parser.parse_args()
    if shutil.which(EMULATOR[0]) is None or not (BUILD / "bin/object_run").exists():
        print("aarch64: skipped, ./dev conformance aarch64 installs an emulator and builds the programs for it")
        sys.exit(77)
    bin_folder = pathlib.Path(os.environ.get("JITSCOPE_BIN", "build/release/bin")).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        lines = subprocess.run([bin_folder / "aarch64_batch", folder], stdout=subprocess.PIPE, text=True, check=True).stdout
        cases = [json.loads(line) for line in lines.splitlines()]
        cases = [case for case in cases if not args.names or case["name"] in args.names]
        run([bin_folder / "object_run"], folder, "host", cases)
        run([*EMULATOR, BUILD / "bin/object_run"], folder, "aarch64", cases)
        results = {}
        for case in cases:
            group = results.setdefault(case["group"], [0, 0, []])
            wrong = differences(case, folder)
            group[0] += not wrong
            group[1] += 1
            if wrong:
                group[2].append(case["name"])
                if args.show:
                    print(f"--- {case['name']}", *wrong, sep="\n")
        if not args.names or not cases:
            results.update(unit_tests(args.names, folder, args.show))
        if not args.names:
            results.update(operators(folder, args.show))
    for group, (passed, total, fails) in results.items():
        if args.json:
            print(json.dumps(dict(suite="aarch64", group=group, passed=passed, total=total, fails=fails)))
        else:
            print(f"{group:20} {passed:4} of {total:4}   {' '.join(fails)}")
    sys.exit(0 if any(total for _, total, _ in results.values()) and not any(fails for _, _, fails in results.values()) else 1)


if __name__ == "__main__":
    main()
