"""Tests launches of `tsdbg dap` with a `.pt` archive as target."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import dap_types  # noqa: E402
from dap_client import TSDBG, Client, Failed  # noqa: E402

MODEL = """\
import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(2, 2)
        self.scale = 3

    def helper(self, x):
        doubled = x * 2
        return doubled + self.scale

    def forward(self, x):
        total = x
        for i in range(2):
            total = self.helper(total)
        return self.linear(total)


if __name__ == "__main__":
    net = torch.jit.script(Net())
    net.save("net.pt")
    torch.jit.save(net, "plain.pt")
"""
DOUBLED, HELPER, CALL = 11, 12, 17


class Archives(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        self.model = self.folder / "model.py"
        self.model.write_text(MODEL, encoding="utf-8")
        subprocess.run([os.path.abspath(TSDBG), "run", str(self.model)], cwd=self.folder, check=True)

    def start(self, **settings):
        client = Client(validate=dap_types.problem)
        self.addCleanup(client.__exit__)
        self.addCleanup(lambda: self.assertEqual(client.problems, []))
        client.ask("initialize", adapterID="torchscript", linesStartAt1=True)
        client.ask("launch", **{"target": str(self.folder / "net.pt"), "inputs": "torch.ones(1, 2)", **settings})
        return client

    def stopped(self, **settings):
        client = self.start(stopOnEntry=True, **settings)
        client.ask("configurationDone")
        self.assertEqual(client.stop()["reason"], "entry")
        return client

    def test_the_python_file_is_shown_while_it_is_unchanged(self):
        client = self.start()
        found = client.ask("setBreakpoints", source={"path": str(self.model)}, breakpoints=[{"line": HELPER}])["breakpoints"]
        self.assertTrue(found[0]["verified"])
        client.ask("configurationDone")
        self.assertEqual(client.stop()["reason"], "breakpoint")
        own = [frame for frame in client.frames() if frame.get("presentationHint") != "subtle"]
        self.assertEqual([(frame["source"]["path"], frame["line"]) for frame in own], [(str(self.model), HELPER), (str(self.model), CALL)])
        self.assertEqual(client.evaluate("torch.relu(doubled).sum().item() + self.scale"), "7.0")

    def test_the_archives_code_is_shown_when_the_python_file_is_missing_or_changed(self):
        for change in (lambda: self.model.write_text(MODEL.replace("doubled", "twice"), encoding="utf-8"), self.model.unlink):
            change()
            client = self.stopped()
            seen = []
            has_stopped = True
            while has_stopped:
                frame = client.frames()[0]
                seen.append((frame["source"]["name"], frame["line"]))
                has_stopped = client.step("stepIn")
            self.assertEqual({name for name, _ in seen}, {"code/__torch__.py"})
            self.assertGreater(len(set(seen)), 4)

    def test_sources_and_breakpoints_of_the_archives_code(self):
        self.model.unlink()
        client = self.stopped()
        source = client.frames()[0]["source"]
        text = client.ask("source", source=source, sourceReference=source["sourceReference"])["content"]
        lines = text.splitlines()
        line = next(number for number, one in enumerate(lines, 1) if "torch.mul" in one)
        found = client.ask("setBreakpoints", source=source, breakpoints=[{"line": line}])["breakpoints"][0]
        self.assertEqual((found["verified"], found["line"]), (True, line))
        stop = client.step("continue")
        self.assertEqual((stop["reason"], stop["hitBreakpointIds"], client.line()), ("breakpoint", [found["id"]], line))
        self.assertEqual(client.locals()["x"], "tensor float32 [1, 2]")
        self.assertEqual(client.evaluate("torch.ones(2).sum().item()"), "2.0")
        client.ask("stepBack", threadId=1)
        client.stop()
        self.assertLess(client.line(), line + len(lines))

    def test_a_function_breakpoint_and_the_result(self):
        client = self.start()
        client.ask("setFunctionBreakpoints", breakpoints=[{"name": "Net.helper"}])
        client.ask("configurationDone")
        self.assertEqual((client.stop()["reason"], client.frames()[0]["name"]), ("function breakpoint", "Net.helper"))
        client.ask("setFunctionBreakpoints", breakpoints=[])
        self.assertIsNone(client.step("continue"))
        self.assertRegex(client.text("console"), r"^script returned tensor\(\[\[")

    def test_launches_that_are_refused(self):
        for given, why in (({"engines": ["eager"]}, '`engines` of an archive must be \\["script"\\]'),
                           ({"init": "3"}, "`init` needs a class"),
                           ({"target": str(self.folder / "none.pt")}, "none.pt cannot be read"),
                           ({"target": str(self.folder / "net.ir")}, "must be FILE.py:NAME, package.module:NAME or FILE.pt")):
            with self.assertRaisesRegex(Failed, why):
                self.start(**given)

    def test_a_file_that_is_not_an_archive_ends_the_session_with_a_message(self):
        (self.folder / "net.pt").write_bytes(b"nothing")
        client = self.start()
        client.ask("configurationDone")
        self.assertIsNone(client.stop())
        self.assertIn("script cannot run", client.text("important"))


if __name__ == "__main__":
    unittest.main()
