"""Tests launches of `tsdbg dap` with a target: engines side by side, in lock-step, and backwards."""

import os
import pathlib
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import dap_types  # noqa: E402
from dap_client import Client, Failed  # noqa: E402

MODEL = """\
import torch


class CondModel(torch.nn.Module):
    def __init__(self, size=3):
        super().__init__()
        self.linear = torch.nn.Linear(size, size)
        self.factor = 2

    def helper(self, x):
        doubled = x * 2
        return doubled + self.factor

    def forward(self, x):
        total = x
        for i in range(3):
            total = total + i
        if total.sum() > 0:
            out = self.helper(total)
        else:
            out = -total
        return self.linear(out)


def fails(x):
    return x.view(7)


def endless(x):
    while True:
        x = x + 1
    return x


def amplifies(x):
    grown = torch.sum(x.view(100, 100) * 3, 1)
    return torch.sin(grown * 1e10) - 1
"""
RENAMES = """\


def renames(x):
    total = x
    for i in range(2):
        before = total
        total = before + i
    if bool(total.sum() > 100):
        other = total
        print(other)
    y = total * 2
    z = y
    return z


def drops(x):
    print(x)
    kept = x


def picks(x):
    y = x + 1
    if bool(y.sum() > 100):
        return x
    z = y * 2
    return z
"""
FOR, ADD, IF, CALL, ELSE, LAST = 16, 17, 18, 19, 21, 22
DOUBLED = 11
SUM = 36


