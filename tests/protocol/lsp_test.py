"""Tests tsls as a process: pipes, sockets, bytes. tests/unit/lsp tests the protocol's details without a
process."""

import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from lsp_client import PATIENCE, TSLS, Client, frame, notification, request  # noqa: E402

URI = "file:///t/a.py"


class Process(unittest.TestCase):
    def test_ends_as_told(self):
        with Client() as client:
            client.initialize()
            self.assertEqual(client.end(), 0)

    def test_exit_without_shutdown_fails(self):
        with Client() as client:
            client.initialize()
            client.notify("exit")
            self.assertEqual(client.process.wait(PATIENCE), 1)

    def test_ends_when_its_input_ends(self):
        for said in ([], ["initialize"], ["initialize", "shutdown"]):
            with Client() as client:
                for method in said:
                    client.ask(method, {"capabilities": {}})
                client.close()
                self.assertEqual(client.process.wait(PATIENCE), 0 if "shutdown" in said else 1)

    def test_ends_when_its_parent_ends(self):
        with subprocess.Popen(["sleep", "1000"]) as parent, Client() as client:
            client.initialize(processId=parent.pid)
            self.assertIsNone(client.process.poll())
            parent.kill()
            parent.wait()
            self.assertEqual(client.process.wait(PATIENCE), 1)

    def test_a_parent_out_of_sight_is_not_waited_for(self):
        with subprocess.Popen(["true"]) as gone:
            gone.wait()
        with Client() as client:
            client.initialize(processId=gone.pid)
            time.sleep(1.5)  # the server looks for its parent each second: one look has to pass without an effect
            self.assertEqual(client.end(), 0)

    def test_answers_all_that_was_sent_before_the_input_ended(self):
        with Client() as client:
            client.send(request(1, "initialize", {"capabilities": {}})
                        + notification("textDocument/didOpen", {"textDocument": {
                            "uri": URI, "languageId": "python", "version": 1, "text": "("}}))
            client.close()
            self.assertEqual(len(client.diagnostics(URI, 1)), 1)

    def test_files_serve_as_streams(self):
        with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as sink:
            source.write(request(1, "initialize", {"capabilities": {}}) + request(2, "shutdown") + notification("exit"))
            source.seek(0)
            self.assertEqual(subprocess.run([TSLS], stdin=source, stdout=sink, timeout=PATIENCE).returncode, 0)
            sink.seek(0)
            self.assertEqual(sink.read().count(b'"result":'), 2)

    def test_a_client_that_stops_reading_does_no_harm(self):
        process = subprocess.Popen([TSLS], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process.stdout.close()
        try:
            process.stdin.write(request(1, "initialize", {"capabilities": {}}))
            process.stdin.close()
        except BrokenPipeError:
            pass
        self.assertEqual(process.wait(PATIENCE), 1)

    def test_starts_fast(self):
        times = []
        for _ in range(5):
            begin = time.perf_counter()
            with Client() as client:
                client.initialize()
                times.append(time.perf_counter() - begin)
        # The server needs milliseconds; the bound allows for other tests on the machine.
        self.assertLess(min(times), 0.5)


class CommandLine(unittest.TestCase):
    def run_with(self, *arguments):
        return subprocess.run([TSLS, *arguments], capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL)

    def test_help_and_version(self):
        self.assertIn("--port N", self.run_with("--help").stdout)
        self.assertRegex(self.run_with("--version").stdout, r"^tsls \d+\.\d+\.\d+\n$")

    def test_wrong_usage(self):
        for arguments in (["--nonsense"], ["file.py"], ["--port"], ["--port", "x"], ["--port=70000"], ["--port", "-1"]):
            result = self.run_with(*arguments)
            self.assertEqual((result.returncode, result.stdout), (2, ""), arguments)
            self.assertTrue(result.stderr.startswith("tsls: "), arguments)


class Port(unittest.TestCase):
    def test_serves_the_first_client(self):
        with Client(port=True) as client:
            client.initialize()
            client.open(URI, "(")
            self.assertEqual(len(client.diagnostics(URI, 1)), 1)
            self.assertEqual(client.end(), 0)

    def test_a_port_in_use_is_an_error(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            result = subprocess.run([TSLS, "--port", str(taken.getsockname()[1])], capture_output=True, text=True,
                                    timeout=PATIENCE, stdin=subprocess.DEVNULL)
        self.assertEqual(result.returncode, 2)
        self.assertTrue(result.stderr.startswith("tsls: 127.0.0.1:"), result.stderr)

    def test_a_client_that_leaves_ends_the_server(self):
        with Client(port=True) as client:
            client.initialize()
            client.socket.shutdown(2)
            self.assertEqual(client.process.wait(PATIENCE), 1)


    def test_each_start_has_a_token_of_its_own(self):
        with Client(port=True) as one, Client(port=True) as other:
            self.assertNotEqual(one.token, other.token)

    def test_a_client_without_the_token_is_refused(self):
        for options in ({}, {"token": ""}, {"token": "0" * 32}, {"token": [1]}, None):
            with Client(port=True) as client:
                answer = client.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {},
                                                   "initializationOptions": options})
                self.assertIn("initializationOptions.token", answer["error"]["message"])
                self.assertEqual(client.process.wait(PATIENCE), 1)
                self.assertIn(b"tsls: connection closed: ", client.process.stderr.read())

    def test_a_web_page_cannot_speak_to_it(self):
        with Client(port=True) as client:
            body = request(1, "initialize", {"capabilities": {}, "initializationOptions": {"token": client.token}})
            client.send(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
            self.assertEqual(client.next()["error"]["code"], -32700)
            self.assertEqual(client.process.wait(PATIENCE), 1)
            self.assertRaises(EOFError, client.next)

    def test_a_header_that_is_not_of_the_protocol_ends_the_connection(self):
        with Client(port=True) as client:
            client.initialize()
            client.send(b"X-Other: 1\r\n" + request(7, "no/such"))
            self.assertIn("X-Other", client.answer(None)["error"]["message"])
            self.assertEqual(client.process.wait(PATIENCE), 1)


class Bytes(unittest.TestCase):
    def session(self):
        """The bytes of a whole session. The requests 1 and "two" must be answered."""
        data = request(1, "initialize", {"capabilities": {}}) + notification("initialized", {})
        data += notification("textDocument/didOpen", {"textDocument": {
            "uri": URI, "languageId": "python", "version": 1, "text": "x = 'é漢🌰' + (\n"}})
        for version in range(2, 30):
            data += notification("textDocument/didChange", {
                "textDocument": {"uri": URI, "version": version},
                "contentChanges": [{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}},
                                    "text": "🌰é\n#"}]})
        return data + request("two", "no/such")

    def test_any_split_gives_the_same(self):
        data = self.session()
        random.seed(5)
        results = []
        for most in (1, 2, 7, 50, 4096):
            with Client() as client:
                at = 0
                while at < len(data):
                    size = random.randint(1, most)
                    client.send(data[at:at + size])
                    at += size
                self.assertIn("result", client.answer(1))
                self.assertEqual(client.answer("two")["error"]["code"], -32601)
                results.append(client.diagnostics(URI, 29))
                self.assertEqual(client.end(), 0)
        self.assertTrue(all(result == results[0] for result in results))

    def test_garbage_never_ends_it(self):
        random.seed(11)
        with Client() as client:
            client.initialize()
            for id in range(100, 300):
                kind = id % 4
                if kind == 0:
                    garbage = random.randbytes(random.randint(1, 300))
                elif kind == 1:
                    garbage = frame(random.randbytes(random.randint(1, 300)))
                elif kind == 2:  # a message with one byte changed
                    message = bytearray(request(0, "textDocument/codeAction", {"range": [1, None, {"a": "é"}]}))
                    message[random.randrange(len(message))] = random.randrange(256)
                    garbage = bytes(message)
                else:  # a message cut short
                    message = request(0, "shutdownx", {"a": [1]})
                    garbage = message[:random.randrange(1, len(message))]
                # A cut message may swallow the next message, and a changed length may ask for more bytes.
                # After a few more messages the server is in sync again.
                client.send(garbage + request("pad", "no/such") * 3 + request(id, "no/such"))
            client.send(request("end", "no/such") * 200)
            self.assertEqual(client.answer("end")["error"]["code"], -32601)
            self.assertEqual(client.end(), 0)

    def test_a_large_document(self):
        text = "x = 1  # é漢🌰\n" * 500_000
        with Client() as client:
            client.initialize()
            client.open(URI, text)
            client.change(URI, [{"range": {"start": {"line": 499_999, "character": 0}, "end": {"line": 499_999, "character": 1}},
                                 "text": "("}], 2)
            found = client.diagnostics(URI, 2)
            self.assertEqual(found[0]["range"]["start"], {"line": 499_999, "character": 0})
            self.assertEqual(client.end(), 0)

    def test_too_large_a_message_is_refused_by_name(self):
        with Client() as client:
            client.initialize()
            client.send(b"Content-Length: 1000000000\r\n\r\n")
            error = client.next(lambda message: "error" in message)["error"]
            self.assertEqual(error["code"], -32700)
            self.assertIn("messageBytes", error["message"])
            self.assertEqual(client.end(), 0)


