"""Sessions with tsls: hostile documents, thousands of them, and bytes that are not LSP."""
import itertools
import json
import os
import queue
import socket
import subprocess
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../protocol"))
import programs  # noqa: E402
from cases import MEGABYTES, PATIENCE, SANITIZED_SECONDS, SECONDS, Outcome  # noqa: E402
from lsp_client import Client  # noqa: E402

DOCUMENTS = 2000


class Session:
    """Opens documents and waits for their diagnostics."""

    def __init__(self, before=(), roots="auto"):
        """`before` are words before the command, such as those of valgrind; with roots="all" files are evaluated whole."""
        self.client = Client(command=(*before, os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "tsls"),))
        self.client.initialize(initializationOptions={"roots": roots})
        self.process = self.client.process
        self.published = {}

    def open(self, uri, text):
        self.client.open(uri, text)

    def wait(self, count, seconds):
        """False when fewer documents than `count` have diagnostics after so many seconds, or the server has ended."""
        end = time.monotonic() + seconds
        while len(self.published) < count:
            try:
                message = self.client.inbox.get(timeout=max(0, end - time.monotonic()))
            except queue.Empty:
                return False
            if message is None:
                return False
            if message.get("method") == "textDocument/publishDiagnostics":
                self.published[message["params"]["uri"]] = message["params"]["diagnostics"]
        return True

    def megabytes(self, key="VmHWM"):
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(next(line for line in file if line.startswith(key)).split()[1]) / 1024

    def close(self):
        self.client.__exit__()

    def end(self):
        """Asks the server to exit."""
        self.client.end()
        self.close()


def judged(session, start, count, seconds, sanitized):
    outcome = Outcome(time.monotonic() - start, 0)
    if session.process.poll() is not None:
        outcome.problem = f"the server ended with {session.process.poll()}"
    elif len(session.published) < count:
        outcome.problem = f"{len(session.published)} of {count} documents were checked within {seconds} s"
    else:
        outcome.megabytes = session.megabytes()
        if outcome.megabytes > MEGABYTES and not sanitized:
            outcome.problem = f"took {outcome.megabytes:.0f} MB"
    session.close()
    return outcome


def hostile_documents(sanitized):
    """One after another, and each must be answered in time."""
    session, slowest, start = Session(roots="all"), 0, time.monotonic()
    seconds = SANITIZED_SECONDS if sanitized else SECONDS
    chosen = list(itertools.islice(programs.walk_builtins("while True:"), 0, None, 60)) + list(programs.random_programs(30))
    for count, case in enumerate(chosen, 1):
        begin = time.monotonic()
        session.open(f"file:///attack/{count}.py", case.files["a.py"])
        if not session.wait(count, PATIENCE * seconds):
            break
        slowest = max(slowest, time.monotonic() - begin)
    outcome = judged(session, start, len(chosen), seconds, sanitized)
    outcome.seconds = slowest
    return outcome


def many_documents(sanitized):
    session, start = Session(), time.monotonic()
    for i in range(DOCUMENTS):
        session.open(f"file:///attack/m{i}.py", f"import torch\n@torch.jit.script\ndef f{i}(x):\n    return x + {i}\n")
    session.wait(DOCUMENTS, SANITIZED_SECONDS)
    return judged(session, start, DOCUMENTS, SANITIZED_SECONDS, sanitized)


def web_page(_):
    """A page in a browser may send any HTTP request to a port on this machine."""
    binary = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "tsls")
    start = time.monotonic()
    process = subprocess.Popen([binary, "--port", "0"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        address = process.stderr.readline().split("127.0.0.1:")[1]
        port = int("".join(itertools.takewhile(str.isdigit, address)))
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}})
        with socket.create_connection(("127.0.0.1", port), SECONDS) as connection:
            connection.sendall(f"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
            connection.settimeout(SECONDS)
            answer = b""
            while part := connection.recv(4096):
                answer += part
        return Outcome(time.monotonic() - start, 0, "the request was answered" if b"capabilities" in answer else "")
    except OSError as error:
        return Outcome(time.monotonic() - start, 0, f"the connection stays open: {error}")
    finally:
        process.kill()
        process.wait()


ATTACKS = {"hostile documents": hostile_documents, f"{DOCUMENTS} documents": many_documents, "a web page": web_page}
