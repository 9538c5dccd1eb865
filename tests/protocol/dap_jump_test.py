"""Tests jumps of `tsdbg dap`: the requests gotoTargets and goto. CPython, which jumps by `frame.f_lineno`, is the reference."""

import contextlib
import io
import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import dap_types  # noqa: E402
from dap_client import Client, Failed  # noqa: E402

PROGRAM = """\
import contextlib


def wrap(function):
    return function


def work(items):
    seen = []
    total = 0
    for item in items:
        seen.append(item)
        total += item
        if item > 1:
            total *= 2
            total -= 1
    while total > 5:
        total -= 5
        seen.append("down")
    try:
        seen.append(total)
        total //= len(items)
    except ZeroDivisionError:
        total = -1
        seen.append("zero")
    else:
        seen.append("fine")
        total += 1
    finally:
        seen.append("end")
        total += 100
    with contextlib.suppress(KeyError):
        seen.append("with")
        total += 1000
    @wrap
    def inner(value=total):
        return value + total
    seen.append(inner()); total = total + inner()
    match total:
        case 0:
            seen.append("none")
        case _:
            seen.append("some")
            seen.append(total)
    return seen, total


first = work([1, 2, 3])
second = work([])
print(first, second)
"""
LINES = range(1, PROGRAM.count("\n") + 1)
WORK = 8
MODEL = """\
import torch


def double(x):
    y = x * 2
    z = y + 1
    return z


def fails(x):
    y = x
    raise ValueError(y)
"""


def jumped_in_python(path, start, target):
    """The output of the program when CPython jumps once; None when the function fails afterwards."""
    has_jumped = False

    def local(frame, event, _):
        nonlocal has_jumped
        if event == "line" and frame.f_lineno == start and not has_jumped:
            has_jumped = True
            frame.f_lineno = target
        return local

    output = io.StringIO()
    code = compile(PROGRAM, str(path), "exec")
    with contextlib.redirect_stdout(output):
        sys.settrace(lambda frame, event, argument: local if frame.f_code.co_filename == str(path) else None)
        try:
            exec(code, {"__name__": "__main__"})
        except NameError:
            return None
        finally:
            sys.settrace(None)
    return output.getvalue()


