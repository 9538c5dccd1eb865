#!/usr/bin/python3
"""Runs a long random session with one tsls: edits, requests, files, notebooks, broken messages.

    soak.py [MINUTES] [--seed N] [--patience SECONDS] [--tsan]

JITSCOPE_BIN is the folder of the built programs. Exits with 1 when a check of README.md fails.
"""

import argparse
import collections
import glob
import json
import os
import queue
import random
import re
import shutil
import statistics
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests/protocol"))
from lsp_client import Client, frame, notification, request  # noqa: E402
from texts import Notebook, Text  # noqa: E402

MOST_OPEN = 8
MANY = 2000  # documents that one step opens and closes
MOST_WAITING = 16
MOST_BYTES = 20_000
# The allowed growth of memory between the middle and the end of a run.
GROWTH_FACTOR, GROWTH_MIB = 1.10, 24

CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "window": {"workDoneProgress": True},
    "workspace": {
        "configuration": True, "didChangeWatchedFiles": {"dynamicRegistration": True},
        "didChangeConfiguration": {"dynamicRegistration": True}, "workspaceEdit": {"documentChanges": True},
        "diagnostics": {"refreshSupport": True}, "inlayHint": {"refreshSupport": True},
        "semanticTokens": {"refreshSupport": True}, "codeLens": {"refreshSupport": True},
    },
    "textDocument": {
        "diagnostic": {}, "definition": {"linkSupport": True},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "completion": {"completionItem": {"snippetSupport": True}},
        "codeAction": {"dataSupport": True, "resolveSupport": {"properties": ["edit"]}},
        "publishDiagnostics": {"relatedInformation": True, "codeDescriptionSupport": True},
    },
}
AT_POSITION = ["completion", "declaration", "definition", "documentHighlight", "hover", "implementation", "prepareCallHierarchy",
               "prepareRename", "references", "rename", "selectionRange", "signatureHelp", "typeDefinition"]
WHOLE = ["codeAction", "codeLens", "diagnostic", "documentLink", "documentSymbol", "foldingRange", "inlayHint",
         "semanticTokens/full", "semanticTokens/full/delta", "semanticTokens/range"]
# Allowed errors: RequestFailed, RequestCancelled, ContentModified, InvalidParams.
FINE_ERRORS = {-32803, -32800, -32801, -32602}


class Failure(Exception):
    pass


def sources():
    """The texts at the start: recorded cases, examples, and installed modules."""
    with open(os.path.join(ROOT, "tests/oracle/cases.jsonl"), encoding="utf-8") as file:
        texts = [json.loads(line)["source"] for line in file]
    names = glob.glob(os.path.join(ROOT, "examples/**/*.py"), recursive=True)
    names += glob.glob("/usr/lib/python3/dist-packages/torchvision/models/*.py")
    for name in sorted(names):
        with open(name, encoding="utf-8") as file:
            texts.append(file.read())
    return [text for text in texts if len(text) < MOST_BYTES]


