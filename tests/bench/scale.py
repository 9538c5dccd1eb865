#!/usr/bin/python3
"""Measures how work and memory grow with the input: at 1, 10 and 100 times the size of each kind.

usage: scale.py [--json] [KIND...]
Work is counted in instructions, by valgrind. The exponent k is that of the curve c + a * n^k that passes through the largest size, where c
is what an input of size 1 takes, and has the least relative errors at the other two sizes.
Goal: at most 1.15 for each kind: 1 is linear growth, and n log n is about 1.1 at these sizes.
Time is shown without a goal: each instruction takes longer when the input no longer fits into the processor's caches.
"""
import ctypes
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time

sys.path.pop(0)
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../conformance/attack"))
import server  # noqa: E402

GOAL, RUNS = 1.15, 5
HEAD = "import torch\nfrom torch import Tensor, nn\n"


def function(name, body, arguments="x: Tensor"):
    return f"@torch.jit.script\ndef {name}({arguments}):\n{body}\n"


def module(init, forward):
    return f"{HEAD}class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        {init}\n" \
           f"    def forward(self, x: Tensor):\n        {forward}\nm = torch.jit.script(Net())\n"


def functions(n):
    return {"a.py": HEAD + "".join(function(f"f{i}", f"    y = x + {i}\n    return y * 2") for i in range(n))}


def files(n):
    return {f"m{i}.py": HEAD + function("f", f"    return x + {i}") for i in range(n)}


def imports(n):
    """Each file imports the one before it."""
    chain = {f"m{i}.py": f"import m{i - 1}\ndef f(x):\n    return m{i - 1}.f(x)\n" for i in range(1, n)}
    return {**chain, "m0.py": HEAD + "def f(x: Tensor):\n    return x\n", "a.py": f"{HEAD}import m{n - 1}\nm = torch.jit.script(m{n - 1}.f)\n"}


def arguments(n):
    return {"a.py": HEAD + function("f", "    return a0", ", ".join(f"a{i}: Tensor" for i in range(n)))}


def parameters(n):
    return {"a.py": module(f"for i in range({n}):\n            self.register_parameter('p%d' % i, nn.Parameter(torch.zeros(1)))",
                           "return x + self.p0")}


def submodules(n):
    return {"a.py": module(f"self.layers = nn.ModuleList([nn.Linear(2, 2) for i in range({n})])",
                           "for layer in self.layers:\n            x = layer(x)\n        return x")}


def nodes(n):
    return {"a.py": HEAD + function("f", "".join(f"    x = x * {i} + x\n" for i in range(n)) + "    return x")}


def nesting(n):
    return {"a.py": HEAD + "".join(function(f"f{i}", f"    return {'(' * n}x{' + 1)' * n}") for i in range(1000))}


# The command and the sizes of each kind; no command: the server opens all files. The middle size takes several times what the
# program takes for nothing, so that the growth is that of the work.
KINDS = {
    "functions": (functions, ["tscheck", "a.py"], (200, 2000, 20000)),
    "files": (files, ["tscheck", "."], (100, 1000, 10000)),
    "imports": (imports, ["tscheck", "a.py"], (10, 100, 1000)),
    "arguments": (arguments, ["tscheck", "a.py"], (500, 5000, 50000)),
    "parameters": (parameters, ["tscheck", "a.py"], (640, 6400, 64000)),
    "submodules": (submodules, ["tscheck", "a.py"], (200, 2000, 20000)),
    "nesting": (nesting, ["tscheck", "a.py"], (2, 20, 180)),
    "nodes": (nodes, ["tscheck", "a.py"], (400, 4000, 40000)),
    "nodes as IR": (nodes, ["tsviz", "a.py:f", "--format=ir"], (200, 2000, 20000)),
    "nodes as data": (nodes, ["tsviz", "a.py:f", "--format=json"], (200, 2000, 20000)),
    "documents": (files, None, (100, 1000, 10000)),
}


