"""Tests `tsdbg dap` as a process: sessions with a plain client. Every message is checked against the protocol's schema."""

import os
import pathlib
import random
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import dap_types  # noqa: E402
from dap_client import PATIENCE, TSDBG, Client, Failed, frame  # noqa: E402

PROGRAM = """\
import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.ones(2))
        self.names = ["a", "b"]

    def forward(self, x, times=2):
        for i in range(times):
            x = x * self.scale
        return x.sum()


def outer(value):
    before = value + 1
    net = Net()
    after = net(torch.full((2, 3), 1.0)[:, :2])
    return before, after


total = 0
for count in range(5):
    total += count
print("total", total)
print(outer(total))
"""


class Sessions(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def program(self, text=PROGRAM, name="program.py"):
        path = self.folder / name
        path.write_text(textwrap.dedent(text), encoding="utf-8")
        return path

    def client(self, **more):
        client = Client(validate=dap_types.problem, **more)
        self.addCleanup(client.__exit__)
        self.addCleanup(lambda: self.assertEqual(client.problems, []))
        return client

    # ---- lifecycle

    def test_a_program_runs_to_its_end(self):
        client = self.client()
        client.launch(self.program())
        self.assertIsNone(dap_types.capability_problem(client.capabilities))
        self.assertEqual(client.event("exited")["body"]["exitCode"], 0)
        self.assertIsNone(client.stop())
        self.assertEqual(client.text(), "total 10\n(11, tensor(4., grad_fn=<SumBackward0>))\n")
        self.assertEqual(client.end(), 0)

    def test_exit_status_and_standard_error_are_reported(self):
        client = self.client()
        client.launch(self.program("""
            import sys
            print("to stdout")
            print("to stderr", file=sys.stderr)
            sys.exit(3)
        """))
        self.assertEqual(client.event("exited")["body"]["exitCode"], 3)
        self.assertEqual((client.text(), client.text("stderr")), ("to stdout\n", "to stderr\n"))

    def test_arguments_environment_folder_and_jit_reach_the_program(self):
        client = self.client()
        client.launch(self.program("""
            import os, sys, torch
            print(sys.argv[1:], os.environ["GIVEN"], "HOME" in os.environ, os.getcwd())
            print(torch.jit.script(lambda: 1) if os.environ["PYTORCH_JIT"] == "1" else "off")
        """), args=["a", "b c"], env={"GIVEN": "x", "HOME": None}, cwd=str(self.folder), jit="off")
        self.assertEqual(client.event("exited")["body"]["exitCode"], 0)
        self.assertEqual(client.text(), f"['a', 'b c'] x False {self.folder}\noff\n")

    def test_a_wrong_launch_value_is_an_error_that_names_the_key(self):
        for given, expected in (({"jit": "maybe"}, '`jit` is "maybe"; it must be "on" or "off"'),
                                ({"torch": "2.5"}, '`torch` is "2.5"; it must be "1.13" or "2.6" or "2.11"'),
                                ({"args": "a"}, '`args` is "a"; it must be an array of strings'),
                                ({"env": {"A": 1}}, '`env` is {"A":1}; it must be an object whose values are strings or null'),
                                ({"stopOnEntry": 1}, "`stopOnEntry` is 1; it must be true or false"),
                                ({"program": 5}, "`program` is 5; it must be a string"),
                                ({"program": ""}, "`program` is missing; it must be the path of a Python file, unless there is a `target`"),
                                ({"cwd": "/nowhere"}, "`cwd` is /nowhere, which is not a folder")):
            client = self.client()
            client.ask("initialize", adapterID="torchscript")
            with self.assertRaises(Failed) as failed:
                client.ask("launch", **{"program": str(self.program()), **given})
            self.assertEqual(str(failed.exception), expected)
            self.assertEqual(client.end(), 0)

    def test_a_program_that_cannot_be_read_or_parsed_fails_the_launch(self):
        for path, expected in ((self.folder / "none.py", "no such file"), (self.program("x = (", "bad.py"), "is not valid Python")):
            client = self.client()
            client.ask("initialize", adapterID="torchscript")
            with self.assertRaises(Failed) as failed:
                client.ask("launch", program=str(path))
            self.assertIn(expected, str(failed.exception))
            with self.assertRaises(Failed) as failed:
                client.ask("launch", program=str(self.program()))
            self.assertIn("only one program", str(failed.exception))
            self.assertEqual(client.end(), 0)

    def test_requests_out_of_order_are_errors(self):
        client = self.client()
        for command, arguments in (("launch", {"program": "x.py"}), ("threads", {}), ("unheard", {})):
            with self.assertRaises(Failed):
                client.ask(command, **arguments)
        client.launch(self.program("import time\nwhile True: time.sleep(0.01)\n"))
        for command in ("initialize", "configurationDone", "launch"):
            with self.assertRaises(Failed):
                client.ask(command, program="x.py", adapterID="x")
        for command in ("stackTrace", "next", "continue", "evaluate", "scopes"):
            with self.assertRaises(Failed) as failed:
                client.ask(command, threadId=1, expression="1", frameId=1)
            self.assertEqual(str(failed.exception), "the program is not stopped")
        self.assertEqual(client.end(), 0)

    def test_no_debug_ignores_breakpoints(self):
        client = self.client()
        client.launch(self.program(), breakpoints=[25], noDebug=True, stopOnEntry=True)
        self.assertIsNone(client.stop())

    def test_terminate_ends_an_endless_program(self):
        client = self.client()
        client.launch(self.program("while True:\n    pass\n"))
        client.ask("terminate")
        self.assertIsNone(client.stop())
        self.assertEqual(client.end(), 0)

    def test_a_client_that_vanishes_ends_the_program(self):
        for port in (False, True):
            client = self.client(port=port)
            client.launch(self.program("while True:\n    pass\n"))
            client.close()
            self.assertEqual(client.process.wait(PATIENCE), 1)

    def test_a_client_that_vanishes_at_a_stop_ends_the_program(self):
        client = self.client()
        client.launch(self.program(), breakpoints=[25])
        client.stop()
        client.close()
        self.assertEqual(client.process.wait(PATIENCE), 1)

    # ---- transport

    def test_a_port_needs_the_token(self):
        for token, expected in ((None, 0), ("0" * 32, 1), ("", 1)):
            client = self.client(port=True)
            client.ask("initialize", adapterID="torchscript")
            more = {"token": client.token if token is None else token}
            if expected:
                with self.assertRaises(Failed):
                    client.ask("launch", program=str(self.program()), **more)
                self.assertEqual(client.process.wait(PATIENCE), 1)
            else:
                client.ask("launch", program=str(self.program()), **more)
                self.assertEqual(client.end(), 0)

    def test_bytes_that_are_not_a_message_are_reported_and_skipped(self):
        client = self.client()
        client.send_bytes(b"Content-Length: 5\r\n\r\n{oops" + b"nonsense\r\n\r\n")
        self.assertIn("not a message", client.event("output")["body"]["output"])
        client.launch(self.program())
        self.assertIsNone(client.stop())

    def test_messages_of_wrong_shapes_do_no_harm(self):
        client = self.client()
        for message in ([], 1, None, {}, {"type": "response"}, {"type": "event"}, {"type": 5}, {"type": "request", "seq": "x"}):
            client.send_bytes(frame(message))
        client.launch(self.program(), breakpoints=[25])
        client.stop()
        wrong = {"threadId": "x", "frameId": [], "variablesReference": {}, "expression": 4, "name": 1, "value": None,
                 "source": 7, "breakpoints": "x", "filters": {}, "line": -1, "start": -5, "count": -5, "levels": "a",
                 "text": [], "column": "q", "memoryReference": [], "offset": "x", "targetId": {}, "instructionCount": "x"}
        for command in set(dap_types.COMMANDS) - {"disconnect", "terminate"}:
            for arguments in (wrong, {}, None, [], "x"):
                client.answer(client.start(command, arguments))
        self.assertEqual(client.evaluate("1 + 1"), "2")

    def test_random_requests_do_no_harm(self):
        for seed in range(4):
            chosen = random.Random(seed)
            client = self.client()
            path = self.program()
            client.launch(path, breakpoints=[12, 17, 25], justMyCode=bool(seed % 2))
            client.stop()
            sent = [client.start("threads")]
            for _ in range(200):
                command = chosen.choice(("next", "stepIn", "stepOut", "continue", "pause", "stackTrace", "scopes", "variables",
                                         "evaluate", "setVariable", "setExpression", "setBreakpoints", "completions", "threads",
                                         "exceptionInfo", "setExceptionBreakpoints", "setFunctionBreakpoints", "loadedSources"))
                number = chosen.randrange(60)
                sent.append(client.start(command, {
                    "threadId": chosen.choice((1, 1, 1, 1, 2)), "frameId": number, "variablesReference": number, "name": "total",
                    "value": str(number), "expression": chosen.choice(("total", "count = 3", "1 +", "x.y", "outer(1)")),
                    "source": {"path": str(path)}, "breakpoints": [{"line": number, "condition": "count", "name": "forward"}],
                    "filters": [chosen.choice(("raised", "uncaught", "other"))], "text": "tor", "column": number}))
            for seq in sent:
                client.answer(seq)
            self.assertEqual(client.end(), 0)

    # ---- breakpoints

    def test_breakpoints_stop_where_they_are_verified(self):
        client = self.client()
        client.launch(self.program(), breakpoints=[9, 25, 999])
        self.assertEqual([(one["verified"], one.get("line")) for one in client.verified], [(True, 10), (True, 25), (False, None)])
        self.assertEqual((client.stop()["reason"], client.line()), ("breakpoint", 10))
        self.assertEqual((client.step("continue")["hitBreakpointIds"], client.line()), ([client.verified[1]["id"]], 25))

    def test_a_breakpoint_in_a_loop_stops_in_each_round(self):
        client = self.client()
        client.launch(self.program(), breakpoints=[25])
        client.stop()
        seen = []
        while client.line() == 25:
            seen.append(client.evaluate("count"))
            if not client.step("continue"):
                break
        self.assertEqual(seen, ["0", "1", "2", "3", "4"])

    def test_a_breakpoint_on_a_loop_header_stops_once_for_each_round(self):
        client = self.client()
        client.launch(self.program(), breakpoints=[24])
        stops = 0
        stop = client.stop()
        while stop:
            stops += 1
            stop = client.step("continue")
        self.assertEqual(stops, 6)

    def test_conditions_hit_counts_and_log_points(self):
        client = self.client()
        client.launch(self.program(), breakpoints=[{"line": 25, "condition": "count % 2 == 1 and total > 0"}])
        client.stop()
        self.assertEqual(client.locals()["count"], "3")
        self.assertIsNone(client.step("continue"))
        for rule, expected in ((">= 4", ["3", "4"]), ("% 2", ["1", "3"]), ("3", ["2"]), ("< 2", ["0"])):
            client = self.client()
            client.launch(self.program(), breakpoints=[{"line": 25, "hitCondition": rule}])
            seen = []
            stop = client.stop()
            while stop:
                seen.append(client.evaluate("count"))
                stop = client.step("continue")
            self.assertEqual(seen, expected)
        client = self.client()
        client.launch(self.program(), breakpoints=[{"line": 25, "logMessage": "count {count:>3} of {{all}} {[1, 2][0]} {nothing}"}])
        self.assertIsNone(client.stop())
        self.assertEqual(client.text("console").splitlines()[1],
                         "count   1 of {all} 1 <NameError: name 'nothing' is not defined>")

    def test_a_condition_that_fails_or_never_ends_is_reported_once(self):
        for condition, expected in (("nothing", "NameError"), ("sum(1 for _ in iter(int, 1))", "steps"), ("(", "SyntaxError")):
            client = self.client()
            client.launch(self.program("for i in range(3):\n    x = i\n"), breakpoints=[{"line": 2, "condition": condition}])
            self.assertIsNone(client.stop())
            reported = [text for category, text in client.output if category == "important"]
            self.assertEqual(len(reported), 1)
            self.assertIn(expected, reported[0])

    def test_function_breakpoints_stop_at_the_first_line(self):
        for name in ("forward", "Net.forward", "__main__.Net.forward"):
            client = self.client()
            client.launch(self.program(), configure=lambda one, name=name: one.ask("setFunctionBreakpoints", breakpoints=[{"name": name}]))
            self.assertEqual(client.stop()["reason"], "function breakpoint")
            self.assertEqual(client.line(), 11)

    def test_breakpoints_can_change_while_the_program_runs(self):
        client = self.client()
        path = self.program("""\
            import time
            stop = False
            while not stop:
                time.sleep(0.001)
            """)
        client.launch(path)
        client.ask("setBreakpoints", source={"path": str(path)}, breakpoints=[{"line": 4}])
        client.stop()
        self.assertEqual(client.line(), 4)
        client.ask("setBreakpoints", source={"path": str(path)}, breakpoints=[])
        client.evaluate("stop = True", "repl")
        self.assertIsNone(client.step("continue"))

    def test_breakpoint_call_stops_on_the_next_line(self):
        client = self.client()
        client.launch(self.program("x = 1\nbreakpoint()\nx = 2\n"))
        client.stop()
        self.assertEqual(client.line(), 3)

    def test_breakpoints_in_prelude_source(self):
        client = self.client()
        client.launch(self.program("""\
            import torch
            pool = torch.nn.MaxPool2d(2)
            for _ in range(2):
                print(pool(torch.ones(1, 4, 4)).shape)
            """), breakpoints=[4], justMyCode=False)
        client.stop()
        while "forward" not in (top := client.frames(levels=1)[0])["name"]:
            client.step("stepIn")
        self.assertEqual(top["name"], "MaxPool2d.forward")
        source = top["source"]
        text = client.ask("source", source=source, sourceReference=source["sourceReference"])["content"]
        self.assertIn("max_pool2d", text.splitlines()[top["line"] - 1])
        self.assertIn("torch.nn.modules.pooling", [one["name"] for one in client.ask("loadedSources")["sources"]])
        found = client.ask("setBreakpoints", source=source, breakpoints=[{"line": top["line"]}])["breakpoints"]
        self.assertTrue(found[0]["verified"])
        self.assertEqual((client.step("continue")["reason"], client.line()), ("breakpoint", 4))
        client.step("continue")
        self.assertEqual(client.frames(levels=1)[0]["name"], "MaxPool2d.forward")

    # ---- stepping

    def test_steps_in_over_and_out(self):
        client = self.client()
        client.launch(self.program(), breakpoints=[27])
        client.stop()
        for command, line, name in (("stepIn", 17, "outer"), ("next", 18, "outer"), ("stepIn", 6, "Net.__init__"),
                                    ("next", 7, "Net.__init__"), ("stepOut", 18, "outer"), ("next", 19, "outer"),
                                    ("stepIn", 11, "Net.forward"), ("stepOut", 19, "outer"), ("next", 20, "outer")):
            self.assertEqual(client.step(command)["reason"], "step")
            top = client.frames()[0]
            self.assertEqual((top["line"], top["name"]), (line, name))
        self.assertIsNone(client.step("next"))

    def test_entry_and_pause(self):
        client = self.client()
        client.launch(self.program("n = 0\nwhile True:\n    n += 1\n"), stopOnEntry=True)
        self.assertEqual((client.stop()["reason"], client.line()), ("entry", 1))
        client.ask("continue", threadId=1)
        begin = time.time()
        stop = client.pause_until(lambda: int(client.evaluate("n")) > 0)
        self.assertEqual(stop["reason"], "pause")
        self.assertLess(time.time() - begin, 5)
        self.assertIn(client.line(), (2, 3))

    def test_stepping_over_generators_comprehensions_and_handlers(self):
        client = self.client()
        client.launch(self.program("""\
            def numbers():
                yield 1
                yield 2
            total = 0
            for n in numbers():
                total += n
            squares = [n * n for n in range(3)]
            try:
                numbers().missing
            except AttributeError:
                total = -1
            done = True
            """), stopOnEntry=True)
        client.stop()
        lines = [client.line()]
        while client.step("next"):
            lines.append(client.line())
        self.assertEqual(lines, [1, 4, 5, 6, 5, 6, 5, 7, 8, 9, 10, 11, 12])

    # ---- values

    def test_variables_of_each_kind(self):
        client = self.client()
        client.launch(self.program("""\
            import torch
            class Point:
                def __init__(self):
                    self.x, self.y = 1, 2
            def run(values, *rest, **named):
                text, nothing, number = "a'b", None, 1.5
                point, tensor, pair = Point(), torch.arange(6.).reshape(2, 3), (1, [2, {"k": {3}}])
                many = list(range(100))
                def inner():
                    return values
                return point
            run([1, 2], 3, key=4)
            """), breakpoints=[11])
        client.stop()
        found = client.variables(client.scope())
        values = {name: one["value"] for name, one in found.items()}
        expected = {"values": "[1, 2]", "rest": "(3,)", "named": "{'key': 4}", "text": '"a\'b"', "nothing": "None", "number": "1.5",
                    "tensor": "tensor float32 [2, 3]", "pair": "(1, [2, {'k': {3}}])"}
        self.assertEqual({name: values[name] for name in expected}, expected)
        self.assertEqual(found["many"]["indexedVariables"], 100)
        page = client.variables(found["many"]["variablesReference"], filter="indexed", start=40, count=3)
        self.assertEqual([(name, one["value"], one["evaluateName"]) for name, one in page.items()],
                         [("[40]", "40", "many[40]"), ("[41]", "41", "many[41]"), ("[42]", "42", "many[42]")])
        point = client.variables(found["point"]["variablesReference"])
        self.assertEqual({name: one["value"] for name, one in point.items()}, {"x": "1", "y": "2"})
        tensor = client.variables(found["tensor"]["variablesReference"])
        shown = {name: one["value"] for name, one in tensor.items()}
        self.assertEqual({name: shown[name] for name in ("dtype", "max", "mean", "nan", "[1]")},
                         {"dtype": "torch.float32", "max": "5.0", "mean": "2.5", "nan": "0", "[1]": "tensor float32 [3]"})
        self.assertEqual(shown["histogram"], "'█··█··█··█··█··█'")  # 0 to 5 in 16 intervals
        for one in [*found.values(), *point.values(), *tensor.values()]:
            client.evaluate(one["evaluateName"])

    def test_a_module_shows_its_parameters_and_submodules(self):
        client = self.client()
        client.launch(self.program(), breakpoints=[11])
        client.stop()
        net = client.variables(client.scope())["self"]
        parts = client.variables(net["variablesReference"])
        self.assertEqual((parts["scale"]["value"], parts["names"]["value"]), ("tensor float32 [2]", "['a', 'b']"))
        self.assertNotIn("_parameters", parts)

    def test_evaluate_sees_and_changes_the_frame(self):
        client = self.client()
        client.launch(self.program(), breakpoints=[18])
        client.stop()
        self.assertEqual(client.evaluate("before + value"), "21")
        self.assertEqual(client.evaluate("[before + i for i in range(2)]"), "[11, 12]")
        self.assertEqual(client.evaluate("torch.ones(2) * before", "repl"), "tensor([11., 11.])")
        client.evaluate("before = 40\nbefore += 2", "repl")
        self.assertEqual(client.locals()["before"], "42")
        self.assertEqual(client.evaluate("total", frameId=client.frames()[1]["id"]), "10")
        with self.assertRaises(Failed) as failed:
            client.evaluate("after")
        self.assertIn("UnboundLocalError", str(failed.exception))
        client.step("continue")
        self.assertIn("(42, tensor(4.", client.text())

    def test_variables_and_expressions_can_be_set(self):
        client = self.client()
        client.launch(self.program("""\
            class Box: pass
            def run(number, items):
                box = Box()
                box.content = 1
                return number, items, box.content
            print(run(1, [1, {"k": 2}]))
            """), breakpoints=[5])
        client.stop()
        scope = client.scope()
        found = client.variables(scope)
        client.ask("setVariable", variablesReference=scope, name="number", value="number + 5")
        client.ask("setVariable", variablesReference=found["items"]["variablesReference"], name="[0]", value="'x'")
        client.ask("setVariable", variablesReference=found["box"]["variablesReference"], name="content", value="[9]")
        self.assertEqual(client.ask("setExpression", expression="items[1]['k']", value="3")["value"], "3")
        for name in ("nothing", "[7]"):
            with self.assertRaises(Failed):
                client.ask("setVariable", variablesReference=found["items"]["variablesReference"], name=name, value="1")
        client.step("continue")
        self.assertEqual(client.text(), "(6, ['x', {'k': 3}], [9])\n")

    def test_references_and_frames_of_another_stop_are_stale(self):
        client = self.client()
        client.launch(self.program(), breakpoints=[25])
        client.stop()
        scope, frame_id = client.scope(), client.frames()[0]["id"]
        client.step("next")
        for command, arguments in (("variables", {"variablesReference": scope}), ("scopes", {"frameId": frame_id}),
                                   ("evaluate", {"expression": "1", "frameId": frame_id}),
                                   ("setVariable", {"variablesReference": scope, "name": "total", "value": "1"})):
            answer = client.answer(client.start(command, arguments))
            self.assertFalse(answer["success"])
            # Views that the editor paints while the program goes on are no news for the user.
            self.assertEqual(answer["body"]["error"]["showUser"], command == "setVariable")

    def test_evaluations_without_an_end_or_too_large_are_errors(self):
        client = self.client(command=(TSDBG, "dap", "--memory", "500"))
        client.launch(self.program(), breakpoints=[25])
        client.stop()
        for expression in ("sum(1 for _ in iter(int, 1))", "[0] * 10**12", "torch.zeros(10**10)", "(lambda f: f(f))(lambda f: f(f))"):
            with self.assertRaises(Failed):
                client.evaluate(expression)
        self.assertEqual(client.evaluate("count"), "0")
        self.assertEqual(client.step("continue")["reason"], "breakpoint")

    def test_breakpoints_do_not_stop_what_is_evaluated(self):
        client = self.client()
        client.launch(self.program(), breakpoints=[17, 27])
        self.assertEqual((client.stop()["reason"], client.line()), ("breakpoint", 27))
        self.assertEqual(client.evaluate("outer(1)[0]"), "2")
        client.step("continue")
        self.assertEqual(client.line(), 17)

    def test_completions(self):
        client = self.client()
        client.launch(self.program(), breakpoints=[18])
        client.stop()
        def labels(text):
            return [one["label"] for one in client.ask("completions", text=text, column=len(text) + 1)["targets"]]
        self.assertIn("before", labels("bef"))
        self.assertIn("print", labels("pri"))
        self.assertIn("manual_seed", labels("torch.manual_"))

    # ---- exceptions

    EXCEPTIONS = """\
        def fails(kind):
            raise kind("told")
        try:
            fails(KeyError)
        except (TypeError, KeyError):
            pass
        with __import__("contextlib").suppress(OSError):
            fails(OSError)
        try:
            fails(ValueError)
        finally:
            done = True
        """

    def test_uncaught_exceptions_stop_where_they_are_raised(self):
        client = self.client()
        client.launch(self.program(self.EXCEPTIONS), configure=lambda one: one.ask("setExceptionBreakpoints", filters=["uncaught"]))
        stop = client.stop()
        self.assertEqual((stop["reason"], stop["text"]), ("exception", "ValueError"))
        self.assertEqual([one["line"] for one in client.frames()], [2, 10])
        self.assertEqual(client.evaluate("kind.__name__"), "'ValueError'")
        information = client.ask("exceptionInfo", threadId=1)
        self.assertEqual((information["exceptionId"], information["description"], information["breakMode"]),
                         ("ValueError", "told", "unhandled"))
        self.assertIsNone(client.step("continue"))
        self.assertIn("ValueError: told", client.text("stderr"))

    def test_raised_exceptions_stop_each_time(self):
        client = self.client()
        client.launch(self.program(self.EXCEPTIONS), configure=lambda one: one.ask("setExceptionBreakpoints", filters=["raised"]))
        seen = []
        stop = client.stop()
        while stop:
            seen.append(stop["text"])
            stop = client.step("continue")
        self.assertEqual(seen, ["KeyError", "OSError", "ValueError"])

    def test_operators_that_fail_stop_in_the_users_code(self):
        client = self.client()
        client.launch(self.program("import torch\nx = torch.ones(2)\ny = torch.nn.Linear(3, 2)(x)\n"),
                      configure=lambda one: one.ask("setExceptionBreakpoints", filters=["uncaught"]))
        self.assertEqual(client.stop()["text"], "RuntimeError")
        self.assertEqual(client.line(), 3)


class CommandLine(unittest.TestCase):
    def test_files_serve_as_streams(self):
        with tempfile.TemporaryFile() as source:
            source.write(frame({"seq": 1, "type": "request", "command": "initialize", "arguments": {"adapterID": "x"}})
                         + frame({"seq": 2, "type": "request", "command": "disconnect"}))
            source.seek(0)
            done = subprocess.run([TSDBG, "dap"], stdin=source, capture_output=True, timeout=PATIENCE, check=False)
        self.assertEqual((done.returncode, done.stdout.count(b"Content-Length")), (0, 3))


if __name__ == "__main__":
    unittest.main()
