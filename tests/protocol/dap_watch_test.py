"""Tests what `tsdbg dap` watches: NaN, warnings of the tracer, data, nodes of graphs; and memory, modules, restarts of frames."""

import base64
import os
import pathlib
import struct
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import dap_types  # noqa: E402
from dap_client import Client, Failed  # noqa: E402

MODEL = """\
import torch


def double(x):
    y = x * 2
    return y


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)
        self.count = 0

    def helper(self, x):
        self.count += 1
        return x + self.count

    def forward(self, x):
        total = x
        for i in range(3):
            total = self.helper(total)
        total.add_(double(x) + double(total))
        small = total - total
        worse = torch.log(small)
        return self.linear(worse) + torch.log(worse)


def branch(x):
    if x.sum() > 0:
        x = x + 1
    return x


if __name__ == "__main__":
    net = Net()
    net(torch.ones(2, 3))
    torch.jit.trace(branch, (torch.ones(2, 3),))


def changes(x):
    x.mul_(2)
    x.add_(1)
"""
INNER, COUNT, SUM, TOTAL, FOR, CALL, ADD, SMALL, LOG, LAST, BRANCH = 5, 16, 17, 20, 21, 22, 23, 24, 25, 26, 30
CHANGES = MODEL.count("\n") - 1


class Watches(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.path = pathlib.Path(holder.name) / "model.py"
        self.path.write_text(MODEL, encoding="utf-8")

    def client(self):
        client = Client(validate=dap_types.problem)
        self.addCleanup(client.__exit__)
        self.addCleanup(lambda: self.assertEqual(client.problems, []))
        return client

    def start(self, name="Net", lines=(), filters=("uncaught",), **settings):
        """Launches a target and returns the client."""
        client = self.client()
        settings.setdefault("inputs", "torch.ones(2, 3)")
        client.ask("initialize", adapterID="torchscript", linesStartAt1=True)
        client.event("initialized")
        client.ask("launch", target=f"{self.path}:{name}", **settings)
        client.ask("setBreakpoints", source={"path": str(self.path)}, breakpoints=[{"line": line} for line in lines])
        client.ask("setExceptionBreakpoints", filters=list(filters))
        client.ask("configurationDone")
        return client

    def stopped(self, line, name="Net", **settings):
        """A client whose program has stopped at a line."""
        client = self.start(name, [line], **settings)
        self.assertEqual(client.stop()["reason"], "breakpoint")
        client.ask("setBreakpoints", source={"path": str(self.path)}, breakpoints=[])
        return client

    def program(self, *filters):
        client = self.client()
        client.launch(self.path, configure=lambda one: one.ask("setExceptionBreakpoints", filters=list(filters)), jit="on")
        return client

    def line(self, client):
        """The line of the innermost frame of the user's code."""
        return next(frame["line"] for frame in client.frames() if frame.get("source", {}).get("path") == str(self.path))

    # ---- NaN and warnings

    def test_nan_stops_at_the_operator_that_makes_it(self):
        for engine in ("eager", "script", "trace"):
            client = self.start(filters=["nan"], engines=[engine])
            stop = client.stop()
            self.assertEqual((stop["reason"], stop["description"], self.line(client)), ("exception", "NaN or Inf", LOG), engine)
            self.assertEqual(stop["text"], f"aten::log made 0 NaN and 6 Inf of 6 elements ({self.path}:{LOG})")
            self.assertEqual(client.ask("exceptionInfo", threadId=1)["exceptionId"], "nan")
            self.assertIsNone(client.step("continue"), "operators that pass NaN on are not stops")

    def test_nan_in_a_program_and_not_without_the_filter(self):
        client = self.program("nan")
        self.assertIn("aten::log made", client.stop()["text"])
        client.ask("setExceptionBreakpoints", filters=[])
        self.assertIsNone(client.step("continue"))
        self.assertIsNone(self.program("uncaught").stop())

    def test_warnings_of_the_tracer_stop_a_program_at_the_line(self):
        client = self.program("tracer")
        stop = client.stop()
        self.assertEqual((stop["reason"], stop["description"], self.line(client)), ("exception", "torch.jit.trace warns", BRANCH))
        self.assertIn("a tensor is used as a Python bool", stop["text"])
        self.assertEqual(client.evaluate("x.sum().item()", frameId=client.frames()[0]["id"]), "6.0")
        self.assertIsNone(client.step("continue"))

    def test_warnings_of_the_tracer_stop_the_engines_of_a_target(self):
        client = self.start("branch", filters=["tracer"], engines=["eager", "trace"])
        stop = client.stop()
        self.assertEqual((stop["description"], self.line(client)), ("torch.jit.trace warns", BRANCH))
        self.assertRegex(stop["text"], "^trace: a tensor is used as a Python bool")
        self.assertIsNone(client.step("continue"))
        self.assertIsNone(self.start("branch", filters=["uncaught"], engines=["eager", "trace"]).stop())

    # ---- data breakpoints

    def watch(self, client, name, scope="Locals", **rules):
        info = client.ask("dataBreakpointInfo", variablesReference=client.scope(scope), name=name)
        self.assertEqual(info["accessTypes"], ["write"])
        found = client.ask("setDataBreakpoints", breakpoints=[{"dataId": info["dataId"], **rules}])
        self.assertTrue(found["breakpoints"][0]["verified"])
        return found["breakpoints"][0]["id"]

    def test_a_variable_is_watched(self):
        for engine in ("eager", "script"):
            client = self.stopped(CALL, engines=[engine])
            number = self.watch(client, "total")
            stop = client.step("continue")
            self.assertEqual((stop["reason"], stop["hitBreakpointIds"]), ("data breakpoint", [number]))
            self.assertRegex(stop["text"], r"^total: tensor\(\[\[1.*→ tensor\(\[\[2.* \(.*model.py:\d+\)$")
            texts = []
            while stop := client.step("continue"):
                texts.append(stop["text"])
            self.assertEqual(len(texts), 3, (engine, texts))  # two rounds and add_
            self.assertIn(f"model.py:{ADD})", texts[-1])

    def test_a_step_stops_at_a_change_too(self):
        client = self.stopped(CALL, engines=["eager"])
        self.watch(client, "total")
        self.assertEqual(client.step("next")["reason"], "data breakpoint")

    def test_an_attribute_is_watched_in_all_functions(self):
        for engine in ("eager", "script"):
            client = self.stopped(FOR, engines=[engine])
            self.watch(client, "count", "Module", hitCondition="2")
            stop = client.step("continue")
            self.assertEqual(stop["text"], f"self.count: 1 → 2 ({self.path}:{COUNT})", engine)
            self.assertEqual(self.line(client), SUM)
            self.assertIsNone(client.step("continue"))

    def test_the_content_of_a_parameter_is_watched(self):
        client = self.stopped(TOTAL, engines=["eager"])
        linear = client.variables(client.scope("Module"))["linear"]["variablesReference"]
        info = client.ask("dataBreakpointInfo", variablesReference=linear, name="weight")
        self.assertEqual(info["description"], "self.linear.weight in Net.forward")
        client.ask("setDataBreakpoints", breakpoints=[{"dataId": info["dataId"]}])
        client.evaluate("self.linear.weight.data.zero_()", context="repl")
        client.ask("next", threadId=1)
        stop = client.stop()
        self.assertNotIn("unset", stop.get("text", ""))

    def test_conditions_of_data(self):
        for condition, line in (("total.sum() > 20", FOR), ("shape", None), ("dtype", None), ("nan", None)):
            client = self.stopped(CALL, engines=["eager"])
            self.watch(client, "total", condition=condition)
            stop = client.step("continue")
            self.assertEqual(stop and self.line(client), line, condition)
        client = self.stopped(SMALL, engines=["script"])
        info = client.ask("dataBreakpointInfo", name="worse", frameId=client.frames()[0]["id"])
        client.ask("setDataBreakpoints", breakpoints=[{"dataId": info["dataId"], "condition": "nan"}])
        self.assertRegex(client.step("continue")["text"], "^worse: unset → ")

    def test_a_change_on_the_last_line_of_a_graph_stops(self):
        for function, first, lines in ("branch", BRANCH, [BRANCH + 2]), ("changes", CHANGES, [CHANGES + 1]):
            client = self.stopped(first, function, engines=["script"])
            self.watch(client, "x")
            for line in lines:
                self.assertRegex(client.step("continue")["text"], "^x: .* → ")
                self.assertEqual([(one["name"], one["line"]) for one in client.frames()][0], (function, line))
            self.assertIsNone(client.step("continue"))

    def test_a_step_back_meets_the_change_again(self):
        client = self.stopped(CALL, engines=["eager"])
        self.watch(client, "total")
        first = client.step("continue")["text"]
        client.step("continue")
        self.assertEqual(client.step("reverseContinue")["reason"], "step")
        self.assertEqual(client.evaluate("i"), "0")
        client.step("stepBack")
        while (stop := client.step("next"))["reason"] != "data breakpoint":
            pass
        self.assertEqual(stop["text"], first)

    def test_data_that_cannot_be_watched(self):
        client = self.stopped(CALL, engines=["script"])
        graph = client.scope("Graph values")
        info = client.ask("dataBreakpointInfo", variablesReference=graph, name="%x")
        self.assertEqual((info["dataId"], info["description"]), (None, "a value of a graph never changes"))
        info = client.ask("dataBreakpointInfo", name="total[0]")
        self.assertIsNone(info["dataId"])
        self.assertIn("only variables and attributes", info["description"])
        with self.assertRaisesRegex(Failed, "`variablesReference` is stale"):
            client.ask("dataBreakpointInfo", variablesReference=10**6, name="x")
        for wrong, text in (({"dataId": "x"}, "an id of dataBreakpointInfo"), ({"dataId": "f:x", "accessType": "read"}, "`accessType` must be"),
                            ({"dataId": "f:x", "hitCondition": "often"}, "hit count")):
            found = client.ask("setDataBreakpoints", breakpoints=[wrong])["breakpoints"][0]
            self.assertFalse(found["verified"])
            self.assertIn(text, found["message"])

    # ---- nodes

    def test_a_node_can_be_disassembled_and_stopped_at(self):
        for engine in ("script", "trace"):
            client = self.stopped(ADD, engines=["eager", engine])
            frame = client.ask("stackTrace", threadId=2)["stackFrames"][0]
            address = frame["instructionPointerReference"]
            rows = client.ask("disassemble", memoryReference=address, instructionOffset=0, instructionCount=200)["instructions"]
            self.assertEqual((len(rows), rows[0]["address"], rows[0]["line"]), (200, address, frame["line"]))
            self.assertEqual(rows[-1]["presentationHint"], "invalid")
            log = next(row for row in rows if "aten::log" in row["instruction"])
            self.assertEqual(log["line"], LOG)
            offset = int(log["address"], 16) - int(address, 16)
            found = client.ask("setInstructionBreakpoints", breakpoints=[{"instructionReference": address, "offset": offset}])["breakpoints"]
            self.assertTrue(found[0]["verified"])
            client.ask("continue", threadId=2)
            stop = client.stop()
            self.assertEqual((stop["reason"], stop["threadId"], stop["hitBreakpointIds"]), ("instruction breakpoint", 2, [found[0]["id"]]))
            top = client.ask("stackTrace", threadId=2)["stackFrames"][0]
            self.assertEqual((top["instructionPointerReference"], top["line"]), (log["address"], LOG))
            before = client.ask("disassemble", memoryReference=log["address"], instructionOffset=-2, instructionCount=3)["instructions"]
            self.assertEqual(before[-1]["instruction"], log["instruction"])

    def test_conditions_and_hits_of_nodes(self):
        client = self.stopped(FOR, engines=["script"])
        address = client.frames()[0]["instructionPointerReference"]
        rows = client.ask("disassemble", memoryReference=address, instructionCount=50)["instructions"]
        call = next(row["address"] for row in rows if "CallMethod" in row["instruction"])
        for rule in ({"condition": "i == 1"}, {"hitCondition": "2"}):
            client.ask("setInstructionBreakpoints", breakpoints=[{"instructionReference": call, **rule}])
            self.assertEqual(client.step("continue")["reason"], "instruction breakpoint")
            self.assertEqual(client.evaluate("i"), "1")
            client.ask("restartFrame", frameId=client.frames()[0]["id"])
            self.assertEqual((client.stop()["reason"], self.line(client)), ("step", FOR))

    def test_wrong_addresses_are_refused(self):
        client = self.stopped(CALL, engines=["eager"])
        self.assertNotIn("instructionPointerReference", client.frames()[0])
        with self.assertRaisesRegex(Failed, "`memoryReference` must be an address"):
            client.ask("disassemble", memoryReference="here", instructionCount=1)
        with self.assertRaisesRegex(Failed, "`instructionCount` must be a number from 0 to"):
            client.ask("disassemble", memoryReference="0x8", instructionCount=-1)
        self.assertEqual(client.ask("disassemble", memoryReference="0x8", instructionCount=2)["instructions"][1]["presentationHint"], "invalid")
        found = client.ask("setInstructionBreakpoints", breakpoints=[{"instructionReference": "12"}])["breakpoints"][0]
        self.assertEqual((found["verified"], found["message"]), (False, "`instructionReference` must be an address of a disassembly"))

    # ---- frames

    def test_a_frame_is_restarted(self):
        for engine in ("eager", "script"):
            client = self.stopped(SUM, engines=[engine])
            client.ask("setBreakpoints", source={"path": str(self.path)}, breakpoints=[{"line": SUM}])
            client.step("continue")
            frames = [frame for frame in client.frames() if frame.get("source", {}).get("path") == str(self.path)]
            self.assertEqual(client.evaluate("self.count"), "2")
            client.ask("restartFrame", frameId=frames[0]["id"])
            client.stop()
            self.assertEqual((self.line(client), client.evaluate("self.count")), (COUNT, "1"), engine)
            frames = [frame for frame in client.frames() if frame.get("source", {}).get("path") == str(self.path)]
            client.ask("restartFrame", frameId=frames[1]["id"])
            client.stop()
            first = TOTAL if engine == "eager" else FOR  # `total = x` is not a node
            self.assertEqual((self.line(client), client.evaluate("self.count")), (first, "0"), engine)

    def test_a_restart_tells_two_calls_of_one_line_apart(self):
        client = self.stopped(ADD, engines=["eager"])
        client.ask("setBreakpoints", source={"path": str(self.path)}, breakpoints=[{"line": INNER + 1}])
        client.step("continue")
        client.step("continue")  # in double(total)
        text = client.evaluate("x.sum().item()")
        client.ask("restartFrame", frameId=client.frames()[0]["id"])
        client.stop()
        self.assertEqual((self.line(client), client.evaluate("x.sum().item()")), (INNER, text))

    def test_restarts_that_are_refused(self):
        client = self.stopped(CALL, engines=["eager"])
        with self.assertRaisesRegex(Failed, "`frameId` is not the id of a frame"):
            client.ask("restartFrame", frameId=10**6)
        client = self.client()
        client.launch(self.path, stopOnEntry=True)
        client.stop()
        with self.assertRaisesRegex(Failed, "the program is not recorded"):
            client.ask("restartFrame", frameId=client.frames()[0]["id"])

    def test_a_step_enters_the_chosen_call(self):
        for engine in ("eager", "script"):
            client = self.stopped(ADD, engines=[engine])
            targets = client.ask("stepInTargets", frameId=client.frames()[0]["id"])["targets"]
            inner = [target for target in targets if target["label"].startswith("double(")]
            self.assertEqual([target["label"] for target in inner], ["double(x)", "double(total)"], (engine, targets))
            client.ask("stepIn", threadId=1, targetId=inner[1]["id"])
            client.stop()
            self.assertEqual(self.line(client), INNER, engine)
            self.assertNotEqual(client.evaluate("x.sum().item()"), "6.0", engine)
            with self.assertRaisesRegex(Failed, "`targetId` is not the id of a call"):
                client.ask("stepIn", threadId=1, targetId=10**6)
            with self.assertRaisesRegex(Failed, "`frameId` is not the id of a frame"):
                client.ask("stepInTargets", frameId=10**6)

    # ---- values of other engines

    def test_values_that_differ_between_engines_are_marked(self):
        self.path.write_text("""\
import torch


def noise(x, flag: int):
    where = int(x.sum())
    if torch.jit.is_scripting():
        where = where + 1
    same = x + 1
    other = x + where
    last = other * 2
    return same, last
""", encoding="utf-8")
        client = self.stopped(10, "noise", engines=["eager", "script"], inputs="torch.ones(2), 3")
        texts, others = [], []
        for thread in (1, 2):
            frame = client.ask("stackTrace", threadId=thread)["stackFrames"][0]
            variables = client.variables(client.scope(frame=frame))
            texts.append({name: variable["value"] for name, variable in variables.items()})
            others.append({name: variable.get("otherEngines") for name, variable in variables.items()})
        eager, script = texts
        self.assertEqual((eager["where"], script["where"]), ("2 ≠ script: 3", "3 ≠ eager: 2"))
        self.assertRegex(eager["other"], r"^tensor float32 \[2\] ≠ script: 2 of 2 elements differ")
        self.assertEqual((eager["same"], eager["flag"]), ("tensor float32 [2]", "3"))
        self.assertEqual([engine["where"] for engine in others],
                         [[{"engine": "script", "value": "3"}], [{"engine": "eager", "value": "2"}]])
        self.assertIsNone(others[0]["same"])

    def test_a_variable_is_set_without_the_values_of_other_engines_behind_it(self):
        self.path.write_text("""\
import torch


def counts(x, n: int):
    label = str(n)
    where = n + int(x.sum())
    if torch.jit.is_scripting():
        where = where + 1
    y = x + where
    return label, y
""", encoding="utf-8")
        client = self.stopped(9, "counts", engines=["eager", "script"], inputs="torch.ones(2), 3")
        frame = client.ask("stackTrace", threadId=1)["stackFrames"][0]
        scope = client.scope(frame=frame)
        shown = client.variables(scope)["where"]["value"]
        self.assertEqual(shown, "5 ≠ script: 6")

        def change(name, text):
            return client.ask("setVariable", variablesReference=scope, name=name, value=text)["value"]

        self.assertEqual(change("where", shown.replace("5", "7")), "7")
        self.assertEqual(change("where", "'a ≠ script: ' + 'b' ≠ script: 6"), "'a ≠ script: b'")
        self.assertEqual(change("label", "'a ≠ b'"), "'a ≠ b'")
        self.assertEqual(client.evaluate("len(label)", frameId=frame["id"]), "5")

    def test_values_are_not_marked_without_lock_step(self):
        client = self.start(lines=[CALL], engines=["eager", "script"], lockStep=False, example="torch.zeros(2, 3)")
        for _ in ("eager", "script"):
            self.assertEqual(client.stop()["reason"], "breakpoint")
        client.evaluate("i = 5", context="repl", frameId=client.frames()[0]["id"])
        self.assertEqual(client.locals()["i"], "5")

    # ---- memory and modules

    def test_the_memory_of_a_tensor(self):
        for engine in ("eager", "script"):
            client = self.stopped(CALL, engines=[engine])
            total = client.variables(client.scope())["total"]
            memory = client.ask("readMemory", memoryReference=total["memoryReference"], count=24)
            self.assertEqual(struct.unpack("<6f", base64.b64decode(memory["data"])), (1.0,) * 6)
            self.assertNotIn("unreadableBytes", memory)
            memory = client.ask("readMemory", memoryReference=total["memoryReference"], offset=20, count=100)
            self.assertEqual((len(base64.b64decode(memory["data"])), memory["unreadableBytes"]), (4, 96))
            for offset in (-100, 10**15):
                memory = client.ask("readMemory", memoryReference=total["memoryReference"], offset=offset, count=8)
                self.assertEqual((memory["data"], memory["unreadableBytes"]), ("", 8))
            with self.assertRaisesRegex(Failed, "`memoryReference` is stale"):
                client.ask("readMemory", memoryReference="8", count=8)
            with self.assertRaisesRegex(Failed, "`count` must be a number"):
                client.ask("readMemory", memoryReference=total["memoryReference"], count=-8)

    def test_modules(self):
        client = self.stopped(CALL, engines=["eager"])
        found = client.ask("modules")
        self.assertEqual(found["totalModules"], len(found["modules"]))
        own = [module for module in found["modules"] if module["isUserCode"]]
        self.assertEqual([module["path"] for module in own], [str(self.path)])
        self.assertEqual(client.ask("modules", startModule=1, moduleCount=2)["modules"], found["modules"][1:3])


if __name__ == "__main__":
    unittest.main()
