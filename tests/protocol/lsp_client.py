"""A language client for tests. It talks to a real tsls over pipes or a socket, byte by byte if necessary."""

import json
import os
import queue
import re
import socket
import subprocess
import threading

import lsp_types

TSLS = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "tsls")
PATIENCE = 20  # seconds; only a failing test waits that long


def frame(body):
    if not isinstance(body, bytes):
        body = json.dumps(body, ensure_ascii=False).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def request(id, method, params=None):
    message = {"jsonrpc": "2.0", "id": id, "method": method}
    if params is not None:
        message["params"] = params
    return frame(message)


def notification(method, params=None):
    message = {"jsonrpc": "2.0", "method": method}
    if params is not None:
        message["params"] = params
    return frame(message)


class Client:
    """A client with its own server process. A thread collects the server's messages; every wait has a time limit.

    answers: {method: result or function of the parameters} for the server's own requests; others get null.
    command: the command that starts the server, in place of the built program.
    With validate, `problems` lists messages of the server that are invalid under LSP's own model."""

    def __init__(self, *arguments, port=False, answers=None, validate=False, command=(TSLS,)):
        self.answers = answers or {}
        self.validate = validate
        self.problems = []
        self.asked = {}
        self.sending = threading.Lock()
        arguments = [*command, *arguments] + (["--port", "0"] if port else [])
        self.process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE if port else None)
        self.socket = self.token = None
        if port:
            line = self.process.stderr.readline().decode()
            listening = re.fullmatch(r"tsls: listening on 127\.0\.0\.1:(\d+), token ([0-9a-f]{32})\n", line)
            self.port, self.token = int(listening[1]), listening[2]
            self.socket = socket.create_connection(("127.0.0.1", self.port))
            self.reader = self.socket.makefile("rb")
        else:
            self.reader = self.process.stdout
        self.inbox = queue.Queue()
        self.kept = []
        self.last_id = 0
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr, self.socket):
            if stream:
                try:
                    stream.close()
                except OSError:
                    pass

    def _read(self):
        try:
            while True:
                length = None
                while line := self.reader.readline().strip():
                    name, _, value = line.partition(b":")
                    if name.lower() == b"content-length":
                        length = int(value)
                if length is None:
                    break
                message = json.loads(self.reader.read(length))
                if self.validate:
                    self._check(message)
                if "method" in message and "id" in message:
                    self._serve(message)
                self.inbox.put(message)
        except (OSError, ValueError):
            pass
        self.inbox.put(None)

    def _check(self, message):
        method = message.get("method") or self.asked.get(message.get("id"))
        if method is None or "error" in message:
            return
        if "id" not in message:
            found = lsp_types.notification_problem(method, message["params"])
        elif "method" in message:
            found = lsp_types.request_problem(method, message.get("params"))
        else:
            found = lsp_types.result_problem(method, message["result"])
        if found:
            self.problems.append(f"{method}: {found}")

    def _serve(self, message):
        answer = self.answers.get(message["method"])
        result = answer(message.get("params")) if callable(answer) else answer
        self.send(frame({"jsonrpc": "2.0", "id": message["id"], "result": result}))

    def send(self, data):
        with self.sending:
            if self.socket:
                self.socket.sendall(data)
            else:
                self.process.stdin.write(data)
                self.process.stdin.flush()

    def close(self):
        """Closes the connection, as a client that died."""
        if self.socket:
            self.socket.close()
        else:
            self.process.stdin.close()

    def next(self, wanted=lambda message: True):
        """The next message for which `wanted` is true. Other messages are kept for later calls."""
        for i, message in enumerate(self.kept):
            if wanted(message):
                return self.kept.pop(i)
        while True:
            message = self.inbox.get(timeout=PATIENCE)
            if message is None:
                raise EOFError("the server has closed its output")
            if wanted(message):
                return message
            self.kept.append(message)

    def answer(self, id):
        return self.next(lambda message: "method" not in message and message.get("id") == id)

    def start(self, method, params=None):
        """Sends a request. Returns its id."""
        self.last_id += 1
        self.asked[self.last_id] = method
        self.send(request(self.last_id, method, params))
        return self.last_id

    def ask(self, method, params=None):
        return self.answer(self.start(method, params))

    def notify(self, method, params=None):
        self.send(notification(method, params))

    def log(self):
        return self.next(lambda message: message.get("method") == "window/logMessage")["params"]["message"]

    def diagnostics(self, uri, version):
        """The diagnostics that the server publishes for this version of the document."""
        def wanted(message):
            params = message.get("params", {})
            return (message.get("method") == "textDocument/publishDiagnostics" and params["uri"] == uri
                    and params.get("version") == version)
        return self.next(wanted)["params"]["diagnostics"]

    def initialize(self, capabilities=None, **more):
        if self.token:
            more.setdefault("initializationOptions", {"token": self.token})
        answer = self.ask("initialize", {"processId": os.getpid(), "rootUri": None,
                                         "capabilities": capabilities or {}, **more})
        self.notify("initialized", {})
        return answer["result"]

    def open(self, uri, text, version=1):
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "python", "version": version, "text": text}})

    def change(self, uri, changes, version):
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": version}, "contentChanges": changes})

    def end(self):
        """Ends the server by the protocol's shutdown and exit. Returns the exit status."""
        self.ask("shutdown")
        self.notify("exit")
        return self.process.wait(PATIENCE)