class Targets(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.path = pathlib.Path(holder.name) / "model.py"
        self.path.write_text(MODEL, encoding="utf-8")

    def start(self, name="CondModel", lines=(), filters=("uncaught",), **settings):
        """Launches a target and returns the client."""
        client = Client(validate=dap_types.problem)
        self.addCleanup(client.__exit__)
        self.addCleanup(lambda: self.assertEqual(client.problems, []))
        settings.setdefault("inputs", "torch.ones(2, 3)")
        client.ask("initialize", adapterID="torchscript", linesStartAt1=True)
        client.event("initialized")
        client.ask("launch", target=f"{self.path}:{name}", **settings)
        client.ask("setBreakpoints", source={"path": str(self.path)}, breakpoints=[{"line": line} for line in lines])
        client.ask("setExceptionBreakpoints", filters=list(filters))
        client.ask("configurationDone")
        return client

    def top(self, client, thread):
        return client.ask("stackTrace", threadId=thread, levels=1)["stackFrames"][0]

    def lines(self, client):
        """The lines of all engines."""
        return [self.top(client, thread["id"])["line"] for thread in client.ask("threads")["threads"]]

    def move(self, client, command, thread=1, **more):
        client.ask(command, threadId=thread, **more)
        return client.stop()

    def locals_of(self, client, thread):
        return {name: one["value"] for name, one in client.variables(client.scope(frame=self.top(client, thread))).items()}

    ALL = ["eager", "script", "trace"]
    OTHER_WAY = dict(example="-9 * torch.ones(2, 3)", engines=ALL)

    # ---- engines and threads

    def test_each_engine_is_a_thread(self):
        client = self.start(lines=[IF], engines=["trace", "eager", "script"])
        self.assertEqual(client.stop()["reason"], "breakpoint")
        self.assertEqual([thread["name"] for thread in client.ask("threads")["threads"]], self.ALL)
        client.ask("continue", threadId=1)
        self.assertIsNone(client.stop())
        self.assertEqual(client.event("exited")["body"]["exitCode"], 0)
        results = sorted(text for category, text in client.output if category == "console" and "returned" in text)
        self.assertEqual(results, [f"{engine} returned float32 tensor of shape [2, 3]\n" for engine in self.ALL])

    def test_one_engine_is_debugged_alone(self):
        for engine in self.ALL:
            client = self.start(lines=[DOUBLED], engines=[engine])
            self.assertEqual(client.stop()["threadId"], 1)
            self.assertEqual([self.top(client, 1)["line"], client.ask("threads")["threads"][0]["name"]], [DOUBLED, engine])
            self.assertIsNone(self.move(client, "continue"))

    def test_frames_and_variables_of_a_graph_have_python_names(self):
        client = self.start(lines=[DOUBLED + 1], engines=["script"])
        client.stop()
        frames = client.ask("stackTrace", threadId=1)["stackFrames"]
        own = [frame for frame in frames if frame.get("presentationHint") != "subtle"]
        self.assertEqual([(frame["name"], frame["line"]) for frame in own], [("CondModel.helper", DOUBLED + 1), ("CondModel.forward", CALL)])
        self.assertEqual(set(self.locals_of(client, 1)), {"self", "x", "doubled"})
        outer = client.variables(client.scope(frame=frames[1]))
        self.assertEqual({name: outer[name]["value"] for name in ("x", "total", "i")},
                         {"x": "tensor float32 [2, 3]", "total": "tensor float32 [2, 3]", "i": "2"})
        self.assertIn("%doubled.1", client.variables(client.scope("Graph values", frames[0])))
        module = client.variables(client.scope("Module", frames[0]))
        self.assertEqual(module["factor"]["value"], "2")
        self.assertIn("linear", module)

    def test_expressions_are_evaluated_in_a_graph(self):
        client = self.start(lines=[IF], engines=["script"])
        client.stop()
        self.assertEqual(client.evaluate("total.sum().item() + self.factor"), "26.0")
        self.assertEqual(client.evaluate("torch.relu(total).dim()"), "2")
        with self.assertRaisesRegex(Failed, "'total' is a value of a graph, which cannot be changed"):
            client.evaluate("total = 5", context="repl")
        with self.assertRaisesRegex(Failed, "NameError: name 'missing' is not defined"):
            client.evaluate("missing")

    def test_conditions_hit_counts_and_log_points_hold_in_every_engine(self):
        for engine in ("eager", "script"):
            client = self.start(engines=[engine], stopOnEntry=True)
            client.stop()
            client.ask("setBreakpoints", source={"path": str(self.path)}, breakpoints=[
                {"line": ADD, "condition": "i == 1"}, {"line": CALL, "logMessage": "sum {total.sum().item():.1f}"}])
            self.assertEqual(self.move(client, "continue")["reason"], "breakpoint")
            self.assertEqual(client.evaluate("i"), "1")
            self.assertIsNone(self.move(client, "continue"))
            self.assertIn(("console", "sum 24.0\n"), client.output)

    def test_a_line_without_nodes_stops_a_graph_at_the_next_line_of_its_block(self):
        with self.path.open("a", encoding="utf-8") as model:
            model.write(RENAMES)
        first = MODEL.count("\n") + 2
        total, loop, before, other, last = (first + n for n in (2, 3, 4, 7, 10))
        client = self.start("renames", (total, before, other), engines=["script"])
        stops = []
        while client.stop():
            stops.append(self.top(client, 1)["line"])
            client.ask("continue", threadId=1)
        self.assertEqual(stops, [loop, before + 1, before + 1])
        self.assertEqual(client.text("important"), "")
        client = self.start("renames", (total, before, last), engines=["eager", "script"])
        stops = []
        while client.stop():
            stops.append(self.top(client, 1)["line"])
            client.ask("continue", threadId=1)
        self.assertEqual(stops, [total, before, before, last])
        self.assertEqual(client.text("important"), "")
        last = first + 16
        client = self.start("drops", (last,), engines=["eager", "script"])
        self.assertEqual((client.stop()["reason"], self.top(client, 1)["line"]), ("breakpoint", last))
        self.assertIsNone(client.step("continue"))
        self.assertEqual(client.text("important"),
                         f"the graph of drops has no node for line {last} of {self.path}, nor for what follows it in its block: "
                         "a breakpoint there does not stop the graph\n")

    def test_graphs_stop_at_return_statements_as_python_does(self):
        with self.path.open("a", encoding="utf-8") as model:
            model.write(RENAMES)
        first = MODEL.count("\n") + 22  # of picks
        for inputs, lines in ("torch.ones(2)", (0, 1, 3, 4)), ("torch.ones(200)", (0, 1, 2)):
            for engine in "eager", "script":
                client = self.start("picks", (first,), engines=[engine], inputs=inputs)
                stops = []
                while client.stop():
                    stops.append(self.top(client, 1)["line"] - first)
                    client.ask("next", threadId=1)
                self.assertEqual(stops, list(lines), engine)
                client = self.start("picks", (first + lines[-1],), engines=[engine], inputs=inputs)
                self.assertEqual((client.stop()["reason"], self.top(client, 1)["line"]), ("breakpoint", first + lines[-1]))
                self.assertIsNone(client.step("continue"))

    def test_function_breakpoints_name_functions_and_operators(self):
        client = self.start(engines=["script"], stopOnEntry=True)
        client.stop()
        client.ask("setFunctionBreakpoints", breakpoints=[{"name": "CondModel.helper"}, {"name": "aten::neg"}, {"name": "aten::sum"}])
        stops = [(self.move(client, "continue")["reason"], self.top(client, 1)["line"]) for _ in range(2)]
        self.assertEqual(stops, [("function breakpoint", IF), ("function breakpoint", DOUBLED)])

    def test_an_instruction_of_a_graph_is_a_node(self):
        client = self.start(lines=[IF], engines=["script"])
        client.stop()
        lines = []
        while self.top(client, 1)["line"] == IF:
            lines.append(len(client.variables(client.scope("Graph values", self.top(client, 1)))))
            self.move(client, "next", granularity="instruction")
        self.assertGreaterEqual(len(lines), 3)  # aten::sum, aten::gt, aten::Bool
        self.assertEqual(lines, sorted(set(lines)))

    def test_an_exception_in_a_graph_stops_with_its_stack(self):
        client = self.start("fails", engines=["script"])
        stop = client.stop()
        self.assertEqual((stop["reason"], stop["text"], self.top(client, 1)["line"]), ("exception", "RuntimeError", 26))
        info = client.ask("exceptionInfo", threadId=1)
        self.assertIn("shape '[7]' is invalid", info["description"])
        self.assertIn("TorchScript stack", info["details"]["stackTrace"])
        self.assertIsNone(self.move(client, "continue"))
        self.assertEqual(client.event("exited")["body"]["exitCode"], 1)

    def test_an_endless_loop_in_a_graph_can_be_paused_and_ended(self):
        client = self.start("endless", engines=["script"])
        client.ask("pause", threadId=1)
        self.assertEqual(client.stop()["reason"], "pause")
        self.assertIn(self.top(client, 1)["line"], (30, 31))
        client.ask("continue", threadId=1)
        self.assertEqual(client.end(), 0)

    # ---- lock-step

    def test_a_step_of_one_engine_takes_the_others_along(self):
        client = self.start(lines=[FOR], engines=["eager", "script"])
        client.stop()
        seen = [self.lines(client)]
        while client.ask("threads")["threads"] and seen[-1][0] != LAST:
            self.move(client, "next")
            seen.append(self.lines(client))
        paired = [pair for pair in seen if pair[0] == pair[1]]
        self.assertEqual([pair[0] for pair in paired], [FOR, ADD, FOR, ADD, FOR, ADD, IF, CALL, LAST])

    def test_any_engine_may_lead(self):
        client = self.start(lines=[FOR], engines=["eager", "script"])
        client.stop()
        for command, line in (("next", ADD), ("next", FOR), ("next", ADD)):
            stop = self.move(client, command, thread=2)
            self.assertEqual((stop["threadId"], stop["allThreadsStopped"]), (2, True))
            self.assertEqual(self.lines(client), [line, line])

    def test_a_lost_branch_is_said_in_the_frame(self):
        client = self.start(lines=[DOUBLED], **self.OTHER_WAY)
        client.stop()
        self.assertEqual(self.lines(client), [DOUBLED, DOUBLED, ELSE])
        self.assertEqual(self.top(client, 3)["name"], "CondModel.forward (eager is at a line that trace does not run)")
        self.assertEqual(self.top(client, 2)["name"], "CondModel.helper")

    def test_engines_move_alone_without_lock_step(self):
        client = self.start(lines=[FOR], engines=["eager", "script"], lockStep=False)
        self.assertEqual({client.stop()["threadId"], client.stop()["threadId"]}, {1, 2})
        stop = self.move(client, "next", thread=2)
        self.assertEqual((stop["threadId"], stop["allThreadsStopped"]), (2, False))
        self.assertEqual(self.lines(client), [FOR, ADD])

    # ---- divergence

    def test_the_first_divergence_stops_with_its_cause(self):
        client = self.start(filters=["divergence"], **self.OTHER_WAY)
        stop = client.stop()
        self.assertEqual((stop["reason"], stop["threadId"], self.top(client, 1)["line"]), ("exception", 1, IF))
        info = client.ask("exceptionInfo", threadId=1)
        self.assertEqual(info["exceptionId"], "divergence")
        self.assertRegex(info["description"], "^trace: branch: .*`total.sum\\(\\) > 0` is True here and was False for the example")
        self.assertIn("elements differ", info["details"]["stackTrace"])
        self.assertIsNone(self.move(client, "continue"))

    def test_the_launch_key_overrides_the_filter(self):
        client = self.start(filters=["divergence"], stopOnDivergence=False, **self.OTHER_WAY)
        self.assertIsNone(client.stop())
        client = self.start(filters=[], stopOnDivergence=True, **self.OTHER_WAY)
        self.assertEqual(client.stop()["description"], "The engines diverge")

    def test_an_engine_that_cannot_be_created_is_said(self):
        client = self.start("fails", filters=["divergence"], engines=["eager", "trace"])
        self.assertIn("it can't be traced", client.stop()["text"])
        self.assertEqual([thread["name"] for thread in client.ask("threads")["threads"]], ["eager"])
        self.assertIn("trace cannot run", client.text("important"))

    def test_machine_code_that_diverges_stops_at_its_operator(self):
        inputs = "torch.linspace(0, 1, 10000)"
        client = self.start("amplifies", filters=["divergence"], engines=["eager", "compiled"], inputs=inputs)
        self.assertEqual((client.stop()["description"], self.top(client, 1)["line"]), ("The engines diverge", SUM))
        self.assertIn("fused machine code for aten::sum", client.ask("exceptionInfo", threadId=1)["description"])
        self.assertEqual(self.top(client, 2)["line"], SUM)
        self.assertIsNone(self.move(client, "continue"))
        self.assertIn("compiled returned float32 tensor of shape [100] (interpreted, to be stepped)", client.text("console"))

    # ---- back

    def test_a_step_back_undoes_a_step(self):
        client = self.start(lines=[FOR], engines=self.ALL)
        client.stop()
        seen = []
        for _ in range(6):
            seen.append((self.lines(client), self.locals_of(client, 1), self.locals_of(client, 2)))
            self.move(client, "next")
        for state in reversed(seen):
            self.assertEqual(self.move(client, "stepBack")["reason"], "step")
            self.assertEqual((self.lines(client), self.locals_of(client, 1), self.locals_of(client, 2)), state)

    def test_a_step_back_passes_calls_and_leaves_functions(self):
        for engine in ("eager", "script"):
            client = self.start(lines=[LAST], engines=[engine])
            client.stop()
            self.move(client, "stepBack")
            self.assertEqual(self.top(client, 1)["line"], CALL)
            client.ask("stepIn", threadId=1)
            client.stop()
            self.assertEqual(self.top(client, 1)["line"], DOUBLED)
            self.move(client, "stepBack")
            self.assertEqual(self.top(client, 1)["line"], CALL)

    def test_reverse_continue_stops_at_the_breakpoint_before_or_at_the_start(self):
        client = self.start(lines=[ADD], engines=["eager", "script"])
        client.stop()
        for _ in range(2):
            self.move(client, "continue")
        counts = []
        for _ in range(2):
            self.move(client, "reverseContinue")
            counts.append(client.evaluate("i"))
        self.assertEqual(counts, ["1", "0"])
        self.move(client, "reverseContinue")
        self.assertEqual(self.top(client, 1)["line"], 15)
        with self.assertRaisesRegex(Failed, "the program is at its start"):
            client.ask("reverseContinue", threadId=1)
        with self.assertRaisesRegex(Failed, "the program is at its start"):
            client.ask("stepBack", threadId=1)

    def test_what_was_changed_by_hand_is_undone(self):
        client = self.start(lines=[IF], engines=["eager"])
        client.stop()
        client.evaluate("total = -total; self.factor = 7", context="repl")
        self.move(client, "next")
        self.assertEqual(self.top(client, 1)["line"], ELSE)
        self.move(client, "stepBack")
        self.assertEqual(client.evaluate("total.sum().item(), self.factor"), "(24.0, 2)")

    def test_views_of_editors_compare_engines_and_tell_the_state_of_a_graph(self):
        client = self.start(lines=[DOUBLED + 1], engines=["eager", "script"], example="-torch.ones(2, 3)")
        client.stop()
        self.move(client, "next")
        frames = {thread: client.ask("stackTrace", threadId=thread)["stackFrames"] for thread in (1, 2)}
        compared = client.ask("compareFrames", frameId=frames[1][0]["id"])
        self.assertEqual(compared["engines"], ["eager", "script"])
        rows = {row["name"]: row for row in compared["rows"]}
        self.assertFalse(any(row["differs"] for row in rows.values()))
        self.assertEqual(len(rows["x"]["values"]), 2)
        self.assertIn("float32", rows["x"]["values"][1])
        state = client.ask("graphState", frameId=frames[2][0]["id"])
        self.assertEqual(state["function"], "CondModel.forward")
        current = state["current"][0]
        self.assertEqual(current["line"], frames[2][0]["line"])
        self.assertTrue(MODEL.splitlines()[current["line"] - 1][current["column"]:].startswith("self.linear"), current)
        self.assertTrue(all(place["path"] == str(self.path) and place["column"] >= 0 for place in state["ran"]))
        self.assertLess(max(place["line"] for place in state["ran"]), frames[2][0]["line"] + 1)
        self.assertTrue(any("float32" in text for text in state["values"].values()))
        self.assertEqual(client.ask("graphState", frameId=frames[1][0]["id"]), {"function": "CondModel.forward"})
        for request in ("graphState", "compareFrames"):
            with self.assertRaisesRegex(Failed, "`frameId` is not the id"):
                client.ask(request, frameId=10**9)

    def test_an_engine_that_has_stopped_before_its_first_line_is_at_its_start(self):
        client = Client(validate=dap_types.problem)
        self.addCleanup(client.__exit__)
        client.ask("initialize", adapterID="torchscript")
        client.ask("launch", target="torch.nn.functional:relu", inputs="torch.ones(2)", engines=["script"])
        client.ask("setFunctionBreakpoints", breakpoints=[{"name": "aten::relu"}])
        client.ask("configurationDone")
        self.assertEqual(client.stop()["reason"], "function breakpoint")
        for command in ("stepBack", "reverseContinue"):
            with self.assertRaisesRegex(Failed, "the program is at its start"):
                client.ask(command, threadId=1)

    def test_a_program_that_is_not_recorded_cannot_be_stepped_back(self):
        client = Client(validate=dap_types.problem)
        self.addCleanup(client.__exit__)
        client.launch(self.path, stopOnEntry=True)
        client.stop()
        with self.assertRaisesRegex(Failed, "the program is not recorded: set `record` to true"):
            client.ask("stepBack", threadId=1)

    # ---- arguments

    def test_wrong_launch_values_name_the_key(self):
        target = f"{self.path}:CondModel"
        for given, expected in (
                ({"target": 1}, "`target` is 1; it must be a string"),
                ({"target": "model.py"}, "`target`: "),
                ({"target": "none.py:f"}, "`target`: .*none.py cannot be read"),
                ({"target": target, "engines": ["jit"]}, "`engines` is .* an array of different engines: \"eager\", \"script\", \"trace\", \"compiled\""),
                ({"target": target, "engines": ["eager", "eager"]}, "an array of different engines"),
                ({"target": target, "engines": []}, "an array of different engines"),
                ({"target": target, "lockStep": 1}, "`lockStep` is 1; it must be true or false"),
                ({"target": target, "stopOnDivergence": "yes"}, "`stopOnDivergence` is \"yes\"; it must be true or false"),
                ({"target": target, "init": 3}, "`init` is 3; it must be a string"),
                ({"target": target, "program": str(self.path)}, "`program` and `target` exclude each other"),
                ({"program": str(self.path), "engines": ["script"]}, "`engines` needs a `target`")):
            with Client(validate=dap_types.problem) as client, self.assertRaisesRegex(Failed, expected):
                client.ask("initialize", adapterID="torchscript")
                client.ask("launch", **given)

    def test_inputs_that_cannot_be_evaluated_end_the_session_with_a_message(self):
        client = self.start(inputs="torch.ones(", engines=["eager"])
        self.assertIsNone(client.stop())
        self.assertRegex(client.text("important"), "eager cannot run: SyntaxError")
        self.assertEqual(client.event("exited")["body"]["exitCode"], 1)

    def test_a_thread_that_does_not_exist_is_refused(self):
        client = self.start(lines=[FOR], engines=["eager", "script"])
        client.stop()
        for command in ("next", "stepBack", "pause", "stackTrace"):
            with self.assertRaisesRegex(Failed, "`threadId` is not the id of a thread"):
                client.ask(command, threadId=3)


LOOPS = """\
import torch


def spin(n: int):
    total = 0
    for i in range(n):
        total += i % 7
    return total


def picks(values: torch.Tensor, n: int):
    at = spin(n)
    kept = values * 2
    return kept[at]
"""


class Loops(unittest.TestCase):
    """The engine `compiled`, and pauses."""
    start = Targets.start
    FOR, ADD, CALL, KEPT, PICK = 6, 7, 12, 13, 14

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.path = pathlib.Path(holder.name) / "model.py"
        self.path.write_text(LOOPS, encoding="utf-8")

    def own(self, client):
        return [(one["name"], one["line"]) for one in client.frames() if one.get("presentationHint") != "subtle"]

    def test_the_engine_compiled_stops_steps_and_goes_back(self):
        client = self.start("picks", [self.CALL], engines=["compiled"], inputs="torch.ones(99), 4")
        self.assertEqual(client.stop()["reason"], "breakpoint")
        client.step("stepIn")
        self.assertEqual(self.own(client), [("spin", self.FOR), ("picks", self.CALL)])
        client.step("next")
        self.assertEqual((client.line(), client.evaluate("i")), (self.ADD, "0"))
        client.step("stepOut")
        self.assertEqual((self.own(client), client.evaluate("at")), ([("picks", self.KEPT)], "6"))
        client.step("stepBack")
        self.assertEqual(self.own(client), [("picks", self.CALL)])

    def test_an_uncaught_exception_shows_the_frames_and_values_of_the_engine_compiled(self):
        client = self.start("picks", engines=["compiled"], inputs="torch.ones(3), 4")
        self.assertEqual(client.stop()["reason"], "exception")
        self.assertEqual(self.own(client), [("picks", self.PICK)])
        self.assertEqual([client.evaluate(name) for name in ("at", "n", "kept.tolist()")], ["6", "4", "[2.0, 2.0, 2.0]"])
        self.assertIsNone(client.step("continue"))

    def test_long_loops_are_paused_in_each_engine_and_in_the_forecast(self):
        for engines in (["compiled"], ["eager"], ["script"], ["eager", "script"]):
            with self.subTest(engines):
                client = self.start("spin", engines=engines, inputs="10**12")
                if len(engines) == 1:  # else a forecast runs first
                    client.pause_in("spin")
                    client.ask("continue", threadId=1)
                start = time.perf_counter()
                client.ask("pause", threadId=1)
                self.assertEqual(client.stop()["reason"], "pause")
                # It takes 50 ms; the limit is that of a machine that is busy.
                self.assertLess(time.perf_counter() - start, 2)
                self.assertEqual(self.own(client)[-1][0].split()[0], "spin")
                client.ask("terminate")
                self.assertIsNone(client.stop())


if __name__ == "__main__":
    unittest.main()