def run_program(command, folder, before=(), prepare=None):
    binary = os.path.join(os.environ["JITSCOPE_BIN"], command[0])
    start = time.perf_counter()
    child = subprocess.Popen([*before, binary, *command[1:]], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             preexec_fn=prepare)
    if child.wait() not in (0, 1):
        sys.exit(f"{' '.join(command)} ended with {child.returncode}")
    return time.perf_counter() - start


def valgrind(log):
    """The words before a command, which then logs the number of instructions that it executes."""
    return ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", f"--log-file={log}"]


def millions(log):
    with open(log) as file:
        return int(re.search(r"I +refs: +([\d,]+)", file.read()).group(1).replace(",", "")) / 1e6


def instructions(command, folder):
    """Millions of instructions that the program executes."""
    with tempfile.NamedTemporaryFile() as log:
        run_program(command, folder, valgrind(log.name))
        return millions(log.name)


def use_small_pages():
    """With pages of 2 MB, the memory of small inputs disappears in the rest of a page."""
    disable_huge_pages = 41  # PR_SET_THP_DISABLE
    ctypes.CDLL(None).prctl(disable_huge_pages, 1, 0, 0, 0)


def peak(command, folder):
    """Megabytes. The system's figure for a child of this process would also count this process's own memory before exec."""
    with tempfile.NamedTemporaryFile() as log:
        run_program(command, folder, ["time", "--format=%M", f"--output={log.name}"], use_small_pages)
        return int(log.read().split()[-1]) / 1024


def run_server(texts, before=()):
    """Seconds and megabytes for opening all files and waiting for their diagnostics."""
    session, start = server.Session(before), time.perf_counter()
    for name, text in texts.items():
        session.open(f"file:///scale/{name}", text)
    if not session.wait(len(texts), 300):
        sys.exit("tsls did not check all documents")
    result = time.perf_counter() - start, session.megabytes()
    session.end()
    return result


def measure(make, command, size):
    """Millions of instructions, and milliseconds and megabytes, the least of several runs."""
    texts = make(size)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts.items():
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
        if command:
            return instructions(command, folder), min(run_program(command, folder) for _ in range(RUNS)) * 1e3, peak(command, folder)
        with tempfile.NamedTemporaryFile() as log:
            run_server(texts, valgrind(log.name))
            work = millions(log.name)
        results = [run_server(texts) for _ in range(RUNS)]
        return work, min(seconds for seconds, _ in results) * 1e3, min(megabytes for _, megabytes in results)


def exponent(constant, values, sizes):
    """Of the curve constant + a * n^k through the last value, with the least squares of relative errors at the others."""
    grown = max(values[-1] - constant, constant / 100)

    def error(k):
        return sum(math.log((constant + grown * (size / sizes[-1])**k) / value)**2 for size, value in zip(sizes, values))

    return min((k / 100 for k in range(301)), key=error)


def main():
    os.environ["JITSCOPE_BIN"] = os.path.abspath(os.environ.get("JITSCOPE_BIN", "build/release/bin"))
    os.environ["JITSCOPE_CACHE"] = "off"  # each run does its work
    chosen = [argument for argument in sys.argv[1:] if argument != "--json"] or list(KINDS)
    fine = True
    for kind in chosen:
        make, command, sizes = KINDS[kind]
        results = [measure(make, command, size) for size in (1, *sizes)]
        for what, unit, values in zip(("work", "time", "memory"), ("M instructions", "ms", "MB"), zip(*results)):
            grows, is_judged = exponent(values[0], values[1:], sizes), what != "time"
            fine = fine and (grows <= GOAL or not is_judged)
            if "--json" in sys.argv:
                print(json.dumps(dict(name=f"scale, {kind}, {what}", exponent=grows, sizes=sizes, values=values[1:], unit=unit)), flush=True)
            else:
                shown = "".join(f"{size:6} {value:8.1f}   " for size, value in zip(sizes, values[1:]))
                goal = f"; goal: at most {GOAL}" if is_judged else ""
                print(f"{kind:14} {what:7} {shown}{unit:15} exponent {grows:5.2f}{goal}", flush=True)
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
