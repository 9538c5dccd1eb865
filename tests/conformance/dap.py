#!/usr/bin/python3
"""Compares stepping in `tsdbg dap` with CPython's tracing.

usage: dap.py [--json] [--show] [--steps N] [PATTERN...]
Each script of tests/conformance/run runs under sys.settrace in Debian's python3 with PYTORCH_JIT=0, and is stepped through with
stepIn in `tsdbg dap` with jit "off". The lines must be the same, in the same order, and so must be the local variables at each stop
whose texts are comparable: numbers, strings, containers of them, and the dtypes and shapes of tensors. Where PyTorch itself fails
with PYTORCH_JIT=0, the lines up to there are compared. Stops in graphs of scripts that turn torch.jit on, and in the tape of backward(), are left out. N limits the number of
steps of a script (600). Python 3.12 and later have no frames of comprehensions: there, stops on lines with comprehensions are left
out. PATTERNs, parts of names, select scripts; --show prints the first difference of each script.
"""
import sys

sys.path.pop(0)  # this folder's ast.py would hide the standard library's

import argparse
import ast
import concurrent.futures
import json
import math
import os
import pathlib
import re
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "support"))
sys.path.append(str(HERE.parent / "protocol"))
from case_sample import Sample  # noqa: E402
from dap_client import Client  # noqa: E402
from group_report import GroupReport  # noqa: E402
from known_failures import KnownFailures  # noqa: E402
from torch_profiles import in_use  # noqa: E402

SCRIPTS = HERE / "run"
SAMPLE = Sample(3)
SECONDS = 300
TAPE = re.compile(r"Backward\d*$|^AccumulateGrad$")
FLOAT = re.compile(r"-?\d+\.\d+(?:e[+-]?\d+)?")
ENVIRONMENT = dict(OMP_NUM_THREADS="1", PYTHONHASHSEED="0", PYTHONWARNINGS="ignore", PYTORCH_JIT="0")


def arguments_of(script):
    return ["write"] if script.name.startswith("exchange_") else []


def reference(script, limit, folder):
    """The line events of CPython, [[line, function, variables], ...], and whether the script has ended without an exception."""
    read, write = os.pipe()
    environment = dict(os.environ, DAP_REFERENCE=str(write), **ENVIRONMENT)
    command = ["/usr/bin/python3", "-B", str(HERE / "dap" / "settrace.py"), str(limit), str(script), *arguments_of(script)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, env=environment,
                               pass_fds=[write])
    os.close(write)
    with os.fdopen(read) as text:
        events = [json.loads(line) for line in text]
    return events, process.wait(SECONDS) == 0


def ours(script, limit, folder):
    """The stops of stepping through a script, in the same form."""
    events = []
    with Client() as client:
        client.launch(script, stopOnEntry=True, jit="off", torch=in_use(), cwd=folder, env=ENVIRONMENT, args=arguments_of(script))
        stop = client.stop()
        while stop and len(events) < limit:
            frame = client.frames(levels=1)[0]
            # CPython traces neither graphs nor the tape.
            if "instructionPointerReference" in frame or TAPE.search(frame["name"]):
                stop = client.step("stepIn")
                continue
            variables = client.variables(client.scope(frame=frame))
            events.append([frame["line"], frame["name"].split(".")[-1], {name: one["value"] for name, one in variables.items()}])
            stop = client.step("stepIn")
    return events


def is_close(a, b):
    """True for texts of values that differ only in floats, by less than float32's tolerance."""
    if b is None or FLOAT.sub("", a) != FLOAT.sub("", b):
        return False
    return all(math.isclose(float(x), float(y), rel_tol=1e-5, abs_tol=1e-6) for x, y in zip(FLOAT.findall(a), FLOAT.findall(b)))


def difference(want, have, is_whole):
    """The first difference of two lists of events, as text; None when there is none. is_whole: both have to end together."""
    for i, (theirs, own) in enumerate(zip(want, have)):
        if theirs[:2] != own[:2]:
            return f"stop {i}: line {theirs[0]} in {theirs[1]}, ours {own[0]} in {own[1]}; before: {[one[0] for one in want[max(0, i - 3):i]]}"
        for name, text in theirs[2].items():
            if own[2].get(name) != text and not is_close(text, own[2].get(name)):
                return f"stop {i}, line {theirs[0]}: {name} is {text}, ours {own[2].get(name)}"
    if len(want) > len(have) or is_whole and len(want) < len(have):
        return f"{len(want)} stops, ours {len(have)}; the next: {(want + have)[min(len(want), len(have))][:2]}"
    return None


def lines_of_comprehensions(script):
    kinds = ast.ListComp, ast.SetComp, ast.DictComp
    nodes = [node for node in ast.walk(ast.parse(script.read_text(encoding="utf-8"))) if isinstance(node, kinds)]
    return {line for node in nodes for line in range(node.lineno, node.end_lineno + 1)}


def outside_comprehensions(script, limit, want, have):
    """The events on other lines than those of comprehensions, as far as both sides have recorded them."""
    inside = lines_of_comprehensions(script)
    is_cut = limit in (len(want), len(have))
    want, have = ([event for event in events if event[0] not in inside] for events in (want, have))
    common = min(len(want), len(have))
    return (want[:common], have[:common]) if is_cut else (want, have)


def compare(script, limit):
    """The number of stops of a script and its first difference."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            want, is_whole = reference(script, limit, folder)
        with tempfile.TemporaryDirectory() as folder:
            have = ours(script, limit, folder)
        if sys.version_info >= (3, 12):
            want, have = outside_comprehensions(script, limit, want, have)
    except Exception as problem:  # of one script; the others go on
        return 0, f"{type(problem).__name__}: {problem}"
    return len(want), difference(want, have, is_whole)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("patterns", nargs="*")
    args = parser.parse_args()
    scripts = [path for path in sorted(SCRIPTS.glob("*.py"))
               if not args.patterns or any(pattern in path.name for pattern in args.patterns)]
    scripts = SAMPLE.keep(scripts, lambda path: path.name)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda path: compare(path, args.steps), scripts))
    report = GroupReport("dap", "stops")
    known = KnownFailures.of("dap")
    for path, (count, found) in zip(scripts, results):
        known.judge("dap", path.stem, not found)
        report.add(path.stem.split("_")[0], path.stem, count, found)
        if found and args.show:
            print(f"{path.stem}: {found}")
    report.tell(args.json)
    SAMPLE.tell()
    sys.exit(0 if scripts and known.tell(whole=not SAMPLE and not args.patterns) else 1)


if __name__ == "__main__":
    main()
