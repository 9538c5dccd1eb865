"""Tests `tsdbg dap` with scripts that call scripted code: stops in graphs, pauses, exceptions; and records of scripts, for steps back."""

import os
import pathlib
import sys
import tempfile
import textwrap
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import dap_types  # noqa: E402
from dap_client import Client, Failed  # noqa: E402

SCRIPT = """\
import torch


@torch.jit.ignore
def observe(x: torch.Tensor) -> int:
    size = x.numel()
    return size


class Net(torch.nn.Module):
    def helper(self, x):
        doubled = x * 2
        return doubled + 1

    def forward(self, x):
        total = x
        for i in range(3):
            total = total + i
        if observe(total) > 100:
            raise ValueError("too large")
        return self.helper(total)


@torch.jit.script
def spin(n: int):
    total = 0
    for i in range(n):
        total += i % 7
    return total


if __name__ == "__main__":
    net = torch.jit.script(Net())
    first = net(torch.ones(2, 3))
    try:
        net(torch.ones(20, 30))
    except torch.jit.Error:
        second = "caught"
    print(spin(5))
"""
SIZE, DOUBLED, FOR, LOOP, OBSERVE, RAISE, RETURN, SPIN, NET, FIRST, SECOND, CAUGHT, PRINT = 6, 12, 17, 18, 19, 20, 21, 28, 33, 34, 36, 38, 39