class Soak:
    def __init__(self, rng, patience, is_tsan):
        self.rng, self.patience = rng, patience
        self.texts = sources()
        self.folder = tempfile.mkdtemp(prefix="jitscope_soak_")
        for i in range(12):
            self.write_file(f"m{i}.py")
        self.roots = "all"
        self.profile = None
        if is_tsan:
            self.profile = os.path.join(self.folder, ".memory")
            os.environ["TSAN_OPTIONS"] = f"profile_memory={self.profile}"
        self.refreshed = threading.Event()  # a server has asked for a refresh of diagnostics
        self.answers = {"workspace/configuration": self.settings, "workspace/diagnostic/refresh": lambda _: self.refreshed.set()}
        self.client = Client(validate=True, answers=self.answers)
        self.client.initialize(CAPABILITIES, workspaceFolders=[{"uri": "file://" + self.folder, "name": "soak"}])
        self.documents = {}
        self.notebook = None
        self.waiting = {}  # {id: time of sending}
        self.cancelled = set()
        self.counts = collections.Counter()
        self.slowest = 0.0
        self.memory = []

    def settings(self, params):
        return [{"roots": self.roots}] * len(params["items"])

    # Notifications of an editor.

    def write_file(self, name):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(self.rng.choice(self.texts))

    def uri(self, name):
        return f"file://{self.folder}/{name}"

    def open(self):
        uri = self.uri(f"m{self.rng.randrange(16)}.py") if self.rng.random() < 0.9 else f"untitled:{self.rng.randrange(3)}"
        if uri in self.documents or len(self.documents) >= MOST_OPEN:
            return self.close()
        self.documents[uri] = Text(self.rng.choice(self.texts))
        self.client.open(uri, self.documents[uri].text)

    def close(self):
        if len(self.documents) > 1:
            uri = self.rng.choice(sorted(self.documents))
            del self.documents[uri]
            self.client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def open_many(self):
        """Opens many documents and closes them, as a replacement in all files of a workspace does."""
        uris = [self.uri(f"many/m{i}.py") for i in range(MANY)]
        for i, uri in enumerate(uris):
            self.client.open(uri, f"import torch\n@torch.jit.script\ndef f{i}(x):\n    return x + {i}\n")
            self.listen(0)
        self.listen(self.rng.choice((0, 2)))
        for uri in uris:
            self.client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
            self.listen(0)

    def edit(self):
        if not self.documents:
            return self.open()
        uri = self.rng.choice(sorted(self.documents))
        document = self.documents[uri]
        changes = [document.step(self.rng, self.texts, MOST_BYTES) for _ in range(self.rng.choice((1, 1, 1, 3)))]
        self.client.change(uri, changes, document.version)

    def edit_notebook(self):
        uri = self.uri("n.ipynb")
        if self.notebook is None:
            self.notebook = Notebook(uri, [self.rng.choice(self.texts) for _ in range(3)])
            return self.client.notify("notebookDocument/didOpen", self.notebook.opened())
        if self.rng.random() < 0.02:
            self.client.notify("notebookDocument/didClose", self.notebook.closed())
            self.notebook = None
            return
        self.client.notify("notebookDocument/didChange", self.notebook.step(self.rng, self.texts, MOST_BYTES))

    def change_files(self):
        name = f"m{self.rng.randrange(16)}.py"
        path = os.path.join(self.folder, name)
        if os.path.exists(path) and self.rng.random() < 0.2:
            os.remove(path)
            type = 3
        else:
            type = 2 if os.path.exists(path) else 1
            self.write_file(name)
        self.client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": self.uri(name), "type": type}]})

    def configure(self):
        self.roots = self.rng.choice(("all", "auto", "auto", "explicit", "nonsense", 7, None))
        self.client.notify("workspace/didChangeConfiguration", {"settings": None})

    # Requests of an editor.

    def random_document(self):
        """A random open document, as (uri, text); None without one."""
        known = [(uri, text) for uri, text in self.documents.items()]
        if self.notebook:
            known += [(cell.uri, cell.text) for cell in self.notebook.cells]
        return self.rng.choice(known) if known else None

    def ask(self):
        if len(self.waiting) >= MOST_WAITING:
            return self.listen(0.05)
        chosen = self.random_document()
        if self.rng.random() < 0.05 or chosen is None:
            method, params = self.rng.choice([("workspace/symbol", {"query": self.rng.choice(("f", "forw", "", "x"))}),
                                              ("workspace/diagnostic", {"previousResultIds": []})])
        else:
            uri, document = chosen
            at, end = document.random_position(self.rng), document.position(len(document.text))
            method = "textDocument/" + self.rng.choice(AT_POSITION + WHOLE)
            params = {"textDocument": {"uri": uri}, "position": at, "positions": [at], "range": {"start": {"line": 0, "character": 0}, "end": end},
                      "context": {"includeDeclaration": True, "diagnostics": []}, "newName": "renamed", "previousResultId": "1"}
        if self.rng.random() < 0.1:
            params |= {"workDoneToken": self.rng.randrange(99), "partialResultToken": "p"}
        id = self.client.start(method, params)
        self.waiting[id] = time.monotonic()
        self.counts["requests"] += 1
        if self.rng.random() < 0.15:
            self.client.notify("$/cancelRequest", {"id": id})
            self.counts["cancelled"] += 1

    def send_broken(self):
        """Sends a message that no client should send. Afterwards the server must answer again."""
        rng = self.rng
        self.counts["broken"] += 1
        kind = rng.randrange(5)
        nonsense = rng.choice((None, 3, "x", [], {}, {"textDocument": {"uri": 3}}, {"textDocument": {"uri": "file:///no"}, "position": "x"}))
        if kind == 0:
            return self.client.send(notification(rng.choice(("textDocument/didOpen", "textDocument/didChange", "textDocument/didClose",
                                                             "notebookDocument/didChange", "$/cancelRequest", "no/such", "$/progress",
                                                             "workspace/didChangeWatchedFiles", "workspace/didRenameFiles",
                                                             "workspace/didChangeWorkspaceFolders", "$/setTrace")), nonsense))
        if kind == 1:
            return self.client.send(request("nonsense", "textDocument/" + rng.choice(AT_POSITION + WHOLE), nonsense))
        if kind == 2:
            garbage = rng.randbytes(rng.randint(1, 300))
        elif kind == 3:
            garbage = frame(rng.randbytes(rng.randint(1, 300)))
        else:
            message = request("cut", "no/such", {"a": [1, "é"]})
            garbage = message[:rng.randrange(1, len(message))]
        self.client.send(garbage)
        # A cut message may swallow the messages after it.
        limit = time.monotonic() + self.patience
        while time.monotonic() < limit:
            self.client.send(request("pad", "no/such") * 3)
            if self.listen(0.2, until="pad"):
                return
        raise Failure("the server does not answer after a broken message")

    # Messages of the server.

    def listen(self, seconds, until=None):
        """Handles all received messages; waits for at least one, or for the answer to the id `until`. False when the time runs out."""
        limit = time.monotonic() + seconds
        while True:
            try:
                message = self.client.inbox.get(timeout=max(0.0, limit - time.monotonic()))
            except queue.Empty:
                return False
            if message is None:
                raise Failure("the server has ended")
            self.counts["messages"] += 1
            if "method" in message:
                continue
            id = message.get("id")
            error = message.get("error", {}).get("code")
            if isinstance(id, int):
                sent = self.waiting.pop(id, None)
                if sent is None:
                    raise Failure(f"an answer without a request, or a second answer: {message}")
                if error is not None and error not in FINE_ERRORS:
                    raise Failure(f"{self.client.asked[id]}: {message['error']}")
                del self.client.asked[id]
                self.slowest = max(self.slowest, time.monotonic() - sent)
            if until is not None and id == until:
                return True
            if until is None and self.client.inbox.empty():
                return True

    def check_health(self):
        """Raises Failure for a late answer or an invalid message, and records the server's memory."""
        now = time.monotonic()
        late = [(self.client.asked[id], now - sent) for id, sent in self.waiting.items() if now - sent > self.patience]
        if late:
            raise Failure(f"no answer for {late[0][1]:.0f} s: {late[0][0]}")
        if self.client.problems:
            raise Failure(self.client.problems[0])
        self.memory.append(self.megabytes())

    def megabytes(self):
        pid = self.client.process.pid
        if not self.profile:
            with open(f"/proc/{pid}/status", encoding="utf-8") as file:
                return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmRSS"))
        # ThreadSanitizer keeps each stack that it has seen, so only the server's own heap can stay flat.
        with open(f"{self.profile}.{pid}", "rb") as file:
            file.seek(-min(file.seek(0, os.SEEK_END), 4096), os.SEEK_END)
            return int(re.findall(rb"heap:(\d+)", file.read())[-1])

    def run(self, seconds):
        steps = [(self.edit, 50), (self.ask, 40), (self.edit_notebook, 5), (self.open, 2), (self.close, 1), (self.change_files, 1),
                 (self.configure, 0.2), (self.send_broken, 2), (self.open_many, 0.02)]
        actions, weights = zip(*steps)
        begin = time.monotonic()
        next_check, next_report = begin, begin + 30
        while (now := time.monotonic()) < begin + seconds:
            action = self.rng.choices(actions, weights)[0]
            action()
            self.counts[action.__name__] += 1
            # Pauses, as a typing user does, so that the server can answer.
            self.listen(self.rng.choice((0, 0, 0.002, 0.02)))
            if now >= next_check:
                self.check_health()
                next_check = now + 1
            if now >= next_report:
                print(f"{now - begin:6.0f} s  {self.memory[-1]:6.0f} MiB  {dict(self.counts)}", flush=True)
                next_report = now + 30

    def finish(self):
        limit = time.monotonic() + self.patience
        while self.waiting and time.monotonic() < limit:
            self.listen(0.2)
        self.check_health()
        if self.waiting:
            raise Failure(f"{len(self.waiting)} requests have no answer")
        self.check_findings()
        self.check_memory()
        if (status := self.client.end()) != 0:
            raise Failure(f"the server ends with {status}")

    def check_findings(self):
        """Raises Failure when a fresh server has other diagnostics for the current documents."""
        for self.roots in ("all", "auto"):
            self.client.notify("workspace/didChangeConfiguration", {"settings": None})
            self.client.ask("workspace/symbol", {"query": "nothing"})
            with Client(answers=self.answers) as fresh:
                fresh.initialize(CAPABILITIES, workspaceFolders=[{"uri": "file://" + self.folder, "name": "soak"}])
                fresh.ask("workspace/symbol", {"query": "nothing"})
                for uri, document in self.documents.items():
                    fresh.open(uri, document.text, document.version)
                self.compare_findings(fresh)

    def compare_findings(self, fresh):
        # The background indexes the workspace: until then roots in files that are not open do not count.
        until = time.monotonic() + self.patience
        for uri in self.documents:
            found = [None, 0]
            while found[0] != found[1]:
                if found[0] is not None:
                    # A server whose background has changed the diagnostics of an open document asks for a refresh.
                    if time.monotonic() > until:
                        raise Failure(f"with roots {self.roots}, {uri} has other diagnostics than in a fresh server: {found}")
                    self.refreshed.wait(max(0.0, until - time.monotonic()))
                self.refreshed.clear()
                found = [client.ask("textDocument/diagnostic", {"textDocument": {"uri": uri}})["result"]["items"]
                         for client in (self.client, fresh)]

    def check_memory(self):
        """Raises Failure when the median memory of the last third exceeds that of the middle third. The first third fills caches."""
        third = len(self.memory) // 3
        if third < 10:
            return
        middle, last = statistics.median(self.memory[third:2 * third]), statistics.median(self.memory[2 * third:])
        print(f"memory {middle:.0f} MiB, then {last:.0f} MiB; most {max(self.memory):.0f} MiB")
        if last > middle * GROWTH_FACTOR + GROWTH_MIB:
            raise Failure(f"memory grows: {middle:.0f} MiB, then {last:.0f} MiB")

    def close_all(self):
        self.client.__exit__()
        shutil.rmtree(self.folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("minutes", nargs="?", type=float, default=5)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--patience", type=float, default=30, help="seconds that any answer may take")
    parser.add_argument("--tsan", action="store_true", help="the programs have ThreadSanitizer: memory is the heap without the sanitizer's own")
    args = parser.parse_args()
    print(f"seed {args.seed}", flush=True)
    soak = Soak(random.Random(args.seed), args.patience, args.tsan)
    try:
        soak.run(args.minutes * 60)
        soak.finish()
    except (Failure, OSError, EOFError) as failure:
        status = soak.client.process.poll()
        print(f"FAILED: {failure}" + ("" if status is None else f" (exit status {status})"))
        return 1
    finally:
        soak.close_all()
    print(f"fine: {dict(soak.counts)}, slowest answer {soak.slowest:.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
