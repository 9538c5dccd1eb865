#!/usr/bin/python3
"""Measures how time and memory grow with the input: at 1, 10 and 100 times the size of each kind.

usage: scale.py [--json] [KIND...]
The exponent is that of the curve through the three sizes, fitted by least squares after subtracting what an input of size 1 takes.
Goal: at most 1.15 for each kind: 1 is linear growth, and n log n is about 1.1 at these sizes. The exponent of the last step is shown
beside it: it also contains the step from the processor's caches to memory, in which 100 times the smallest input no longer fits.
"""
import json
import math
import os
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


def run_program(command, folder):
    binary = os.path.join(os.environ["JITSCOPE_BIN"], command[0])
    start = time.perf_counter()
    child = subprocess.Popen([binary, *command[1:]], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if child.wait() not in (0, 1):
        sys.exit(f"{' '.join(command)} ended with {child.returncode}")
    return time.perf_counter() - start


def peak(command, folder):
    """Megabytes. The system's figure for an ended process counts the memory of its parent, so this one asks while it runs."""
    binary, most = os.path.join(os.environ["JITSCOPE_BIN"], command[0]), 0
    child = subprocess.Popen([binary, *command[1:]], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while child.poll() is None:
        with open(f"/proc/{child.pid}/status") as file:
            most = max([most] + [int(line.split()[1]) for line in file if line.startswith("VmHWM")])
    return most / 1024


def run_server(texts):
    session, start = server.Session(), time.perf_counter()
    for name, text in texts.items():
        session.open(f"file:///scale/{name}", text)
    if not session.wait(len(texts), 300):
        sys.exit("tsls did not check all documents")
    result = time.perf_counter() - start, session.megabytes()
    session.close()
    return result


def measure(make, command, size):
    """Seconds and megabytes, the least of several runs."""
    texts = make(size)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts.items():
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
        if command:
            return min(run_program(command, folder) for _ in range(RUNS)), peak(command, folder)
        results = [run_server(texts) for _ in range(RUNS)]
        return min(seconds for seconds, _ in results), min(megabytes for _, megabytes in results)


def exponents(smallest, values, sizes):
    """Of the whole curve, by least squares, and of its last step. Growth of less than 1% of the smallest input's figure counts as 1%."""
    grown = [math.log(max(value - smallest, smallest / 100)) for value in values]
    steps = [math.log(size) for size in sizes]
    middle, centre = sum(grown) / 3, sum(steps) / 3
    fitted = sum((g - middle) * (s - centre) for g, s in zip(grown, steps)) / sum((s - centre) ** 2 for s in steps)
    return fitted, (grown[2] - grown[1]) / (steps[2] - steps[1])


def main():
    os.environ["JITSCOPE_BIN"] = os.path.abspath(os.environ.get("JITSCOPE_BIN", "build/release/bin"))
    chosen = [argument for argument in sys.argv[1:] if argument != "--json"] or list(KINDS)
    fine = True
    for kind in chosen:
        make, command, sizes = KINDS[kind]
        results = [measure(make, command, size) for size in (1, *sizes)]
        for what, unit, values in (("time", "ms", [seconds * 1e3 for seconds, _ in results]), ("memory", "MB", [mb for _, mb in results])):
            grows, last = exponents(values[0], values[1:], sizes)
            fine = fine and grows <= GOAL
            if "--json" in sys.argv:
                print(json.dumps(dict(name=f"scale, {kind}, {what}", exponent=grows, last=last, sizes=sizes, values=values[1:], unit=unit)), flush=True)
            else:
                shown = "   ".join(f"{size:6} {value:8.1f} {unit}" for size, value in zip(sizes, values[1:]))
                print(f"{kind:14} {what:7} {shown}   exponent {grows:5.2f} (last step {last:.2f}); goal: at most {GOAL}", flush=True)
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
