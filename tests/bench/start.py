#!/usr/bin/python3
"""Measures time and peak memory from process start to the first diagnostics of a file of 1,000 lines.

usage: start.py [--json]
The reference is the minimum for any program with PyTorch: python3 -c 'import torch'. The numbers are
medians of several runs in sequence on the same machine. Goals: under 20 ms, under 30 MB.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

LINES = 1000
RUNS = 21
REFERENCE_RUNS = 5
REACH_MS = 20
REACH_MB = 30

# Functions of ten lines with loops, branches, calls and containers; the last has a mistake.
FUNCTION = '''
@torch.jit.script
def mix_{n}(x: Tensor, sizes: List[int], scale: float = 0.5) -> Tensor:
    total = torch.zeros_like(x)
    for i, size in enumerate(sizes):
        if size > {n} and i % 2 == 0:
            total = total + x.mul(scale).narrow(0, 0, size)
        else:
            total = total - torch.relu(x) * float(size)
    return total
'''
HEAD = "from typing import List\n\nimport torch\nfrom torch import Tensor\n"
MISTAKE = '''
@torch.jit.script
def wrong(x: Tensor) -> int:
    return x.sotfmax(0)
'''


def sample():
    body = "".join(FUNCTION.format(n=n) for n in range(LINES))
    lines = (HEAD + body).splitlines(keepends=True)
    mistake = MISTAKE.splitlines(keepends=True)
    keep = (LINES - len(mistake) - len(HEAD.splitlines())) // 10 * 10
    text = lines[:len(HEAD.splitlines()) + keep]
    text += ["\n"] * (LINES - len(text) - len(mistake)) + mistake
    assert len(text) == LINES
    return "".join(text)


def measure(command, runs):
    """Median seconds and peak memory in bytes.

    The system also counts the memory before exec, so no result is smaller than this interpreter's
    own memory, about 13 MB.
    """
    seconds, memory = [], 0
    for _ in range(runs):
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        seconds.append(time.perf_counter() - start)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1):
            sys.exit(f"{command[0]} ended with {process.returncode}")
        memory = max(memory, usage.ru_maxrss * 1024)
    return statistics.median(seconds), memory


def main():
    folder = os.environ.get("JITSCOPE_BIN", "build/release/bin")
    os.environ["JITSCOPE_CACHE"] = "off"  # each run checks the file
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "sample.py")
        with open(path, "w", encoding="utf-8") as out:
            out.write(sample())
        ours = measure([os.path.join(folder, "tscheck"), "--format=json", path], RUNS)
    reference = measure(["/usr/bin/python3", "-c", "import torch"], REFERENCE_RUNS)
    rows = [
        ("start to diagnostics, 1,000 lines", ours[0] * 1e3, reference[0] * 1e3, "ms", REACH_MS),
        ("peak memory", ours[1] / 2**20, reference[1] / 2**20, "MB", REACH_MB),
    ]
    if "--json" in sys.argv:
        for name, our, other, unit, _ in rows:
            print(json.dumps({"name": name, "ours": round(our, 2), "reference": round(other, 2),
                              "ratio": round(other / our, 1), "unit": unit}))
    else:
        print(f"{'':36}{'tscheck':>10}{'import torch':>14}{'ratio':>8}{'to reach':>11}")
        for name, our, other, unit, reach in rows:
            print(f"{name + ', ' + unit:36}{our:10.1f}{other:14.1f}{other / our:7.0f}x{'< ' + str(reach):>11}")
    return 0 if ours[0] * 1e3 < REACH_MS and ours[1] / 2**20 < REACH_MB else 1


if __name__ == "__main__":
    sys.exit(main())
