#!/usr/bin/python3
"""Check `tsdbg compare` against PyTorch: cases where a scripted function or a trace diverges from Python, and cases where none does.

usage: divergence.py [--json] [--show] [--engine=compiled] [PATTERN...]
Cases are the functions and module classes of tests/conformance/divergence. Comments above a case describe its call:

    # inputs: ARGS             arguments of the compared call
    # example: ARGS            arguments for torch.jit.trace; default: the inputs
    # init: ARGS               arguments that create the instance
    # search: N                `--search N` has to find the inputs
    # agrees: eager, trace     these engines agree
    # gradients: yes           `--gradients`: of the sum of the results; the debugger compares none

A comment at the end of a line says that an engine diverges there, and the cause: `# trace: branch`, `# script: script-semantics`.
On the `def` or `class` line it says that the engine cannot be created. `# note: TEXT` expects a note with that text on that line.
PyTorch runs each case too: its engines must diverge exactly where ours do, on the inputs that ours found. `tsdbg dap` debugs each
case on these inputs: it must stop at the same line and name the same cause.
--engine=compiled compares eager with machine code, which has to diverge exactly where scripted code does.
"""
import sys

sys.path.pop(0)  # this folder's ast.py would hide the standard library's

import argparse
import concurrent.futures
import contextlib
import copy
import importlib.util
import json
import math
import os
import pathlib
import queue
import random
import re
import subprocess
import tempfile
import warnings

import torch

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "support"))
sys.path.append(str(HERE.parent / "protocol"))
from case_sample import Sample  # noqa: E402
from dap_client import Client, Failed  # noqa: E402

CASES = HERE / "divergence"
SAMPLE = Sample(2)
ENGINES = ("eager", "script", "trace")
NAMES = {engine: engine for engine in ENGINES}  # our names of PyTorch's engines
SECONDS = 120


class Case:
    def __init__(self, path, name, line, settings):
        self.path, self.name, self.line = path, name, line
        self.inputs = settings.get("inputs", settings.get("example", ""))
        self.example = settings.get("example", self.inputs)
        self.init = settings.get("init")
        self.search = int(settings["search"]) if "search" in settings else None
        self.agreeing = [engine.strip() for engine in settings["agrees"].split(",")] if "agrees" in settings else []
        self.gradients = "gradients" in settings
        self.divergences = {}  # engine -> line, cause
        self.notes = []    # line, text

    @property
    def engines(self):
        return [engine for engine in NAMES if engine == "eager" or engine in self.agreeing or engine in self.divergences]

    def leave_out_unused(self):
        """Drops the marks of engines that do not run, and a search for their divergences."""
        self.divergences = {engine: place for engine, place in self.divergences.items() if engine in NAMES}
        if not self.divergences:
            self.search = None


