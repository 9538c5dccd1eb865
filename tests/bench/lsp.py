#!/usr/bin/python3
"""Measures tsls and pyright on the same file of 5,000 lines: start to first diagnostics, keystroke to diagnostics, memory.

usage: lsp.py [--json]
npm installs pyright into build/bench. A keystroke changes the body of a function in the middle; its time ends when diagnostics of
that version arrive. Goals: start under 50 ms and 30 times faster; keystrokes median under 3 ms, p99 under 10 ms and 50 times
faster; peak memory under 60 MB, also after 10,000 edits.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests/bench"))
import start  # noqa: E402

LINES = 5000
STARTS, REFERENCE_STARTS = 25, 5
KEYSTROKES = 300
REFERENCE_KEYSTROKES = 8
EDITS = 10000
PYRIGHT = os.path.join(ROOT, "build/bench/node_modules/pyright/langserver.index.js")


def install():
    if not os.path.exists(PYRIGHT):
        folder = os.path.join(ROOT, "build/bench")
        os.makedirs(folder, exist_ok=True)
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", folder, "pyright"], check=True,
                       stdout=subprocess.DEVNULL)


def encoded(message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def opening(uri, text):
    return encoded({"method": "textDocument/didOpen", "params": {
        "textDocument": {"uri": uri, "languageId": "python", "version": 1, "text": text}}})


class Server:
    """A language server process. Only a reading thread is between the server and the clock."""

    def __init__(self, command, folder):
        self.begin = time.perf_counter()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder)
        self.folder, self.last = folder, 0
        self.told, self.answers = {}, {}
        self.news = threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        out = self.process.stdout
        while True:
            length = 0
            while line := out.readline().strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line[15:])
            if not length:
                return
            message = json.loads(out.read(length))
            now = time.perf_counter()
            with self.news:
                self.take(message, now)
                self.news.notify_all()

    def take(self, message, now):
        if message.get("method") == "textDocument/publishDiagnostics":
            self.told[message["params"].get("version")] = now
        elif "method" in message and "id" in message:
            items = message.get("params", {}).get("items", [])
            self.send({"id": message["id"], "result": [{} for _ in items] if items else None})
        elif "id" in message:
            self.answers[message["id"]] = now

    def send(self, message):
        self.write(encoded(message))

    def write(self, message):
        self.process.stdin.write(message)
        self.process.stdin.flush()

    def wait(self, table, key, seconds=120):
        with self.news:
            if not self.news.wait_for(lambda: key in table, seconds):
                sys.exit(f"{self.process.args[0]} says nothing")
            return table[key]

    def ask(self, method, params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        self.wait(self.answers, self.last)

    def open(self, opened):
        """Seconds from the start of the process to the first diagnostics. opened: the encoded message, because encoding is the client's work."""
        root = "file://" + self.folder
        self.ask("initialize", {"processId": None, "rootUri": root, "workspaceFolders": [{"uri": root, "name": "w"}],
                                "capabilities": {"textDocument": {"publishDiagnostics": {"versionSupport": True}}}})
        self.send({"method": "initialized", "params": {}})
        self.write(opened)
        return self.wait(self.told, 1) - self.begin

    def type(self, uri, line, version):
        """Sends one keystroke. Returns the seconds until its diagnostics arrive."""
        at = {"line": line, "character": 4}
        end = {"line": line, "character": 5} if version % 2 else at
        change = {"range": {"start": at, "end": end}, "text": "" if version % 2 else "x"}
        message = encoded({"method": "textDocument/didChange",
                           "params": {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]}})
        begin = time.perf_counter()
        self.write(message)
        return self.wait(self.told, version) - begin

    def peak(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024

    def end(self):
        self.process.kill()
        self.process.wait()


def sample():
    start.LINES = LINES
    return start.sample()


def measure(command, times_to_start, keystrokes, edits):
    with tempfile.TemporaryDirectory() as folder:
        text, uri = sample(), f"file://{folder}/sample.py"
        with open(os.path.join(folder, "sample.py"), "w", encoding="utf-8") as out:
            out.write(text)
        opened, starts = opening(uri, text), []
        for _ in range(times_to_start):
            server = Server(command, folder)
            starts.append(server.open(opened))
            server.end()
        server = Server(command, folder)
        server.open(opened)
        line = next(i for i, content in enumerate(text.splitlines()) if i > LINES // 2 and "total = total + x" in content)
        line -= 3  # `total = torch.zeros_like(x)`
        times = [server.type(uri, line, version) for version in range(2, keystrokes + 2)]
        peak = server.peak()
        for version in range(keystrokes + 2, keystrokes + 2 + edits):
            server.type(uri, line, version)
        later = server.peak()
        server.end()
    times.sort()
    return {"start": statistics.median(starts) * 1e3, "median": statistics.median(times) * 1e3,
            "p99": times[min(len(times) - 1, int(len(times) * 0.99))] * 1e3, "peak": peak, "later": later}


def main():
    install()
    programs = os.path.abspath(os.environ.get("JITSCOPE_BIN", "build/release/bin"))
    ours = measure([os.path.join(programs, "tsls")], STARTS, KEYSTROKES, EDITS)
    other = measure(["node", PYRIGHT, "--stdio"], REFERENCE_STARTS, REFERENCE_KEYSTROKES, 0)
    rows = [("start to first diagnostics", "start", "ms", 50, 30), ("keystroke, median", "median", "ms", 3, 50),
            ("keystroke, p99", "p99", "ms", 10, 50), ("peak memory", "peak", "MB", 60, 1),
            (f"peak memory after {EDITS:,} edits", "later", "MB", 60, 1)]
    fine = True
    if "--json" not in sys.argv:
        print(f"{'':34}{'tsls':>9}{'pyright':>10}{'ratio':>8}   to reach")
    for name, key, unit, most, ratio in rows:
        times = other[key] / ours[key]
        fine &= ours[key] < most and times >= ratio
        if "--json" in sys.argv:
            print(json.dumps({"name": name, "ours": round(ours[key], 2), "reference": round(other[key], 2),
                              "ratio": round(times, 1), "unit": unit}))
        else:
            print(f"{name + ', ' + unit:34}{ours[key]:9.1f}{other[key]:10.1f}{times:7.1f}x   < {most} {unit}, {ratio}x")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
