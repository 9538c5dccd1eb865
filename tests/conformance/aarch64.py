#!/usr/bin/python3
"""Runs machine code for AArch64 in an emulator, and compares its results with those of this machine's code.

usage: aarch64.py [--json] [--show] [NAME...]
aarch64_batch makes object files for both machines from the same loops and functions, with their arguments. aarch64/object_run.cpp
loads and runs them: natively, and compiled for AArch64 under qemu-aarch64. NAMEs select cases; --show prints the first elements that
differ. Integers are equal, and floats are equal bit by bit unless a function such as exp takes part in them. Cases that call SLEEF
need its library for AArch64, which `./dev conformance aarch64` downloads into build/aarch64.
"""
import argparse
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ["tests/conformance/aarch64/object_run.cpp", *(f"core/jit/{name}.cpp" for name in ("object", "elf_file", "relocation"))]
COMPILER, EMULATOR = "aarch64-linux-gnu-g++", "qemu-aarch64"
SYSTEM = "/usr/aarch64-linux-gnu"
LIBRARIES = ROOT / "build/aarch64/usr/lib/aarch64-linux-gnu"
FORMATS = {"bool": "B", "uint8": "B", "int8": "b", "int16": "h", "int32": "i", "int64": "q", "float16": "e", "bfloat16": "H",
           "float32": "f", "float64": "d"}
# The relative difference between two results of functions that each round a few times.
MOST = {"float64": 16 * 2.0**-52, "float32": 16 * 2.0**-23, "float16": 2 * 2.0**-10, "bfloat16": 2 * 2.0**-7}


def compile_runner(path):
    """fmt's headers come from the host; all others from the cross compiler."""
    subprocess.run([COMPILER, "-std=c++20", "-DFMT_HEADER_ONLY", f"-I{ROOT}", "-idirafter", "/usr/include", *SOURCES, "-o", path],
                   cwd=ROOT, check=True)


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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("names", nargs="*", metavar="NAME")
    args = parser.parse_args()
    for tool in (COMPILER, EMULATOR):
        if shutil.which(tool) is None:
            print(f"aarch64: skipped, {tool} is not installed")
            sys.exit(77)
    bin_folder = pathlib.Path(os.environ.get("JITSCOPE_BIN", "build/release/bin")).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        runner = folder / "object_run"
        compile_runner(runner)
        lines = subprocess.run([bin_folder / "aarch64_batch", folder], stdout=subprocess.PIPE, text=True, check=True).stdout
        cases = [json.loads(line) for line in lines.splitlines()]
        cases = [case for case in cases if not args.names or case["name"] in args.names]
        if not (LIBRARIES / "libsleef.so.3").exists():
            skipped = sum(case["sleef"] for case in cases)
            cases = [case for case in cases if not case["sleef"]]
            print(f"aarch64: {skipped} cases skipped, SLEEF for AArch64 is not in {LIBRARIES}", file=sys.stderr)
        run([bin_folder / "object_run"], folder, "host", cases)
        run([EMULATOR, "-L", SYSTEM, "-E", f"LD_LIBRARY_PATH={LIBRARIES}", runner], folder, "aarch64", cases)
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
    for group, (passed, total, fails) in results.items():
        if args.json:
            print(json.dumps(dict(suite="aarch64", group=group, passed=passed, total=total, fails=fails)))
        else:
            print(f"{group:20} {passed:4} of {total:4}   {' '.join(fails)}")
    sys.exit(0 if cases and not any(fails for _, _, fails in results.values()) else 1)


if __name__ == "__main__":
    main()