def cases_of(path):
    found, settings = [], {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if setting := re.match(r"# (inputs|example|init|search|agrees|gradients):\s*(.*)", line):
            settings[setting[1]] = setting[2]
        elif (name := re.match(r"(?:def|class) (\w+)", line)) and settings:
            found.append(Case(path, name[1], number, settings))
            settings = {}
        if (mark := re.search(r"  # (script|trace|note): (.+)$", line)) and found:
            if mark[1] == "note":
                found[-1].notes.append((number, mark[2]))
            else:
                found[-1].divergences[mark[1]] = (number, mark[2])
    return found


# ---- PyTorch's side

def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def evaluate(module, source):
    return eval(f"(lambda *args: args)({source})", vars(module))


def seed(number):
    torch.manual_seed(number)
    random.seed(number)


@contextlib.contextmanager
def output_to(file):
    """Redirect the standard output of the process: compiled code does not write to sys.stdout."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(file.fileno(), 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)


def tensors_in(value):
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from tensors_in(item)


def gradients(call, result, leaves):
    """The gradients of the sum of the results with respect to parameters and inputs."""
    wanted = leaves + (list(call.parameters()) if isinstance(call, torch.nn.Module) else [])
    outputs = [one for one in tensors_in(result) if one.requires_grad]
    if not outputs or not wanted:
        return [None] * len(wanted)
    return list(torch.autograd.grad(outputs, wanted, [torch.ones_like(one) for one in outputs], allow_unused=True))


def attempt(call, arguments, takes_gradients):
    """The result or the exception of a call, with its gradients, its arguments after it, and its output."""
    leaves = []
    if takes_gradients:
        leaves = [one.requires_grad_() for one in arguments if isinstance(one, torch.Tensor) and one.is_floating_point()]
        arguments = tuple(one.clone() if isinstance(one, torch.Tensor) and one.requires_grad else one for one in arguments)
    with tempfile.TemporaryFile() as file:
        with output_to(file):
            try:
                result = call(*arguments)
                if takes_gradients:
                    result = [result, gradients(call, result, leaves)]
            except Exception as error:
                result = type(error).__name__
        file.seek(0)
        return result, arguments, file.read().decode()


def reference(case, engine, inputs):
    """The outcomes of two calls, and of one after eval(); None when the engine cannot be created."""
    module = load(case.path)
    seed(0)
    target = getattr(module, case.name)
    if isinstance(target, type):
        target = target(*evaluate(module, case.init or ""))
    call = target
    if engine != "eager":
        state = copy.deepcopy(target.state_dict()) if isinstance(target, torch.nn.Module) else None
        seed(1)
        try:
            with open(os.devnull, "wb") as nowhere, output_to(nowhere):
                if engine == "script":
                    call = torch.jit.script(target)
                else:
                    call = torch.jit.trace(target, evaluate(module, case.example), check_trace=False)
        except Exception:
            return None
        if state:
            target.load_state_dict(state)
    outcomes = []
    calls = [False, False] + ([True] if getattr(target, "training", False) else [])
    for number, evaluating in enumerate(calls):
        if evaluating:
            call.eval()
        seed(0)
        arguments = evaluate(module, inputs)
        seed(100 + number)
        outcomes.append(attempt(call, arguments, case.gradients))
    return outcomes


def same(a, b):
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        return a.dtype == b.dtype and a.shape == b.shape and torch.allclose(a, b, rtol=1e-4, atol=1e-5, equal_nan=True)
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if type(a) is float and type(b) is float:
        return a == b or math.isclose(a, b, rel_tol=1e-6) or (math.isnan(a) and math.isnan(b))
    return type(a) is type(b) and a == b


def reference_divergences(case, inputs):
    """The engines that diverge from eager in PyTorch."""
    eager = reference(case, "eager", inputs)
    silent = [(result, arguments) for result, arguments, _ in eager]  # a trace has no output
    diverging = []
    for engine in case.engines[1:]:
        found = reference(case, engine, inputs)
        if found and engine == "trace":
            found = [(result, arguments) for result, arguments, _ in found]
        if not same(silent if engine == "trace" else eager, found):
            diverging.append(engine)
    return diverging


# ---- ours

def engine_named(name):
    return next(engine for engine, ours in NAMES.items() if ours == name)


def ours(case):
    command = [os.path.abspath(os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "tsdbg")), "compare",
               f"{case.path}:{case.name}", "--json", f"--engines={','.join(NAMES[engine] for engine in case.engines)}", "--example", case.example]
    command += ["--inputs", case.example if case.search else case.inputs]
    if case.init is not None:
        command += ["--init", case.init]
    if case.gradients:
        command.append("--gradients")
    if case.search:
        command += ["--search", str(case.search)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=SECONDS)
        report = json.loads(done.stdout)
        for each in report["divergences"]:
            each["engine"] = engine_named(each["engine"])
        return report, done.returncode
    except subprocess.TimeoutExpired:
        return f"ran for more than {SECONDS} s", 124
    except ValueError:
        return f"{done.stdout}{done.stderr}", done.returncode


def debugged(case, inputs):
    """{engine: (line, cause, text)} of the divergences at which the debugger stops, or an error."""
    stops = {}
    settings = dict(inputs=inputs, example=case.example, engines=[NAMES[engine] for engine in case.engines],
                    stopOnDivergence=True)
    if case.init is not None:
        settings["init"] = case.init
    try:
        with Client() as client:
            client.ask("initialize", adapterID="torchscript")
            client.ask("launch", target=f"{case.path}:{case.name}", **settings)
            client.ask("configurationDone")
            while stop := client.stop():
                if stop.get("description") == "The engines diverge":
                    engine, cause, _ = stop["text"].split(": ", 2)
                    stops[engine_named(engine)] = (client.line(), cause, stop["text"])
                client.ask("continue", threadId=stop["threadId"])
    except (Failed, EOFError, queue.Empty) as problem:
        return f"the debugger: {type(problem).__name__} {problem}"
    return stops


def debugger_mistakes(case, stops):
    if isinstance(stops, str):
        return [stops]
    wrong = [f"the debugger stops although {engine} agrees" for engine in stops if engine not in case.divergences]
    for engine, (line, cause) in case.divergences.items():
        at, found, text = stops.get(engine, (None, None, ""))
        # An engine that cannot be created does not run: the stop is at the first line and names the place.
        if found != cause or at != line and not ("it can't be" in text and text.endswith(f":{line})")):
            wrong.append(f"the debugger stops for {engine} at line {at} ({text}), wanted {line}, {cause}")
    return wrong


def check(case, report, status, stops):
    """A list of mistakes; empty when the report is right."""
    if isinstance(report, str):
        return [f"no report: {report.strip()[-500:]}"]
    wrong = []
    diverging = {each["engine"]: (each["line"], each["cause"]) for each in report["divergences"]}
    for engine in case.engines[1:]:
        wanted = case.divergences.get(engine)
        if diverging.get(engine) != wanted:
            wrong.append(f"{engine}: wanted {wanted}, got {diverging.get(engine)}")
    if status != (1 if case.divergences else 0):
        wrong.append(f"ended with {status}")
    noted = report["notes"] + [note for each in report["divergences"] for note in each["notes"]]
    for line, text in case.notes:
        if not any(note["line"] == line and text in note["message"] for note in noted):
            wrong.append(f"no note on line {line}: {text}")
    theirs = reference_divergences(case, report["inputs"])
    if sorted(theirs) != sorted(case.divergences):
        wrong.append(f"in PyTorch {theirs or 'no engine'} diverges on {report['inputs']}")
    return wrong if case.gradients else wrong + debugger_mistakes(case, stops)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true", help="print the mistakes of cases that fail")
    parser.add_argument("--engine", choices=["script", "compiled"], default="script")
    parser.add_argument("patterns", nargs="*", help="parts of names of cases")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    cases = [case for path in sorted(CASES.glob("*.py")) for case in cases_of(path)]
    cases = [case for case in cases if not args.patterns or any(part in case.name for part in args.patterns)]
    if args.engine == "compiled":
        NAMES.update(script="compiled")
        del NAMES["trace"]
        for case in cases:
            case.leave_out_unused()
        cases = [case for case in cases if len(case.engines) > 1]
    cases = SAMPLE.keep(cases, lambda case: case.name)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        reports = list(pool.map(ours, cases))
        stops = list(pool.map(lambda case, found: debugged(case, found[0]["inputs"]) if isinstance(found[0], dict) else {}, cases, reports))
    groups = {}
    for case, (report, status), stopped in zip(cases, reports, stops):
        group = groups.setdefault(case.path.stem, [0, 0, []])
        group[1] += 1
        wrong = check(case, report, status, stopped)
        if not wrong:
            group[0] += 1
            continue
        group[2].append(case.name)
        if args.show:
            print(f"--- {case.path.name}:{case.line} {case.name}", *wrong, sep="\n    ")
            if isinstance(report, dict):
                print("   ", *(f"{each['engine']}: {each['detail']}" for each in report["divergences"]), sep="\n    ")
    passed = sum(group[0] for group in groups.values())
    for name, (good, total, fails) in groups.items():
        if args.json:
            print(json.dumps(dict(suite="divergence", group=name, passed=good, total=total, fails=fails)))
        else:
            print(f"{name:22} {good:4} of {total:4}  {100 * good / total:6.2f}%   {' '.join(fails)}")
    if not args.json:
        print(f"{'all':22} {passed:4} of {len(cases):4}  {100 * passed / max(len(cases), 1):6.2f}%")
    SAMPLE.tell()
    sys.exit(0 if cases and passed == len(cases) else 1)


if __name__ == "__main__":
    main()
