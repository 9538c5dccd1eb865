#!/usr/bin/python3
"""Measures tsls and tscheck on a workspace of 10,000 files, which this program generates.

usage: workspace.py [--json] [--files N]
The files are packages of modules with 20 to 300 lines that import each other; one of a hundred uses torch.jit. The figures:
  index               from the begin to the end of the progress 'Indexing the workspace'; goal: 3 s
  first diagnostics   of a file that is opened while the server indexes, from didOpen; goal: 200 ms
  root's diagnostics  until that file shows the problem that a root in another file causes; no goal
  keystroke           in the body of a function of a file that 50 others import, to its diagnostics; goal: 20 ms at the 99th percentile
  peak memory         of the server after all this; goal: 300 MB
  tscheck             time and peak memory for the whole workspace, no goals; files that it cannot check, for example because it
                      reaches its limit on memory; goal: none
"""
import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [HERE, os.path.join(HERE, "../support")]
import lsp  # noqa: E402
from peak_memory import run_measured  # noqa: E402

FILES, IMPORTERS, KEYSTROKES = 10000, 50, 300
MODULES, PARTS = 20, 10  # of a folder, of a package
JIT_SHARE = 100  # one of so many files uses torch.jit
MOST_SECONDS = 60
TITLE = "Indexing the workspace"

FUNCTION = '''
def {name}(values, limit={n}, scale=0.5):
    """Sums up the values below the limit."""
    total = 0.0
    for position, value in enumerate(values):
        if value < limit and position % 2 == 0:
            total += value * scale
        else:
            total -= {callee}
    return total
'''
CLASS = '''
class {name}:
    """Keeps the latest values of a source."""

    def __init__(self, source, size={n}):
        self.source = source
        self.size = size
        self.values = []

    def update(self):
        value = self.source.read()
        self.values.append({callee})
        if len(self.values) > self.size:
            self.values.pop(0)
        return value
'''
MODULE = '''
class {name}(nn.Module):
    def __init__(self, width: int = {n}):
        super().__init__()
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, 2)

    def forward(self, x):
        hidden = torch.relu(self.first(x))
        return self.second(hidden){problem}
'''
HUB = '''import torch


def clamp(x: torch.Tensor, low: float, high: float) -> torch.Tensor:
    total = torch.zeros_like(x)
    total = total + x.clamp(low, high)
    return total


def helper(value):
    return value
'''


def module_name(i):
    return f"package_{i // MODULES // PARTS:03}.part_{i // MODULES % PARTS}.module_{i % MODULES:02}"


def imports(chance, i):
    """Imports of earlier modules: with a dot from the same folder, by full names from the same package or the first one, which all
    others use. Returns lines and calls."""
    part, package = MODULES, MODULES * PARTS
    lines, calls = [], []
    for k in range(chance.randint(1, 5) if i else 0):
        first = chance.choice((i - i % part, i - i % part, i - i % package, 0))
        earlier = chance.randrange(first, max(first + 1, min(i, first + (part if first else package))))
        if earlier >= i:
            continue
        place = f".module_{earlier % part:02}" if earlier // part == i // part else module_name(earlier)
        lines.append(f"from {place} import function_0 as call_{k}\n")
        calls.append(f"call_{k}([value])")
    return lines, calls


def plain_module(chance, i, imports_hub):
    lines, calls = imports(chance, i)
    text = ["import os\n", "import sys\n", *lines]
    if imports_hub:
        text.append("from shared.hub import clamp, helper\n")
        calls.append("helper(value)")
    text = ["".join(text)]
    wanted, k = chance.randint(20, 300), 0
    while k == 0 or "".join(text).count("\n") < wanted - 15:
        make = FUNCTION if k % 4 != 3 else CLASS
        name = f"function_{k}" if make is FUNCTION else f"Keeper{k}"
        text.append("\n" + make.format(name=name, n=chance.randint(1, 99), callee=chance.choice(calls or ["value"])))
        k += 1
    return "".join(text)


def jit_module(chance, i, imports_hub):
    """A module of torch. Every second one scripts its class; those of the others are candidates."""
    text = ["import torch\nfrom torch import nn\n"]
    if imports_hub:
        text.append("from shared.hub import clamp\n")
    body = MODULE.format(name=f"Net{i}", n=chance.randint(2, 64), problem=".missing()" if chance.random() < 0.1 else "")
    root = f"\n\ndef export(path):\n    torch.jit.script(Net{i}()).save(path)\n" if i // JIT_SHARE % 2 else ""
    filler = plain_module(chance, 0, False).split("\n", 2)[2]
    return "".join(text) + "\n" + body + "\n" + filler + root


OPENED = "app/model.py"
APP = {
    "app/__init__.py": "",
    OPENED: "import torch\nfrom torch import nn\n\nfrom shared.hub import clamp\n\n" +
            MODULE.format(name="Net", n=4, problem=".missing()") +
            "\n\n@torch.jit.script\ndef wrong(x: torch.Tensor) -> int:\n    return x.missing_too()\n",
    "app/export.py": "import torch\n\nfrom app.model import Net\n\n\ndef export(path):\n    torch.jit.script(Net()).save(path)\n",
    "shared/__init__.py": "",
    "shared/hub.py": HUB,
}
PROBLEMS = 2  # errors of the opened file: its own, and one by the root in app/export.py, which without the root is information


def generate(folder, files):
    chance = random.Random(1)
    texts = dict(APP)
    count = files - len(texts)
    importers = set(random.Random(2).sample(range(count), IMPORTERS - 1))  # and the app
    for i in range(count):
        make = jit_module if i % JIT_SHARE == JIT_SHARE - 1 else plain_module
        texts[module_name(i).replace(".", "/") + ".py"] = make(chance, i, i in importers)
    for name in [os.path.dirname(name) for name in texts]:
        while name:
            texts.setdefault(name + "/__init__.py", "")
            name = os.path.dirname(name)
    for name, text in texts.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
    return len(texts), sum(text.count("\n") for text in texts.values())