class Jumps(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.path = pathlib.Path(holder.name) / "program.py"
        self.path.write_text(PROGRAM, encoding="utf-8")
        self.model = pathlib.Path(holder.name) / "model.py"
        self.model.write_text(MODEL, encoding="utf-8")

    def client(self):
        client = Client(validate=dap_types.problem)
        self.addCleanup(client.__exit__)
        self.addCleanup(lambda: self.assertEqual(client.problems, []))
        return client

    def stopped(self, line, **more):
        client = self.client()
        client.launch(self.path, breakpoints=[line], **more)
        self.assertEqual(client.stop()["reason"], "breakpoint")
        client.ask("setBreakpoints", source={"path": str(self.path)}, breakpoints=[])
        return client

    def target(self, line, name="double", **settings):
        client = self.client()
        client.ask("initialize", adapterID="torchscript")
        client.ask("launch", target=f"{self.model}:{name}", inputs="torch.ones(2)", **settings)
        client.ask("setBreakpoints", source={"path": str(self.model)}, breakpoints=[{"line": line}])
        client.ask("configurationDone")
        client.stop()
        return client

    def targets(self, client, line, path=None):
        return client.ask("gotoTargets", source={"path": str(path or self.path)}, line=line)["targets"]

    def allowed(self, client):
        found = []
        for line in LINES:
            with contextlib.suppress(Failed):
                found += [target["line"] for target in self.targets(client, line)]
        return found

    # ---- the reference

    def test_each_jump_of_a_function_leads_where_it_does_in_cpython(self):
        jumps = 0
        for start in [line for line in LINES if line > WORK]:
            client = self.client()
            client.launch(self.path, breakpoints=[start])
            if not client.verified[0]["verified"] or not client.stop() or client.line() != start:
                continue
            for line in self.allowed(client):
                jumps += 1
                session = self.stopped(start)
                chosen = self.targets(session, line)[0]
                session.ask("goto", threadId=1, targetId=chosen["id"])
                self.assertEqual((session.stop()["reason"], session.line()), ("goto", line))
                session.ask("setExceptionBreakpoints", filters=[])
                self.assertIsNone(session.step("continue"))
                want = jumped_in_python(self.path, start, line)
                self.assertEqual(session.text(), want or "", (start, line))
        self.assertGreater(jumps, 100)

    # ---- places

    def test_a_jump_stays_in_its_block(self):
        for start, lines in ((12, [13, 14]), (15, [16]), (21, [22]), (27, [28]), (33, [34]), (9, [10, 11, 17, 20, 32, 35, 38, 39, 45])):
            self.assertEqual(self.allowed(self.stopped(start)), lines, start)

    def test_a_jump_at_module_level_runs_a_line_again(self):
        client = self.stopped(50)
        client.ask("goto", threadId=1, targetId=48)
        self.assertEqual((client.stop()["reason"], client.line()), ("goto", 48))
        self.assertEqual((client.step()["reason"], client.line()), ("step", 49))
        self.assertEqual(client.evaluate("len(first)"), "2")

    def test_a_breakpoint_stops_at_the_target_too(self):
        client = self.stopped(10)
        client.ask("setBreakpoints", source={"path": str(self.path)}, breakpoints=[{"line": 17}])
        client.ask("goto", threadId=1, targetId=17)
        self.assertEqual((client.stop()["reason"], client.line()), ("breakpoint", 17))
        with self.assertRaisesRegex(Failed, "UnboundLocalError"):
            client.evaluate("total")

    # ---- refusals

    def refused(self, client, line, why, path=None):
        with self.assertRaisesRegex(Failed, why):
            self.targets(client, line, path)
        with self.assertRaises(Failed):
            client.ask("goto", threadId=1, targetId=line if path in (None, self.path) else 10**9)

    def test_lines_that_a_frame_cannot_jump_to(self):
        client = self.stopped(10)
        self.refused(client, 12, "line 12 is not in the block of line 10")
        self.refused(client, 48, "no statement of this function starts on line 48")
        self.refused(client, 23, "no statement of this function starts on line 23")
        self.refused(client, 10, "the frame is at line 10 already")
        self.refused(client, 0, "starts on line 0")
        self.refused(client, 10**12, "no statement of this function")
        self.refused(client, 5, "the line is in another file", self.model)
        with self.assertRaisesRegex(Failed, "`threadId` is missing"):
            client.ask("goto", targetId=11)
        self.assertEqual(client.line(), 10)

    def test_a_line_that_has_partly_run_is_not_left(self):
        client = self.stopped(37)  # in inner(), called by line 38
        client.step("stepOut")
        self.assertEqual(client.line(), 38)
        self.refused(client, 39, "line 38 has partly run")
        client = self.stopped(12)
        client.step()
        client.step()
        client.step()
        self.assertEqual(client.line(), 11)  # the loop's second round
        self.refused(client, 17, "line 11 has partly run")

    def test_an_exception_is_not_left(self):
        client = self.target(11, "fails", engines=["eager"])
        client.ask("setExceptionBreakpoints", filters=["raised"])
        self.assertEqual(client.step("continue")["reason"], "exception")
        self.refused(client, 11, "the line is running", self.model)

    def test_a_graph_and_engines_in_lock_step_cannot_jump(self):
        self.refused(self.target(6, engines=["script"]), 5, "a graph cannot jump", self.model)
        self.refused(self.target(6, engines=["eager", "script"]), 5, "engines in lock-step cannot jump", self.model)

    def test_an_engine_that_was_moved_is_not_run_again(self):
        client = self.target(6, engines=["eager"])
        client.ask("goto", threadId=1, targetId=5)
        self.assertEqual((client.stop()["reason"], client.line()), ("goto", 5))
        for command, arguments in (("stepBack", {"threadId": 1}), ("reverseContinue", {"threadId": 1}),
                                   ("restartFrame", {"frameId": client.frames()[0]["id"]})):
            with self.assertRaisesRegex(Failed, "the engine was moved by hand"):
                client.ask(command, **arguments)
        self.assertEqual((client.step()["reason"], client.line()), ("breakpoint", 6))


if __name__ == "__main__":
    unittest.main()
