"""Tests the request continueInEager of `tsdbg dap`: Python runs a call of a scripted function in place of the graph."""

import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import dap_types  # noqa: E402
from dap_client import Client, Failed  # noqa: E402

MODEL = """\
from typing import Dict, List

import torch


class Inner(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return self.linear(x) * 2


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()
        self.register_buffer("total", torch.zeros(3))
        self.seen = [1]
        self.pair = [[1], [2]]

    def forward(self, x, limit: int = 2, *, flag: bool):
        y = x
        for i in range(limit):
            self.seen.append(i)
            y = self.inner(y)
            self.total = self.total + y.sum(0)
        last = self.inner(y)
        return last, self.total, len(self.seen), self.inner.calls


class Plain(Net):
    def __init__(self):
        super().__init__()
        del self.pair


def grow(items: List[int], table: Dict[str, int], step: int):
    items.append(step)
    table["last"] = step
    if not torch.jit.is_scripting():
        items.append(100)
    return items


def both(x):
    items = [1]
    table = {"last": 0}
    same = grow(items, table, 5)
    grow(items, table, 6)
    items.append(7)
    return same, items, table, x + len(items)


def nested(items: List[List[int]]):
    items.append([1])
    return items


def fails(x):
    if x.sum() > 0:
        raise ValueError("too large")
    return x


def outer(x):
    a = x + 1
    b = fails(a)
    return b
"""


def line_of(text):
    return MODEL[: MODEL.index(text)].count("\n") + 1