def units(text, encoding):
    return {"utf-8": lambda: len(text.encode()), "utf-16": lambda: len(text.encode("utf-16-le")) // 2,
            "utf-32": lambda: len(text)}[encoding]()


class Document:
    """A text in an editor, with its positions."""

    def __init__(self, text, encoding):
        self.text, self.encoding = text, encoding

    def position(self, offset):
        before = self.text[:offset]
        lines = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        # The caller avoids offsets between \r and \n, which have no position.
        return {"line": len(lines) - 1, "character": units(lines[-1], self.encoding)}

    def random_edit(self):
        def place():
            while True:
                at = random.randint(0, len(self.text))
                if self.text[at - 1:at + 1] != "\r\n" or at == 0:
                    return at
        begin = place()
        end = begin if random.random() < 0.6 else min(place(), begin + 30)
        if self.text[end - 1:end + 1] == "\r\n" and end > 0:
            end -= 1
        begin, end = min(begin, end), max(begin, end)
        pieces = ["x", "é", "漢", "🌰", "\n", "\r\n", "(", ")", "'", " ", "\n  ", "def f():\n", "# 🌰\r\n", "", "𝕏𝕐", "ab\ncd\n"]
        text = "".join(random.choices(pieces, k=random.randint(0, 3)))
        change = {"range": {"start": self.position(begin), "end": self.position(end)}, "text": text}
        self.text = self.text[:begin] + text + self.text[end:]
        return change


