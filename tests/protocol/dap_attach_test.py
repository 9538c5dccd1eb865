"""Tests `tsdbg run --debug PORT`: a script that runs by itself, to which debuggers attach."""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import dap_types  # noqa: E402
from dap_client import PATIENCE, TSDBG, Client, Failed  # noqa: E402

PROGRAM = """\
import os
import sys
import time


def work(count):
    total = count * 2
    breakpoint()
    return total


count = 0
while not os.path.exists(sys.argv[1]):
    count += 1
    work(count)
    time.sleep(0.001)
print("done", sys.argv[0])
sys.exit(7)
"""
TOTAL, RETURN, SLEEP = 7, 9, 16


class Attached(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        self.path = self.folder / "program.py"
        self.path.write_text(PROGRAM, encoding="utf-8")
        self.end = self.folder / "end"

    def start(self, text=None, *options):
        """A client of a script that runs."""
        if text:
            self.path.write_text(text, encoding="utf-8")
        # A background job ignores SIGINT, and so would its children.
        command = ("env", "--default-signal=INT", TSDBG, "run", "--debug", "0", *options, str(self.path), str(self.end))
        client = Client(port=True, validate=dap_types.problem, command=command)
        self.addCleanup(client.__exit__)
        self.addCleanup(lambda: self.assertEqual(client.problems, []))
        return client

    def again(self, peer):
        client = Client(peer=peer, validate=dap_types.problem)
        self.addCleanup(client.__exit__)
        return client

    def attach(self, client, lines=(), **settings):
        client.ask("initialize", adapterID="torchscript")
        client.event("initialized")
        client.ask("attach", **{"token": client.token, **settings})
        self.assertEqual(client.event("process")["body"]["startMethod"], "attach")
        client.ask("setBreakpoints", source={"path": str(self.path)}, breakpoints=[{"line": line} for line in lines])
        client.ask("configurationDone")

    def ended(self, client):
        """The exit status and the standard output of the script."""
        status = client.process.wait(PATIENCE)
        return status, client.process.stdout.read().decode()

    def test_a_script_runs_without_an_editor_and_keeps_its_output_and_status(self):
        client = self.start()
        self.end.touch()
        self.assertEqual(self.ended(client), (7, f"done {self.path}\n"))

    def test_breakpoints_stop_a_running_script(self):
        client = self.start()
        self.attach(client, [RETURN])
        reasons = {client.stop()["reason"], client.step("continue")["reason"]}
        self.assertEqual((reasons, client.line()), ({"breakpoint"}, RETURN))
        self.assertEqual(client.evaluate("total == count * 2"), "True")
        self.assertEqual(client.frames()[-1]["name"], "<module>")
        client.ask("setBreakpoints", source={"path": str(self.path)}, breakpoints=[])
        self.end.touch()
        while client.step("continue"):
            pass
        self.assertEqual(client.event("exited")["body"]["exitCode"], 7)
        self.assertEqual(client.output, [])
        client.ask("disconnect")
        self.assertEqual(self.ended(client)[0], 7)

    def test_a_script_goes_on_when_an_editor_leaves_and_another_one_attaches(self):
        client = self.start()
        for leave in (lambda one: one.ask("disconnect"), lambda one: one.close()):
            self.attach(client, [TOTAL])
            self.assertEqual(client.stop()["reason"], "breakpoint")
            before = int(client.evaluate("count"))
            leave(client)
            client = self.again(client)
            self.attach(client)
            client.ask("pause", threadId=1)
            client.stop()
            self.assertGreaterEqual(int(client.ask("evaluate", expression="count", frameId=client.frames()[-1]["id"])["result"]), before)
            client.ask("disconnect")
            client = self.again(client)
        self.end.touch()
        self.assertEqual(self.ended(client)[0], 7)

    def test_requests_that_wait_for_a_stop_are_answered_when_the_editor_leaves(self):
        client = self.start()
        self.attach(client, [TOTAL])
        client.stop()
        asked = [client.start("evaluate", {"expression": "sum(range(10**5))", "context": "repl"}) for _ in range(20)]
        left = client.start("disconnect")
        for one in [*asked, left]:
            client.answer(one)
        self.end.touch()
        self.assertEqual(self.ended(client)[0], 7)

    def test_an_editor_may_end_the_script(self):
        client = self.start()
        self.attach(client)
        client.ask("disconnect", terminateDebuggee=True)
        self.assertEqual(self.ended(client), (1, ""))

    def test_the_token_is_needed_and_a_wrong_one_does_not_end_the_script(self):
        client = self.start()
        client.ask("initialize", adapterID="torchscript")
        with self.assertRaisesRegex(Failed, "`token` is not the token"):
            client.ask("attach", token="0" * 32)
        self.assertIsNone(client.inbox.get(timeout=PATIENCE))
        other = self.again(client)
        self.attach(other)
        other.ask("disconnect")
        self.end.touch()
        self.assertEqual(self.ended(other)[0], 7)

    def test_a_running_script_cannot_be_launched_nor_another_one_attached_to(self):
        client = self.start()
        client.ask("initialize", adapterID="torchscript")
        with self.assertRaisesRegex(Failed, "the program of this port runs already: send `attach`"):
            client.ask("launch", program=str(self.path), token=client.token)
        client.ask("attach", token=client.token)
        with self.assertRaisesRegex(Failed, "the session is attached already"):
            client.ask("attach", token=client.token)
        client.ask("disconnect", terminateDebuggee=True)
        with Client() as plain:
            plain.ask("initialize", adapterID="torchscript")
            with self.assertRaisesRegex(Failed, "start it with `tsdbg run --debug PORT FILE.py`"):
                plain.ask("attach")

    def test_ctrl_c_raises_keyboard_interrupt_also_at_a_blocking_call(self):
        client = self.start("""\
import time
try:
    is_ready = False
    while not is_ready:
        time.sleep(0.001)
    time.sleep(1000)
except KeyboardInterrupt:
    print("interrupted")
""")
        self.attach(client, [5])
        client.stop()
        client.evaluate("is_ready = True", context="repl")
        client.ask("setBreakpoints", source={"path": str(self.path)}, breakpoints=[])
        client.ask("continue", threadId=1)
        client.process.send_signal(signal.SIGINT)
        self.assertEqual(self.ended(client), (0, "interrupted\n"))

    def test_a_script_that_cannot_be_read_does_not_start(self):
        self.path.write_text("x = (", encoding="utf-8")
        with tempfile.TemporaryFile() as errors:
            self.assertEqual(subprocess.call([TSDBG, "run", "--debug", "0", str(self.path)], stderr=errors), 2)
            errors.seek(0)
            self.assertIn("is not valid Python", errors.read().decode())

    COMPILED = """\
import os, sys, time
import torch

@torch.jit.script
def spin(n: int, start: int) -> int:
    total = start
    for i in range(n):
        total += i % 7
        if total < 0:
            total = 0
    return total

@torch.jit.script
def outer(x: torch.Tensor, n: int):
    kept = x * n
    return kept + spin(n, 3)
for _ in range(400): outer(torch.ones(2), 5000)
print("warm", flush=True)
while not os.path.exists(sys.argv[1]):
    outer(torch.ones(2), COUNT)
print("done", sys.argv[0])
sys.exit(7)
"""
    ADD, TEST, KEPT, CALL, OUTER = 8, 9, 15, 16, 20
    LOOP = 7

    def own(self, client):
        return [(one["name"], one["line"]) for one in client.frames() if one.get("presentationHint") != "subtle"]

    def warm_up(self, client):
        """Waits until the script has run its code often, and is about to run it for long."""
        self.assertEqual(client.process.stdout.readline(), b"warm\n")

    def test_machine_code_is_paused_within_its_loop_and_stepped_by_the_interpreter(self):
        for mode in ("compile", "tiered", "interpret"):
            with self.subTest(mode):
                client = self.start(self.COMPILED.replace("COUNT", str(10**11)), f"--jit={mode}")
                self.attach(client)
                self.warm_up(client)
                client.pause_in("spin")
                last = 0
                for _ in range(3):
                    client.ask("continue", threadId=1)
                    start = time.perf_counter()
                    client.ask("pause", threadId=1)
                    self.assertEqual(client.stop()["reason"], "pause")
                    # The answer takes 50 ms; the limit is that of a machine that is busy.
                    self.assertLess(time.perf_counter() - start, 0.5)
                    # Code that has just continued with events stops at any line of the loop.
                    self.assertIn(client.line(), (self.LOOP, self.ADD, self.TEST))
                    client.ask("continue", threadId=1)
                    client.pause_until(lambda last=last: client.line() == self.ADD and int(client.evaluate("i")) > last)
                    self.assertEqual(self.own(client), [("spin", self.ADD), ("outer", self.CALL), ("<module>", self.OUTER)])
                    i, total = int(client.evaluate("i")), int(client.evaluate("total"))
                    weeks, days = divmod(i, 7)
                    self.assertEqual(total, 3 + 21 * weeks + days * (days - 1) // 2)
                    self.assertGreater(i, last)
                    last = i
                i, total = int(client.evaluate("i")), int(client.evaluate("total"))
                seen = []
                for _ in range(4):
                    self.assertEqual(client.step("next")["reason"], "step")
                    seen.append(client.line())
                self.assertEqual(seen, [self.TEST, self.LOOP, self.ADD, self.TEST])
                self.assertEqual([int(client.evaluate(name)) for name in ("i", "total")], [i + 1, total + i % 7 + (i + 1) % 7])
                client.ask("disconnect", terminateDebuggee=True)

    def test_a_breakpoint_stops_machine_code_that_runs_and_code_without_one_stays_fast(self):
        for mode in ("compile", "tiered", "interpret"):
            with self.subTest(mode):
                client = self.start(self.COMPILED.replace("COUNT", str(10**11)), f"--jit={mode}")
                self.attach(client)
                self.warm_up(client)
                client.ask("setBreakpoints", source={"path": str(self.path)}, breakpoints=[{"line": self.TEST, "condition": "i % 7 == 3"}])
                self.assertEqual(client.stop()["reason"], "breakpoint")
                self.assertEqual(self.own(client), [("spin", self.TEST), ("outer", self.CALL), ("<module>", self.OUTER)])
                self.assertEqual(client.evaluate("i % 7"), "3")
                self.assertEqual(client.evaluate("len(kept)", frameId=client.frames()[1]["id"]), "2")
                client.ask("disconnect", terminateDebuggee=True)

    def test_steps_enter_code_that_was_compiled_before(self):
        client = self.start(self.COMPILED.replace("COUNT", "2000"), "--jit=compile")
        self.attach(client, [self.OUTER])
        client.stop()
        client.step("stepIn")
        self.assertEqual(self.own(client)[0], ("outer", self.KEPT))
        client.step("next")
        client.step("stepIn")
        self.assertEqual(self.own(client)[0][0], "spin")
        client.step("stepOut")
        self.assertEqual(self.own(client)[0], ("outer", self.CALL))
        client.step("stepOut")
        self.assertEqual(self.own(client)[0][0], "<module>")
        client.ask("setBreakpoints", source={"path": str(self.path)}, breakpoints=[])
        self.end.touch()
        self.assertIsNone(client.step("continue"))
        client.ask("disconnect")
        self.assertEqual(self.ended(client)[0], 7)


if __name__ == "__main__":
    unittest.main()
