#!/usr/bin/python3
"""Measures tsdbg and PyTorch on one thread: loops, tiny tensors, a model, loading, starting.

usage: run.py [--json]
Both sides run the same functions (run_programs.py), the same archive from PyTorch and the same script. The fastest of several
runs counts, and the results must agree. The start measures a whole process: `tsdbg run` against python3.
"""
import json
import math
import os
import subprocess
import sys
import tempfile
import time
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
BIN = os.environ.get("JITSCOPE_BIN", "build/release/bin")
RUNS = 15
LOOP, TINY = 1_000_000, 30_000
TINY_OPERATORS = 3  # in an iteration of tiny_tensors()

SCRIPT = """
import torch

x = torch.tensor([[1.0, -2.0], [3.0, 4.0]])
print(torch.relu(x).sum())
"""


def best(work, runs=RUNS):
    def seconds():
        start = time.perf_counter()
        work()
        return time.perf_counter() - start
    return min(seconds() for _ in range(runs))


def ours(*arguments):
    done = subprocess.run([os.path.join(BIN, "run_bench"), *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"run_bench {' '.join(map(str, arguments))} failed: {done.stderr.strip()}")
    return json.loads(done.stdout)


def agree(what, mine, theirs):
    if mine != theirs:
        sys.exit(f"{what}: {mine} is not PyTorch's {theirs}")


def loops(torch):
    """Rows of title, our value, PyTorch's value, wanted ratio, unit."""
    import run_programs
    for name, title, function, count, operators, unit in [
            ("integers", "integer loop of 1e6 iterations", run_programs.integers, LOOP, 1, "ms"),
            ("branches", "the same with branches", run_programs.branches, LOOP, 1, "ms"),
            ("tiny_tensors", "operator on four elements, in a loop", run_programs.tiny_tensors, TINY, TINY * TINY_OPERATORS, "ns")]:
        scripted = torch.jit.script(function)
        result = [scripted(count) for _ in range(3)][0]  # the first two calls profile and optimise
        mine = ours("call", os.path.join(HERE, "run_programs.py:" + name), count)
        agree(title, float(mine["result"]), float(result))
        scale = {"ms": 1e3, "ns": 1e9}[unit] / operators
        yield title, mine["seconds"] * scale, best(lambda: scripted(count)) * scale, 3, unit


def models(torch, folder):
    import torchvision
    torch.manual_seed(0)
    model = torchvision.models.resnet18(weights=None).eval()
    path = os.path.join(folder, "resnet18.pt")
    torch.jit.script(model).save(path)
    image = torch.ones(1, 3, 224, 224)
    scripted = torch.jit.load(path).eval()
    with torch.no_grad():
        result = [scripted(image) for _ in range(3)][-1][0, :100].tolist()
        theirs = min(best(lambda: scripted(image)), best(lambda: model(image)))
    mine = ours("model", path, 224)
    scale = max(map(abs, result))
    agree("resnet18", all(math.isclose(a, b, rel_tol=1e-4, abs_tol=1e-5 * scale) for a, b in zip(mine["result"], result)), True)
    yield "resnet18, batch 1", mine["seconds"] * 1e3, theirs * 1e3, 1 / 1.1, "ms"


def loading(torch, folder):
    path = os.path.join(folder, "large.pt")
    torch.jit.script(torch.nn.Sequential(*(torch.nn.Linear(1620, 1620) for _ in range(10)))).save(path)
    yield "load an archive of 100 MB", ours("load", path)["load"] * 1e3, best(lambda: torch.jit.load(path)) * 1e3, 8, "ms"


def starting(torch, folder):
    path = os.path.join(folder, "script.py")
    with open(path, "w", encoding="utf-8") as out:
        out.write(SCRIPT)
    said = []

    def run(command):
        said.append(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    mine, theirs = best(lambda: run([os.path.join(BIN, "tsdbg"), "run", path])), best(lambda: run([sys.executable, path]), 5)
    agree("starting", len(set(said)), 1)
    yield "start to first result", mine * 1e3, theirs * 1e3, 20, "ms"


def main():
    warnings.simplefilter("ignore")
    import torch
    torch.set_num_threads(1)
    ok = True
    with tempfile.TemporaryDirectory() as folder:
        for measured in (loops(torch), models(torch, folder), loading(torch, folder), starting(torch, folder)):
            for title, mine, theirs, wanted, unit in measured:
                ratio = theirs / mine
                ok &= ratio >= wanted
                if "--json" in sys.argv:
                    print(json.dumps(dict(name=title, ours=mine, reference=theirs, ratio=ratio, unit=unit)), flush=True)
                else:
                    print(f"{title:38} {mine:9.2f} {unit} against {theirs:9.2f} {unit}, {ratio:6.2f} times better"
                          f"{'' if ratio >= wanted else f', less than {wanted:.2f}'}", flush=True)
    sys.exit(not ok)


if __name__ == "__main__":
    main()
