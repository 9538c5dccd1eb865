#!/usr/bin/python3
"""Checks tsls against the protocol, and against a fresh server.

methods      the server answers every request that it announces, and all messages are valid under LSP's own model
positions    no request fails at any position of 20 real files. The report has the number of answers over 100 ms; the
             machine's load affects it, so the report also has the largest processor time for one answer
incremental  after each of 10,000 random edits the diagnostics equal those of a fresh server

    lsp.py [--json] [--show N] [--edits N]

JITSCOPE_BIN is the folder of the built programs. Exits with 1 when anything fails.
"""

import argparse
import glob
import json
import os
import random
import re
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tests/protocol"), os.path.join(ROOT, "tests/support")]
import lsp_types  # noqa: E402
from case_sample import Sample  # noqa: E402
from lsp_client import Client  # noqa: E402

SAMPLE = Sample(2)

FILES = 20
MOST_BYTES = 1300
MOST_SECONDS = 0.1
PACKAGES = "/usr/lib/python3/dist-packages"

CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "diagnostic": {}, "definition": {"linkSupport": True},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "completion": {"completionItem": {"snippetSupport": True}},
        "signatureHelp": {"signatureInformation": {"parameterInformation": {"labelOffsetSupport": True}}},
        "publishDiagnostics": {"relatedInformation": True, "codeDescriptionSupport": True},
        "codeAction": {"dataSupport": True, "resolveSupport": {"properties": ["edit"]}},
    },
    "window": {"workDoneProgress": True},
    "workspace": {
        "workspaceEdit": {"documentChanges": True}, "configuration": True,
        "didChangeWatchedFiles": {"dynamicRegistration": True}, "didChangeConfiguration": {"dynamicRegistration": True},
        "diagnostics": {"refreshSupport": True},
    },
}

# Parameters of requests beside the document, from the first and the last position.
WHOLE = {
    "textDocument/codeAction": lambda at, end: {"range": {"start": at, "end": at}, "context": {"diagnostics": []}},
    "textDocument/codeLens": lambda at, end: {},
    "textDocument/diagnostic": lambda at, end: {},
    "textDocument/documentLink": lambda at, end: {},
    "textDocument/documentSymbol": lambda at, end: {},
    "textDocument/foldingRange": lambda at, end: {},
    "textDocument/inlayHint": lambda at, end: {"range": {"start": {"line": 0, "character": 0}, "end": end}},
    "textDocument/semanticTokens/full": lambda at, end: {},
    "textDocument/semanticTokens/full/delta": lambda at, end: {"previousResultId": "1"},
    "textDocument/semanticTokens/range": lambda at, end: {"range": {"start": at, "end": end}},
}
AT_POSITION = {
    "textDocument/completion": lambda at: {"position": at},
    "textDocument/declaration": lambda at: {"position": at},
    "textDocument/definition": lambda at: {"position": at},
    "textDocument/documentHighlight": lambda at: {"position": at},
    "textDocument/hover": lambda at: {"position": at},
    "textDocument/implementation": lambda at: {"position": at},
    "textDocument/prepareCallHierarchy": lambda at: {"position": at},
    "textDocument/prepareRename": lambda at: {"position": at},
    "textDocument/references": lambda at: {"position": at, "context": {"includeDeclaration": True}},
    "textDocument/rename": lambda at: {"position": at, "newName": "renamed"},
    "textDocument/selectionRange": lambda at: {"positions": [at]},
    "textDocument/signatureHelp": lambda at: {"position": at},
    "textDocument/typeDefinition": lambda at: {"position": at},
}
# The error code of an answer such as "nothing to rename here".
REQUEST_FAILED = -32803


