#!/usr/bin/python3
"""Measures building and scripting each model of torchvision: our whole process against only torch.jit.script.

usage: script.py [--json] [MODEL...]
Our process starts, reads torchvision's sources, creates the model, compiles it and ends. The reference is a fork of a process
that has imported torch and torchvision and created the model: only torch.jit.script is timed. The reference's memory is that of
the fork. Goals: at least 25 times faster, peak memory at most a quarter; both are medians over the models.
"""
import json
import os
import statistics
import subprocess
import sys
import time
import warnings

sys.path.pop(0)
REACH_RATIO, REACH_MEMORY = 25, 0.25
RUNS, SECONDS = 3, 0.5  # at least, of each side: a short run is repeated more often, because more of its time is noise


def best_of(run):
    """The least seconds and the most memory of several runs."""
    results = []
    while len(results) < RUNS or sum(seconds for seconds, _ in results) < SECONDS:
        results.append(run())
    return min(seconds for seconds, _ in results), max(memory for _, memory in results)


def measure(target):
    """Seconds of the fastest of several runs, and the peak memory in bytes."""
    binary = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "script_bench")
    def run():
        start = time.perf_counter()
        child = os.posix_spawn(binary, [binary, target], os.environ)
        _, status, usage = os.wait4(child, 0)
        seconds = time.perf_counter() - start
        if status != 0:
            sys.exit(f"script_bench {target} ended with {os.waitstatus_to_exitcode(status)}")
        return seconds, usage.ru_maxrss * 1024
    return best_of(run)


class Ours:
    """Starts ours from a small process, because the system counts the memory of a parent as part of its child's peak."""

    def __init__(self):
        self.process = subprocess.Popen([sys.executable, os.path.abspath(__file__), "--measure"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def __call__(self, target):
        print(target, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"script_bench failed at {target}")
        return json.loads(answer)


def reference(torch, make):
    """Seconds of torch.jit.script in a fork, and the fork's memory in bytes."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        model = make()
        start = time.perf_counter()
        torch.jit.script(model)
        os.write(writer, str(time.perf_counter() - start).encode())
        os._exit(0)
    os.close(writer)
    _, _, usage = os.wait4(child, 0)
    seconds = float(os.read(reader, 100))
    os.close(reader)
    return seconds, usage.ru_maxrss * 1024


def main():
    if "--measure" in sys.argv:
        for line in sys.stdin:
            print(json.dumps(measure(line.strip())), flush=True)
        return
    ours = Ours()
    as_json = "--json" in sys.argv
    chosen = [argument for argument in sys.argv[1:] if argument != "--json"]
    warnings.simplefilter("ignore")
    import inspect
    import torch
    import torchvision
    torch.set_num_threads(1)
    rows = []
    for name in chosen or torchvision.models.list_models():
        builder = torchvision.models.get_model_builder(name)
        backbone = "weights_backbone" in inspect.signature(builder).parameters
        arguments = dict(weights=None, **(dict(weights_backbone=None) if backbone else {}))
        text = ", ".join(f"{key}=None" for key in arguments)
        mine = ours(f"{builder.__module__}:{builder.__name__}({text})")
        theirs = best_of(lambda: reference(torch, lambda: torchvision.models.get_model(name, **arguments).eval()))
        rows.append((name, mine, theirs))
        if not as_json:
            print(f"{name:40} {mine[0] * 1e3:8.1f} ms {theirs[0] * 1e3:9.1f} ms {theirs[0] / mine[0]:7.1f}x"
                  f" {mine[1] / 1e6:7.0f} MB {theirs[1] / 1e6:7.0f} MB", flush=True)
    ratio = statistics.median(theirs[0] / mine[0] for _, mine, theirs in rows)
    memory = statistics.median(mine[1] / theirs[1] for _, mine, theirs in rows)
    results = [
        ("script, median time", statistics.median(m[0] for _, m, _ in rows) * 1e3, statistics.median(t[0] for _, _, t in rows) * 1e3,
         ratio, "ms", f"at least {REACH_RATIO} times"),
        ("script, median memory", statistics.median(m[1] for _, m, _ in rows) / 1e6, statistics.median(t[1] for _, _, t in rows) / 1e6,
         1 / memory, "MB", f"at least {1 / REACH_MEMORY:.0f} times"),
        ("script, worst memory", max(m[1] for _, m, _ in rows) / 1e6, max(t[1] for _, _, t in rows) / 1e6,
         1 / max(m[1] / t[1] for _, m, t in rows), "MB", "none"),
    ]
    for title, mine, theirs, better, unit, goal in results:
        if as_json:
            print(json.dumps(dict(name=title, ours=mine, reference=theirs, ratio=better, unit=unit)))
        else:
            print(f"{title:28} {mine:9.1f} {unit} against {theirs:9.1f} {unit}, {better:.1f} times better; goal: {goal}")
    sys.exit(0 if ratio >= REACH_RATIO and memory <= REACH_MEMORY else 1)


if __name__ == "__main__":
    main()