class Eager(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.path = pathlib.Path(holder.name) / "model.py"
        self.path.write_text(MODEL, encoding="utf-8")

    def stopped(self, name, text, inputs=None, **settings):
        """A client that has stopped on the line with this text."""
        client = Client(validate=dap_types.problem)
        self.addCleanup(client.__exit__)
        self.addCleanup(lambda: self.assertEqual(client.problems, []))
        client.ask("initialize", adapterID="torchscript", linesStartAt1=True)
        client.event("initialized")
        settings.setdefault("engines", ["script"])
        inputs = inputs or "torch.ones(2, 3)" + (", flag=True" if name in ("Net", "Plain") else "")
        client.ask("launch", target=f"{self.path}:{name}", inputs=inputs, **settings)
        self.stop_at(client, text)
        client.ask("configurationDone")
        self.assertEqual(client.stop()["reason"], "breakpoint")
        return client

    def stop_at(self, client, *texts):
        lines = [{"line": line_of(text)} for text in texts]
        client.ask("setBreakpoints", source={"path": str(self.path)}, breakpoints=lines)

    def own_frames(self, client):
        return [frame for frame in client.frames() if frame.get("source", {}).get("path") == str(self.path)]

    def take(self, client, depth=0):
        """Python takes the call of a frame; returns the stop."""
        client.ask("continueInEager", **({"frameId": self.own_frames(client)[depth]["id"]} if depth else {}))
        return client.stop()

    def result(self, client):
        """Runs to the end; the text of the result."""
        self.stop_at(client)
        while client.step("continue"):
            pass
        return client.text("console")

    def test_a_method_runs_in_python_from_its_start_with_the_state_of_the_graph(self):
        client = self.stopped("Plain", "last = ")
        stop = self.take(client)
        self.assertEqual((stop["reason"], stop["description"]), ("entry", "Python runs the call"))
        self.assertEqual(client.line(), line_of("y = x\n"))
        self.assertEqual(client.evaluate("(type(self).__name__, self.seen, self.inner.calls, flag)"), "('Plain', [1], 0, True)")
        self.stop_at(client, "last = ")
        client.step("continue")
        self.assertEqual(client.evaluate("(i, self.seen, self.inner.calls)"), "(1, [1, 0, 1], 2)")
        self.assertIn("y", client.locals())  # an alias, for which the graph has no value
        client.step("stepIn")
        self.assertEqual([frame["name"] for frame in self.own_frames(client)], ["Inner.forward", "Net.forward"])
        self.assertIn("script returned", self.result(client))

    def test_an_outer_frame_can_be_chosen(self):
        client = self.stopped("Plain", "return self.linear")
        self.take(client, 1)
        self.assertEqual((client.frames()[0]["name"], client.evaluate("self.seen")), ("Net.forward", "[1]"))

    def test_an_inner_call_returns_to_its_graph(self):
        client = self.stopped("Plain", "return self.linear")
        client.step("continue")  # the second call
        self.take(client)
        self.assertEqual([frame["name"] for frame in self.own_frames(client)], ["Inner.forward", "Plain.forward"])
        self.assertEqual(client.evaluate("self.calls"), "1")
        self.stop_at(client)
        outer = self.own_frames(client)[1]
        self.assertEqual(client.evaluate("i", frameId=outer["id"]), "1")
        client.step("stepOut")
        self.assertEqual(client.frames()[0]["name"], "Plain.forward")
        state = "(y.sum().item(), self.total.tolist(), self.inner.calls, self.seen)"
        self.stop_at(client, "last = ")
        client.step("continue")
        self.assertEqual(client.evaluate(state), self.stopped("Plain", "last = ").evaluate(state))

    def test_lists_and_dicts_stay_the_objects_of_the_graph(self):
        client = self.stopped("both", "table[\"last\"] = step")
        self.take(client)
        self.assertEqual(client.line(), line_of("items.append(step)"))
        self.stop_at(client, "return same, items")
        client.step("continue")
        # Python has appended 100 in the first call only.
        self.assertEqual(client.evaluate("(same, items, table)"), "([1, 5, 100, 6, 7], [1, 5, 100, 6, 7], {'last': 6})")

    def test_a_step_at_the_end_of_the_call_goes_on_in_the_graph(self):
        client = self.stopped("both", "table[\"last\"] = step")
        self.take(client)
        self.stop_at(client)
        client.step("stepOut")
        self.assertEqual(client.frames()[0]["name"], "both")
        self.assertEqual(client.line(), line_of("grow(items, table, 6)"))

    def test_engines_leave_the_lock_step(self):
        client = self.stopped("Plain", "last = ", engines=["eager", "script"])
        frame = client.ask("stackTrace", threadId=2)["stackFrames"][0]
        client.ask("continueInEager", frameId=frame["id"])
        stop = client.stop()
        self.assertEqual((stop["threadId"], stop["allThreadsStopped"]), (2, False))
        self.assertIn("the engines move alone from here on", client.text("console"))
        frames = {thread: client.ask("stackTrace", threadId=thread)["stackFrames"][0]["line"] for thread in (1, 2)}
        self.assertEqual(frames, {1: line_of("last = "), 2: line_of("y = x\n")})
        self.stop_at(client)
        client.ask("continue", threadId=2)
        client.event("thread")
        self.assertIsNone(client.step("continue"))

    def test_an_exception_of_python_leaves_the_graph_too(self):
        client = self.stopped("outer", "if x.sum()")
        client.ask("setExceptionBreakpoints", filters=[])
        self.take(client)
        self.assertIn("script raised ValueError", self.result(client))

    def test_the_past_of_a_call_in_python_is_not_kept(self):
        client = self.stopped("both", "table[\"last\"] = step")
        self.take(client)
        for _ in ("in Python", "behind the call"):
            with self.assertRaisesRegex(Failed, "the engine was moved by hand"):
                client.ask("stepBack", threadId=1)
            self.stop_at(client)
            client.step("stepOut")

    def test_calls_that_python_cannot_run_are_refused_with_the_reason(self):
        def refused(client, reason):
            with self.assertRaisesRegex(Failed, reason):
                client.ask("continueInEager", frameId=self.own_frames(client)[0]["id"])

        refused(self.stopped("Net", "last = "), "the attribute `pair` is a List\\[List\\[int\\]\\]")
        refused(self.stopped("nested", "items.append([1])", inputs="[[1]]"), "the argument `items` is a List\\[List\\[int\\]\\]")
        refused(self.stopped("outer", "b = fails", engines=["eager"]), "Python runs the frame already")
        refused(self.stopped("outer", "a = x + 1", inputs="-torch.ones(2)", engines=["trace"]), "a trace does not continue in Python")
        client = self.stopped("outer", "b = fails")
        with self.assertRaisesRegex(Failed, "`frameId` is not the id of a frame"):
            client.ask("continueInEager", frameId=10**6)
        client = Client()
        self.addCleanup(client.__exit__)
        client.launch(self.path, stopOnEntry=True)
        client.stop()
        with self.assertRaisesRegex(Failed, "Python runs the frame already"):
            client.ask("continueInEager", frameId=client.frames()[0]["id"])


if __name__ == "__main__":
    unittest.main()