class Server(lsp.Server):
    """Also remembers when work begins and ends, and the latest diagnostics of each file."""

    def __init__(self, *arguments):
        self.begun, self.ended, self.found = {}, {}, {}
        self.titles = {}
        super().__init__(*arguments)

    def take(self, message, now):
        super().take(message, now)
        params = message.get("params", {})
        if message.get("method") == "$/progress" and isinstance(params["value"], dict):
            value = params["value"]
            if value.get("kind") == "begin":
                self.titles[params["token"]] = value["title"]
                self.begun.setdefault(value["title"], now)
            elif value.get("kind") == "end":
                self.ended.setdefault(self.titles.get(params["token"]), now)
        elif message.get("method") == "textDocument/publishDiagnostics":
            self.told[params["uri"], params.get("version")] = now
            self.found[params["uri"]] = params["diagnostics"], now

    def until(self, condition):
        """False when the condition does not come true in time."""
        with self.news:
            return self.news.wait_for(condition, MOST_SECONDS)

    def initialize(self):
        root = "file://" + self.folder
        self.ask("initialize", {"processId": None, "rootUri": root, "workspaceFolders": [{"uri": root, "name": "w"}],
                                "capabilities": {"window": {"workDoneProgress": True},
                                                 "textDocument": {"publishDiagnostics": {"versionSupport": True}}}})
        self.send({"method": "initialized", "params": {}})

    def type(self, uri, line, version):
        """As in the base class, but with the time of this file's diagnostics, because files that import it are checked too."""
        at = {"line": line, "character": 4}
        end = {"line": line, "character": 5} if version % 2 else at
        change = {"range": {"start": at, "end": end}, "text": "" if version % 2 else "x"}
        message = lsp.encoded({"method": "textDocument/didChange",
                               "params": {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]}})
        begin = time.perf_counter()
        self.write(message)
        return self.wait(self.told, (uri, version)) - begin


def measure_server(tsls, folder):
    """{figure: milliseconds or megabytes}; None: the server did not do it within a minute."""
    server = Server([tsls], folder)
    model, hub = f"file://{folder}/{OPENED}", f"file://{folder}/shared/hub.py"
    server.initialize()
    opened = lsp.opening(model, APP[OPENED])
    begin = time.perf_counter()
    server.write(opened)
    result = {"first": (server.wait(server.told, (model, 1)) - begin) * 1e3}
    has_all = server.until(lambda: sum(one["severity"] == 1 for one in server.found[model][0]) == PROBLEMS)
    result["root"] = (server.found[model][1] - begin) * 1e3 if has_all else None
    indexed = server.until(lambda: TITLE in server.ended)
    result["index"] = (server.ended[TITLE] - server.begun[TITLE]) * 1e3 if indexed else None
    server.write(lsp.opening(hub, HUB))
    server.wait(server.told, (hub, 1))
    line = HUB.split("\n").index("    total = torch.zeros_like(x)")
    times = sorted(server.type(hub, line, version) for version in range(2, KEYSTROKES + 2))
    result["median"] = statistics.median(times) * 1e3
    result["p99"] = times[int(len(times) * 0.99)] * 1e3
    result["peak"] = server.peak()
    server.end()
    return result


def measure_tscheck(tscheck, folder):
    """The time is that of the first run, the memory that of a second one, which another process starts and measures. Neither finds
    results of an earlier run."""
    os.environ["JITSCOPE_CACHE"] = "off"
    begin = time.perf_counter()
    done = subprocess.run([tscheck, "."], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    seconds = time.perf_counter() - begin
    if done.returncode not in (0, 1, 2):
        sys.exit(f"tscheck ended with {done.returncode}")
    _, kilobytes = run_measured([tscheck, "."], MOST_SECONDS, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return {"check": seconds * 1e3, "check memory": kilobytes / 1024, "unchecked": len(done.stderr.splitlines())}


ROWS = [
    ("index", "index", "ms", 3000),
    ("first diagnostics of the open file", "first", "ms", 200),
    ("its diagnostics by a root elsewhere", "root", "ms", None),
    (f"keystroke, {IMPORTERS} importers, median", "median", "ms", None),
    (f"keystroke, {IMPORTERS} importers, p99", "p99", "ms", 20),
    ("peak memory", "peak", "MB", 300),
    ("tscheck of the workspace", "check", "ms", None),
    ("tscheck, peak memory", "check memory", "MB", None),
    ("tscheck, files that it cannot check", "unchecked", "files", 1),
]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--files", type=int, default=FILES)
    options = parser.parse_args()
    programs = os.path.abspath(os.environ.get("JITSCOPE_BIN", "build/release/bin"))
    with tempfile.TemporaryDirectory() as folder:
        files, lines = generate(os.path.realpath(folder), options.files)
        figures = measure_server(os.path.join(programs, "tsls"), os.path.realpath(folder))
        figures.update(measure_tscheck(os.path.join(programs, "tscheck"), folder))
    fine = True
    if not options.json:
        print(f"{files:,} files, {lines:,} lines")
    for name, key, unit, goal in ROWS:
        value = figures[key]
        fine = fine and (goal is None or value is not None and value < goal)
        if options.json:
            print(json.dumps({"name": f"workspace, {name}", "ours": value and round(value, 2), "goal": goal, "unit": unit}))
        else:
            shown = "never" if value is None else f"{value:.1f}"
            print(f"{name + ', ' + unit:44}{shown:>10}" + (f"   < {goal} {unit}" if goal else ""))
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