class Sync(unittest.TestCase):
    """After each batch of 1,000 random edits of a document, the server's diagnostics must equal those of
    a document that is opened with the full text."""

    def run_with(self, encoding):
        random.seed(encoding)
        with Client() as client:
            result = client.initialize({"general": {"positionEncodings": [encoding]}})
            self.assertEqual(result["capabilities"]["positionEncoding"], encoding)
            document = Document("a = 'é🌰'\r\nb = (\n", encoding)
            client.open(URI, document.text)
            client.diagnostics(URI, 1)
            version = 1
            edits = 0
            while edits < 1000:
                count = random.choice([1, 1, 1, 2, 5])
                edits += count
                version += 1
                client.change(URI, [document.random_edit() for _ in range(count)], version)
                mark = f"file:///t/full{version}.py"
                client.open(mark, document.text)
                self.assertEqual(client.diagnostics(URI, version), client.diagnostics(mark, 1), repr(document.text))
                client.notify("textDocument/didClose", {"textDocument": {"uri": mark}})
                if len(document.text) > 600:
                    document.text = "x = ("
                    version += 1
                    client.change(URI, [{"text": document.text}], version)
                    client.diagnostics(URI, version)
            self.assertEqual(client.end(), 0)

    def test_utf_8(self):
        self.run_with("utf-8")

    def test_utf_16(self):
        self.run_with("utf-16")

    def test_utf_32(self):
        self.run_with("utf-32")


class Cancellation(unittest.TestCase):
    """A file of 20,000 lines whose check takes longer than the pause between two edits. The server's trace
    reports the start and the end of each check."""

    EDIT_SECONDS = 3
    PAUSE = 0.05  # between two keys: the time of a user who types, which the test is about

    def text(self):
        function = ("@torch.jit.script\ndef f{0}(x, n: int):\n    y = x + n\n    for i in range(n):\n"
                    "        y = y * i\n    return y\n\n\n")
        lines = "import torch\n\ntotal = 0\nfor i in range(1_000_000):\n    total += i\n\n\n"
        lines += "".join(function.format(i) for i in range(2500))
        self.assertGreater(lines.count("\n"), 20_000)
        return lines

    def events(self, client):
        """The traced events in order, as pairs such as ("checking", 3)."""
        found = []
        for message in client.kept:
            if message.get("method") == "$/logTrace":
                event, uri, _, version = message["params"]["message"].split()[:4]
                self.assertEqual(uri, URI)
                found.append((event, int(version)))
        return found

    def test_an_edit_cancels_the_running_check(self):
        text = self.text()
        line = text[:text.index("return y")].count("\n")

        def place(character):
            return {"line": line, "character": character}

        with Client() as client:
            client.initialize(trace="messages")
            client.open(URI, text)
            client.kept.append(client.next(lambda message: message.get("method") == "$/logTrace"))
            version = 1
            end = time.monotonic() + self.EDIT_SECONDS
            while time.monotonic() < end:
                version += 1
                # "return y" grows a blank at its end.
                client.change(URI, [{"range": {"start": place(12), "end": place(12)}, "text": " "}], version)
                time.sleep(self.PAUSE)  # the rhythm of the edits is part of the test
            version += 1
            client.change(URI, [{"range": {"start": place(12), "end": place(12)}, "text": ".missing()"}], version)
            self.assertEqual([found["range"]["start"]["line"] for found in client.diagnostics(URI, version)], [line])

            events = self.events(client)
            # Each check ends before the next one starts, so that at most one stale check runs at any time.
            starts, ends = events[::2], events[1::2]
            self.assertEqual([event for event, _ in starts], ["checking"] * len(starts), events)
            self.assertEqual([number for _, number in starts], [number for _, number in ends], events)
            # A check that completes at the very moment of an edit is discarded.
            self.assertTrue(all(event in ("checked", "cancelled", "discarded") for event, _ in ends), events)
            self.assertEqual(events[-1], ("checked", version))
            # The first check takes much longer than one pause: an edit has cancelled it.
            self.assertEqual(events[:2], [("checking", 1), ("cancelled", 1)])
            # A published result belongs to a check that was not cancelled.
            published = [message["params"]["version"] for message in client.kept
                         if message.get("method") == "textDocument/publishDiagnostics"]
            self.assertEqual(published + [version], [number for event, number in ends if event == "checked"])
            self.assertEqual(client.end(), 0)


if __name__ == "__main__":
    unittest.main()
