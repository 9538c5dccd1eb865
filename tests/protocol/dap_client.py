"""A debug adapter's client for tests. It talks to a real `tsdbg dap` over pipes or a socket."""

import json
import os
import queue
import re
import socket
import subprocess
import threading

TSDBG = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "tsdbg")
PATIENCE = 30  # seconds; only a failing test waits that long


def frame(body):
    body = json.dumps(body, ensure_ascii=False).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


class Failed(Exception):
    """The adapter has answered a request with an error."""


class Client:
    """A client with its own adapter process. A thread collects the adapter's messages; every wait has a time limit.

    validate: a function that returns the reason why a message is invalid; `problems` collects the reasons.
    port: the adapter prints a port, to which the client connects.
    command: the command that starts the adapter, in place of the built program.
    peer: a client on a port, to whose adapter the new one connects again."""

    def __init__(self, port=False, validate=None, command=None, peer=None):
        self.validate = validate
        self.problems = []
        command = command or (TSDBG, "dap", *(["--port", "0"] if port else []))
        self.process = peer.process if peer else subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                                                  stderr=subprocess.PIPE if port else None)
        self.socket = self.token = None
        if port or peer:
            self.port, self.token = (peer.port, peer.token) if peer else self.printed_port()
            self.socket = socket.create_connection(("127.0.0.1", self.port))
            self.reader = self.socket.makefile("rb")
        else:
            self.reader = self.process.stdout
        self.inbox = queue.Queue()
        self.kept = []
        self.output = []  # (category, text) of all output events so far
        self.last_seq = 0
        threading.Thread(target=self._read, daemon=True).start()

    def printed_port(self):
        line = self.process.stderr.readline().decode()
        listening = re.fullmatch(r"tsdbg: listening on 127\.0\.0\.1:(\d+), token ([0-9a-f]{32})\n", line)
        return int(listening[1]), listening[2]

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
                if self.validate and (found := self.validate(message)):
                    self.problems.append(found)
                if message.get("event") == "output":
                    self.output.append((message["body"]["category"], message["body"]["output"]))
                self.inbox.put(message)
        except (OSError, ValueError):
            pass
        self.inbox.put(None)

    def send_bytes(self, data):
        if self.socket:
            self.socket.sendall(data)
        else:
            self.process.stdin.write(data)
            self.process.stdin.flush()

    def close(self):
        """Closes the connection, as a client that died."""
        if self.socket:
            self.socket.shutdown(socket.SHUT_RDWR)
        else:
            self.process.stdin.close()

    def next(self, wanted):
        """The next message for which `wanted` is true. Other messages are kept for later calls."""
        for i, message in enumerate(self.kept):
            if wanted(message):
                return self.kept.pop(i)
        while True:
            message = self.inbox.get(timeout=PATIENCE)
            if message is None:
                self.inbox.put(None)
                raise EOFError("the adapter has closed its output")
            if wanted(message):
                return message
            self.kept.append(message)

    def event(self, *names):
        """The next event with one of these names; returns the message."""
        return self.next(lambda message: message["type"] == "event" and message["event"] in names)

    def start(self, command, arguments=None):
        """Sends a request. Returns its number."""
        self.last_seq += 1
        message = {"seq": self.last_seq, "type": "request", "command": command}
        if arguments is not None:
            message["arguments"] = arguments
        self.send_bytes(frame(message))
        return self.last_seq

    def answer(self, seq):
        return self.next(lambda message: message["type"] == "response" and message["request_seq"] == seq)

    def ask(self, command, **arguments):
        """Sends a request. Returns the body of the response; raises Failed for an error."""
        answer = self.answer(self.start(command, arguments))
        if not answer["success"]:
            raise Failed(answer["message"])
        return answer.get("body")

    # ---- sessions

    def launch(self, program, breakpoints=(), configure=None, **more):
        """Starts a program. breakpoints: lines, or SourceBreakpoint objects, in the program's file."""
        self.capabilities = self.ask("initialize", adapterID="torchscript", linesStartAt1=True, columnsStartAt1=True,
                                     pathFormat="path")
        self.event("initialized")
        if self.token:
            more.setdefault("token", self.token)
        self.ask("launch", program=str(program), **more)
        if breakpoints:
            wanted = [{"line": one} if isinstance(one, int) else one for one in breakpoints]
            self.verified = self.ask("setBreakpoints", source={"path": str(program)}, breakpoints=wanted)["breakpoints"]
        if configure:
            configure(self)
        self.ask("configurationDone")

    def stop(self):
        """Waits until the program stops or ends. Returns the body of the `stopped` event; None at the end."""
        message = self.event("stopped", "terminated")
        return message["body"] if message["event"] == "stopped" else None

    def step(self, command="next"):
        """Resumes the program. Returns what stop() returns."""
        self.ask(command, threadId=1)
        return self.stop()

    def pause_until(self, reached):
        """Pauses the program, and lets it go on, until reached() is true at a stop. Returns that stop."""
        while True:
            self.ask("pause", threadId=1)
            stop = self.stop()
            if stop is None or reached():
                return stop
            self.ask("continue", threadId=1)

    def pause_in(self, function):
        """Pauses the program in a function of the user's code. Returns the stop."""
        def is_there():
            own = [frame["name"] for frame in self.frames() if frame.get("presentationHint") != "subtle"]
            return own and own[0].split()[0] == function
        return self.pause_until(is_there)

    def frames(self, **more):
        return self.ask("stackTrace", threadId=1, **more)["stackFrames"]

    def line(self):
        return self.frames(levels=1)[0]["line"]

    def scope(self, name="Locals", frame=None):
        """The reference of a scope."""
        scopes = self.ask("scopes", frameId=(frame or self.frames(levels=1)[0])["id"])["scopes"]
        return next(scope["variablesReference"] for scope in scopes if scope["name"] == name)

    def variables(self, reference, **more):
        """{name: variable} of a scope or a value."""
        return {one["name"]: one for one in self.ask("variables", variablesReference=reference, **more)["variables"]}

    def locals(self):
        return {name: one["value"] for name, one in self.variables(self.scope()).items()}

    def evaluate(self, expression, context="watch", **more):
        return self.ask("evaluate", expression=expression, context=context, **more)["result"]

    def text(self, category="stdout"):
        return "".join(text for one, text in self.output if one == category)

    def end(self):
        """Ends the session by the protocol. Returns the adapter's exit status."""
        self.ask("disconnect")
        return self.process.wait(PATIENCE)