class Scripts(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def start(self, text=SCRIPT, **more):
        path = self.folder / "script.py"
        path.write_text(textwrap.dedent(text), encoding="utf-8")
        client = Client(validate=dap_types.problem)
        self.addCleanup(client.__exit__)
        self.addCleanup(lambda: self.assertEqual(client.problems, []))
        client.launch(path, **more)
        return client

    def own(self, client):
        """The frames of the user's code, innermost first."""
        return [(one["name"], one["line"]) for one in client.frames() if one.get("presentationHint") != "subtle"]

    # ---- graphs

    def test_breakpoints_stop_in_scripted_code_with_the_frames_of_python_around_it(self):
        client = self.start(breakpoints=[DOUBLED])
        self.assertEqual(client.stop()["reason"], "breakpoint")
        self.assertEqual(self.own(client), [("Net.helper", DOUBLED), ("Net.forward", RETURN), ("<module>", FIRST)])
        self.assertEqual(client.evaluate("x.sum().item()"), "24.0")
        caller = next(one for one in client.frames() if one["name"] == "<module>")
        self.assertEqual(client.ask("evaluate", expression="'first' in globals()", frameId=caller["id"])["result"], "False")
        self.assertEqual(client.step("next")["reason"], "step")
        self.assertEqual(client.line(), DOUBLED + 1)
        self.assertIsNone(client.step("continue"))

    def test_steps_enter_pass_and_leave_scripted_code(self):
        client = self.start(breakpoints=[FIRST])
        client.stop()
        client.step("stepIn")
        self.assertEqual(self.own(client)[0], ("Net.forward", FOR))
        client.step("stepOut")
        self.assertEqual(self.own(client), [("<module>", FIRST)])
        client.step("next")
        self.assertEqual(self.own(client), [("<module>", FIRST + 1)])
        client.step("next")
        client.step("next")  # over a call that raises
        self.assertEqual(self.own(client), [("<module>", CAUGHT - 1)])

    def test_ignored_functions_run_between_frames_of_graphs_and_python(self):
        client = self.start(breakpoints=[SIZE])
        client.stop()
        self.assertEqual(self.own(client), [("observe", SIZE), ("Net.forward", OBSERVE), ("<module>", FIRST)])
        client.step("stepOut")
        self.assertEqual(self.own(client)[0][0], "Net.forward")

    def test_nodes_operators_and_conditions_stop_in_scripted_code(self):
        client = self.start(breakpoints=[{"line": LOOP, "condition": "i == 2"}], configure=lambda one: one.ask(
            "setFunctionBreakpoints", breakpoints=[{"name": "aten::mul"}, {"name": "Net.helper"}]))
        client.stop()
        self.assertEqual(client.evaluate("i"), "2")
        address = client.frames()[0]["instructionPointerReference"]
        client.ask("next", threadId=1, granularity="instruction")
        client.stop()
        self.assertNotEqual(client.frames()[0]["instructionPointerReference"], address)
        self.assertEqual(client.step("continue")["reason"], "function breakpoint")
        self.assertEqual(self.own(client)[0], ("Net.helper", DOUBLED))

    def test_a_condition_sees_names_that_become_known_in_a_later_round(self):
        client = self.start("""\
            import torch

            late = 5

            @torch.jit.script
            def work(n: int):
                total = 0
                kept = [0]
                for i in range(n):
                    total = total + i
                    late = total * 1
                    kept.append(late)
                return total, kept

            work(10)
            """, breakpoints=[{"line": 10, "condition": "late == 3 and i > 0"}])
        client.stop()
        self.assertEqual(client.evaluate("(i, late, total)"), "(3, 3, 3)")
        self.assertIsNone(client.step("continue"))
        self.assertEqual(client.text("important"), "")

    def test_an_exception_of_a_graph_stops_once_where_it_is_raised(self):
        for filters, stops in ((["raised"], [RAISE]), (["uncaught"], [])):
            client = self.start(breakpoints=[PRINT],
                                configure=lambda one, filters=filters: one.ask("setExceptionBreakpoints", filters=filters))
            seen = []
            while (stop := client.stop()) and client.line() != PRINT:
                if stop["reason"] == "exception":
                    seen.append(client.line())
                client.ask("continue", threadId=1)
            self.assertEqual(seen, stops)

    def test_an_exception_that_passes_several_graphs_stops_once(self):
        text = """\
            import torch
            from typing import List

            @torch.jit.script
            class Item:
                def __init__(self, value: int):
                    self.value = value

                def __lt__(self, other: "Item") -> bool:
                    return [1, 2][self.value] < other.value

            @torch.jit.script
            def inner(values: List[int]) -> int:
                return values[7]

            @torch.jit.ignore
            def between(values: List[int]) -> int:
                return inner(values)

            @torch.jit.script
            def outer(values: List[int]) -> int:
                return between(values) + 1

            @torch.jit.script
            def sorts(first: int, second: int) -> int:
                items = [Item(first), Item(second)]
                items.sort()
                return items[0].value

            def work():
                return CALL

            DONE
            """
        for call, line in (("outer([1])", 14), ("sorts(5, 6)", 10)):
            for last, filters, stops in (("work()", ["uncaught"], 1), ("work()", ["raised"], 1),
                                         ("try: work()\n            except RuntimeError: pass", ["uncaught"], 0),
                                         ("for _ in range(2):\n                try: work()\n"
                                          "                except RuntimeError: pass", ["raised"], 2)):
                with self.subTest(call, last=last, filters=filters):
                    client = self.start(text.replace("CALL", call).replace("DONE", last), configure=lambda one, filters=filters: one.ask(
                        "setExceptionBreakpoints", filters=filters))
                    seen = []
                    while client.stop():
                        seen.append(client.line())
                        client.ask("continue", threadId=1)
                    self.assertEqual(seen, [line] * stops)

    def test_an_uncaught_exception_of_a_graph_without_events_stops_with_the_values_that_are_left(self):
        text = """\
            import torch

            @torch.jit.script
            def inner(values: list[float], factor: float):
                total = 0.0
                for i in range(5):
                    total += values[i] * factor
                return total

            @torch.jit.script
            def outer(x: torch.Tensor, n: int):
                kept = x * n
                return inner([1.0, 2.0], float(n)) + kept

            outer(torch.ones(2), 3)
            """
        for record in (False, True):
            client = self.start(text, record=record,
                                configure=lambda one: one.ask("setExceptionBreakpoints", filters=["uncaught"]))
            self.assertEqual(client.stop()["reason"], "exception")
            self.assertEqual(self.own(client), [("inner", 7), ("outer", 13), ("<module>", 15)])
            frames = client.frames()
            self.assertEqual([client.evaluate(name) for name in ("i", "total", "values", "factor")], ["2", "9.0", "[1.0, 2.0]", "3.0"])
            self.assertEqual(client.evaluate("kept.tolist()", frameId=frames[1]["id"]), "[3.0, 3.0]")
            self.assertIsNone(client.step("continue"))

    def test_a_graph_without_events_is_paused_within_its_loop(self):
        client = self.start(SCRIPT.replace("print(spin(5))", "print(spin(10**9))"))
        self.assertEqual(client.pause_in("spin")["reason"], "pause")
        if client.line() == SPIN - 1:  # between two rounds
            client.step("next")
        self.assertEqual(self.own(client), [("spin", SPIN), ("<module>", PRINT)])
        values = {name: int(client.evaluate(name)) for name in ("n", "i", "total")}
        self.assertEqual(values["n"], 10**9)
        weeks, days = divmod(values["i"], 7)
        self.assertEqual(values["total"], 21 * weeks + days * (days - 1) // 2)
        client.ask("continue", threadId=1)
        client.pause_until(lambda: int(client.evaluate("i")) > values["i"])
        client.ask("terminate")
        self.assertIsNone(client.stop())

    def test_a_graph_that_runs_is_ended_within_its_loop(self):
        for record in (False, True):
            client = self.start(SCRIPT.replace("print(spin(5))", "print(spin(10**12))"), record=record)
            client.pause_in("spin")
            client.ask("continue", threadId=1)
            client.ask("terminate")
            self.assertIsNone(client.stop())

    # ---- records

    RECORDED = """\
        import os, random, sys, time
        import torch

        def work(path):
            with open(path, "a") as file:
                file.write("once ")
            text = open(path).read()
            os.remove(path)
            start = time.time()
            x = torch.rand(2)
            torch.save(x, path + ".pt")
            y = torch.load(path + ".pt")
            missing = os.path.exists(path + "-")
            last = (text, start, y.tolist(), missing)
            return last

        results = []
        for round in range(3):
            results.append(work("file"))
        print(len(results))
        """
    END, CALL_WORK, DEFINED_LAST, RETURN_LAST = 20, 19, 14, 15

    def recorded(self, **more):
        return self.start(self.RECORDED, record=True, cwd=str(self.folder), **more)

    def test_a_recorded_script_is_stepped_back_through_what_it_read_and_wrote(self):
        client = self.recorded(breakpoints=[self.RETURN_LAST])
        seen = []
        for _ in range(3):
            client.stop()
            seen.append(client.evaluate("last"))
            if len(seen) < 3:
                client.ask("continue", threadId=1)
        content = (self.folder / "file.pt").read_bytes()
        for expected in (seen[1], seen[0]):
            client.step("reverseContinue")
            self.assertEqual(client.line(), self.RETURN_LAST)
            self.assertEqual(client.evaluate("last"), expected)
        client.step("stepBack")
        self.assertEqual(client.line(), self.DEFINED_LAST)
        self.assertEqual((self.folder / "file.pt").read_bytes(), content)
        for expected in seen:  # forwards again, through the record
            client.step("continue")
            self.assertEqual(client.evaluate("last"), expected)
        self.assertIsNone(client.step("continue"))
        self.assertEqual(client.text().split()[-1], "3")

    def test_a_graph_that_ran_without_events_of_nodes_is_entered_backwards(self):
        client = self.start(record=True, breakpoints=[PRINT])
        client.stop()
        client.ask("setBreakpoints", source={"path": str(self.folder / "script.py")}, breakpoints=[{"line": DOUBLED + 1}])
        client.step("reverseContinue")
        self.assertEqual(self.own(client), [("Net.helper", DOUBLED + 1), ("Net.forward", RETURN), ("<module>", FIRST)])
        self.assertEqual(client.evaluate("doubled.max().item()"), "8.0")
        client.step("stepBack")
        self.assertEqual(self.own(client)[0], ("Net.helper", DOUBLED))
        client.step("stepBack")
        client.step("stepBack")
        client.step("stepBack")
        self.assertEqual((self.own(client)[0], client.evaluate("i")), (("Net.forward", LOOP), "2"))
        client.step("stepBack")
        self.assertEqual((self.own(client)[0], client.evaluate("i")), (("Net.forward", FOR), "1"))

    def test_a_step_back_by_node_goes_to_the_node_before(self):
        # Graphs that a condition and a watched expression run are not on the way of the engine.
        client = self.start(record=True, breakpoints=[FIRST, {"line": LOOP, "condition": "spin(4) == 6 and i == 0"}])
        client.stop()
        self.assertEqual(client.evaluate("spin(3)"), "3")
        client.step("continue")
        addresses = []
        for _ in range(5):
            self.assertEqual(client.evaluate("spin(3)"), "3")
            addresses.append((client.frames()[0]["instructionPointerReference"], client.line()))
            client.ask("next", threadId=1, granularity="instruction")
            client.stop()
        self.assertEqual(client.line(), OBSERVE)
        for expected in reversed(addresses):
            client.ask("stepBack", threadId=1, granularity="instruction")
            client.stop()
            self.assertEqual((client.frames()[0]["instructionPointerReference"], client.line()), expected)
        self.assertEqual((client.evaluate("i"), client.evaluate("total.max().item()")), ("0", "1.0"))

    def test_changes_by_hand_are_undone_and_the_script_takes_its_own_way(self):
        client = self.recorded(breakpoints=[self.CALL_WORK, self.END])
        client.stop()
        client.evaluate("results.append(open('file', 'w').write('by hand'))", context="repl")
        self.assertEqual(client.evaluate("len(results)"), "1")
        client.step("stepBack")
        self.assertEqual(client.evaluate("len(results)"), "0")
        for _ in range(3):
            client.step("continue")
        self.assertEqual(client.step("continue")["reason"], "breakpoint")
        self.assertEqual(client.evaluate("[one[0] for one in results]"), "['by handonce ', 'once ', 'once ']")

    def test_a_frame_of_scripted_code_restarts_and_continues_in_eager(self):
        client = self.start(record=True, breakpoints=[DOUBLED])
        client.stop()
        client.ask("restartFrame", frameId=client.frames()[1]["id"])
        client.stop()
        self.assertEqual(self.own(client)[0], ("Net.forward", FOR))
        client.ask("continueInEager", frameId=client.frames()[0]["id"])
        client.stop()
        self.assertEqual(self.own(client)[:2], [("Net.forward", FOR - 1), ("<module>", FIRST)])  # the first line of Python

    def test_the_record_is_limited(self):
        big = self.folder / "big"
        big.write_bytes(b"x" * 3_000_000)
        client = self.recorded(breakpoints=[self.END], maxMemory=1)
        text = f"for i in range(2):\n    text = open({str(big)!r}).read()\nprint('end')\n"
        client = self.start(text, record=True, maxMemory=1, breakpoints=[3])
        client.stop()
        with self.assertRaisesRegex(Failed, "more than `maxMemory`, 1 MB"):
            client.ask("stepBack", threadId=1)
        self.assertIsNone(client.step("continue"))

    def test_wrong_values_name_the_key(self):
        for more, wanted in ((dict(record=1), "`record` is 1; it must be true or false"),
                             (dict(maxMemory=0), "`maxMemory` is 0; it must be a number of MB"),
                             (dict(maxMemory="1"), '`maxMemory` is "1"; it must be a number of MB')):
            with self.assertRaisesRegex(Failed, wanted):
                self.start(**more)


if __name__ == "__main__":
    unittest.main()