def uri(path):
    return "file://" + path


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def real_files():
    names = sorted(glob.glob(PACKAGES + "/torchvision/**/*.py", recursive=True)
                   + glob.glob(PACKAGES + "/torch/nn/**/*.py", recursive=True))
    names = [name for name in names if 600 < os.path.getsize(name) < MOST_BYTES]
    return names[::max(1, len(names) // FILES)][:FILES]


def positions(text):
    for line, content in enumerate(text.split("\n")):
        for character in range(len(content.encode("utf-16-le")) // 2 + 1):
            yield {"line": line, "character": character}


def end_of(text):
    lines = text.split("\n")
    return {"line": len(lines) - 1, "character": len(lines[-1])}


class Group:
    def __init__(self, name):
        self.name, self.total, self.failed, self.slowest, self.slow = name, 0, [], 0.0, 0
        self.most_work = (0.0, "")  # processor seconds of the server, and their request

    def check(self, id, problem):
        self.total += 1
        if problem:
            self.failed.append((id, problem))


def worked(client):
    """Processor seconds of all threads of the server, from the kernel's clock of the process."""
    return time.clock_gettime((~client.process.pid << 3) | 2)


def answered(client, group, method, params, id):
    begin, work = time.perf_counter(), worked(client)
    answer = client.ask(method, params)
    seconds = time.perf_counter() - begin
    group.slowest = max(group.slowest, seconds)
    group.most_work = max(group.most_work, (worked(client) - work, id))
    if "error" in answer:
        refused = answer["error"]["code"] == REQUEST_FAILED
        group.check(id, None if refused else answer["error"]["message"])
        return None
    problem = lsp_types.result_problem(method, answer["result"])
    group.slow += seconds > MOST_SECONDS
    group.check(id, problem)
    return answer["result"]


def notebook(client):
    """Opens a notebook. Returns the URI of its cell."""
    cell = "vscode-notebook-cell:/t/n.ipynb#1"
    client.notify("notebookDocument/didOpen", {
        "notebookDocument": {"uri": uri("/t/n.ipynb"), "notebookType": "jupyter-notebook", "version": 1, "cells": [{"kind": 2, "document": cell}]},
        "cellTextDocuments": [{"uri": cell, "languageId": "python", "version": 1, "text": "%pylab\nx = (\n"}]})
    return cell


def methods():
    group = Group("methods")
    with Client(validate=True, answers={"workspace/configuration": lambda params: [None] * len(params["items"])}) as client:
        announced = client.initialize(CAPABILITIES)
        group.check("initialize", lsp_types.result_problem("initialize", announced))
        text = read(os.path.join(ROOT, "examples/good/classifier.py"))
        name = uri(os.path.join(ROOT, "examples/good/classifier.py"))
        client.open(name, text)
        document = {"textDocument": {"uri": name}}
        at = {"line": 0, "character": 8}
        client.ask("textDocument/diagnostic", document)  # waits for the first check
        for method, params in WHOLE.items():
            answered(client, group, method, {**document, **params(at, end_of(text))}, method)
        for method, params in AT_POSITION.items():
            answered(client, group, method, {**document, **params(at)}, method)
        answered(client, group, "workspace/symbol", {"query": "f"}, "workspace/symbol")
        answered(client, group, "workspace/diagnostic", {"previousResultIds": []}, "workspace/diagnostic")
        answered(client, group, "codeAction/resolve", {"title": "Apply", "kind": "source.fixAll.jitscope", "data": {"uri": name}}, "codeAction/resolve")
        items = client.ask("textDocument/completion", {**document, "position": end_of(text)})["result"]["items"]
        answered(client, group, "completionItem/resolve", items[0], "completionItem/resolve")
        symbols = client.ask("textDocument/documentSymbol", document)["result"]
        prepared = answered(client, group, "textDocument/prepareCallHierarchy",
                            {**document, "position": symbols[0]["selectionRange"]["start"]}, "prepareCallHierarchy")
        for item in prepared or []:
            for method in ("callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"):
                answered(client, group, method, {"item": item}, method)
        cell = notebook(client)
        answered(client, group, "textDocument/diagnostic", {"textDocument": {"uri": cell}}, "notebookDocument/didOpen")
        for problem in client.problems:
            group.check("messages", problem)
    # Published diagnostics, for a client that does not request them.
    with Client() as client:
        client.initialize({"textDocument": {"publishDiagnostics": {"relatedInformation": True}}})
        client.open(name, "import torch\n@torch.jit.script\ndef f(x):\n    return x + y\n")
        told = client.next(lambda message: message.get("method") == "textDocument/publishDiagnostics")["params"]
        group.check("textDocument/publishDiagnostics",
                    lsp_types.notification_problem("textDocument/publishDiagnostics", told) or (None if told["diagnostics"] else "none"))
    return group


def everywhere():
    group = Group("positions")
    with Client() as client:
        client.initialize(CAPABILITIES)
        for path in SAMPLE.keep(real_files()):
            text = read(path)
            client.open(uri(path), text)
            document = {"textDocument": {"uri": uri(path)}}
            client.ask("textDocument/diagnostic", document)
            for method, params in WHOLE.items():
                answered(client, group, method, {**document, **params({"line": 0, "character": 0}, end_of(text))}, f"{path} {method}")
            for at in positions(text):
                for method, params in AT_POSITION.items():
                    answered(client, group, method, {**document, **params(at)}, f"{path}:{at['line'] + 1}:{at['character'] + 1} {method}")
            client.notify("textDocument/didClose", document)
    return group


def cases():
    """Sources of the oracle's recorded cases, and of the suites fixes, rejections and shapes."""
    with open(os.path.join(ROOT, "tests/oracle/cases.jsonl"), encoding="utf-8") as file:
        sources = [json.loads(line)["source"] for line in file]
    for suite in ("fixes", "rejections", "shapes"):
        for path in sorted(glob.glob(os.path.join(ROOT, "tests/conformance", suite, "*.py"))):
            sources += re.split(r"^#### .*\n", read(path), flags=re.M)[1:]
    return sources


def edit(rng, now, goal):
    """A random change (begin, end, new text). Most changes bring the text closer to the goal."""
    if rng.random() < 0.3 or now == goal:
        begin = rng.randrange(len(now) + 1)
        end = min(len(now), begin + rng.choice((0, 0, 1, 5)))
        return begin, end, rng.choice(("", " ", "\n", "(", ")", ":", "x", "def ", "    ", "ä", "𝕏", '"""', "#", "return x\n"))
    begin = next((i for i, (a, b) in enumerate(zip(now, goal)) if a != b), min(len(now), len(goal)))
    length = rng.choice((1, 8, 60))
    return begin, min(len(now), begin + rng.choice((0, length))), goal[begin:begin + length]


def position_of(text, offset):
    before = text[:offset]
    line = before.count("\n")
    return {"line": line, "character": len(before[before.rfind("\n") + 1:].encode("utf-16-le")) // 2}


def incremental(count):
    group = Group("incremental")
    rng = random.Random(7)
    known = cases()
    with Client() as edited, Client() as fresh:
        edited.initialize(CAPABILITIES, initializationOptions={"roots": "all"})
        fresh.initialize(CAPABILITIES, initializationOptions={"roots": "all"})
        name = uri("/t/case.py")
        text, goal = rng.choice(known), rng.choice(known)
        edited.open(name, text)
        for version in range(2, count + 2):
            if rng.random() < 0.02 or len(text) > 20000:
                goal = rng.choice(known)
            begin, end, new = edit(rng, text, goal)
            change = {"range": {"start": position_of(text, begin), "end": position_of(text, end)}, "text": new}
            edited.notify("textDocument/didChange", {"textDocument": {"uri": name, "version": version}, "contentChanges": [change]})
            text = text[:begin] + new + text[end:]
            # A new folder each time: the server may have cached results for a known path.
            other = uri(f"/t{version}/case.py")
            fresh.open(other, text, version)
            found = [client.ask("textDocument/diagnostic", {"textDocument": {"uri": of}}).get("result", {}).get("items")
                     for client, of in ((edited, name), (fresh, other))]
            found[1] = json.loads(json.dumps(found[1]).replace(other, name))
            fresh.notify("textDocument/didClose", {"textDocument": {"uri": other}})
            group.check(f"edit {version}", None if found[0] == found[1] else f"differs from a fresh check of {text!r}")
    return group


def times(group):
    if not group.slowest:
        return ""
    work, id = group.most_work
    return (f", slowest {group.slowest * 1000:.1f} ms, {group.slow} over {MOST_SECONDS * 1000:.0f} ms; "
            f"the server's own work at most {work * 1000:.1f} ms: {id}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="one object a line")
    parser.add_argument("--show", type=int, default=10, help="how many failures of each group to print")
    parser.add_argument("--edits", type=int, default=10000)
    args = parser.parse_args()
    fine = True
    for suite in (methods, everywhere, lambda: incremental(args.edits // SAMPLE.share)):
        group = suite()
        fine &= not group.failed
        passed = group.total - len(group.failed)
        if args.json:
            print(json.dumps({"suite": "lsp", "group": group.name, "passed": passed, "total": group.total,
                              "failed": [id for id, _ in group.failed], "slowest_ms": round(group.slowest * 1000, 1), "slow": group.slow,
                              "most_work_ms": round(group.most_work[0] * 1000, 1), "most_work": group.most_work[1]}))
            continue
        print(f"{group.name:<12} {passed:>7} of {group.total:<7}" + times(group), flush=True)
        for id, problem in group.failed[:args.show]:
            print(f"  {id}: {problem[:300]}")
    SAMPLE.tell()
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
