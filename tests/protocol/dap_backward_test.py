"""Tests `tsdbg dap` in the run of the tape: frames, steps, breakpoints on gradients, NaN, steps back over an optimizer."""

import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import dap_types  # noqa: E402
from dap_client import Client  # noqa: E402

TRAIN = """\
import torch


def loss_of(w, x):
    y = torch.tanh(w * x)
    return y.sum()


def train():
    w = torch.tensor([0.5, -0.5], requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.5)
    for i in range(2):
        loss = loss_of(w, torch.ones(2))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return w


train()
zero = torch.zeros(1, requires_grad=True)
(zero.sqrt() * 0).backward()


@torch.jit.script
def scripted(x):
    y = torch.exp(x)
    return y * y


scripted(torch.ones(2, requires_grad=True)).sum().backward()
"""
TANH, SUM, BACKWARD, STEP, ROOT, EXP = 5, 6, 15, 16, 22, 27


class Backward(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "train.py"
        self.path.write_text(TRAIN, encoding="utf-8")

    def client(self, breakpoints=(), filters=(), functions=(), **more):
        client = Client(validate=dap_types.problem)
        self.addCleanup(lambda: self.assertEqual(client.problems, []))
        self.addCleanup(client.__exit__)

        def configure(client):
            client.ask("setExceptionBreakpoints", filters=list(filters))
            client.ask("setFunctionBreakpoints", breakpoints=list(functions))

        client.launch(self.path, breakpoints=breakpoints, configure=configure, **more)
        return client

    def places(self, client):
        return [(frame["name"], frame["line"]) for frame in client.frames() if frame.get("presentationHint") != "subtle"]

    def test_a_step_enters_the_tape_at_forward_lines(self):
        client = self.client([BACKWARD])
        client.stop()
        client.step("stepIn")
        outer = [("train", BACKWARD), ("<module>", 20)]
        self.assertEqual(self.places(client), [("SumBackward0", SUM), *outer])
        self.assertEqual(client.locals(), {"gradient": "tensor float32 []"})
        client.step("next")
        self.assertEqual(self.places(client), [("TanhBackward0", TANH), ("SumBackward0", SUM), *outer])
        self.assertEqual(client.evaluate("gradient * 2", "repl"), "tensor([2., 2.])")
        client.step("stepIn")
        self.assertEqual(self.places(client), [("MulBackward0", TANH), ("TanhBackward0", TANH), ("SumBackward0", SUM), *outer])
        client.step("stepOut")
        self.assertEqual(self.places(client), outer)
        client.step("next")
        self.assertEqual(self.places(client)[0], ("train", STEP))

    def test_a_breakpoint_on_the_gradient_of_a_line(self):
        client = self.client([{"line": SUM, "mode": "gradient"}])
        self.assertEqual([one["mode"] for one in client.capabilities["breakpointModes"]], ["gradient"])
        stop = client.stop()
        self.assertEqual((stop["reason"], self.places(client)[0]), ("breakpoint", ("SumBackward0", SUM)))
        self.assertEqual(client.evaluate("i", frameId=client.frames()[-2]["id"]), "0")
        client.step("continue")
        self.assertEqual(client.evaluate("i", frameId=client.frames()[-2]["id"]), "1")
        self.assertIsNone(client.step("continue"))

    def test_a_breakpoint_on_nodes_by_name(self):
        client = self.client(functions=[{"name": "TanhBackward0", "condition": "gradient.sum() > 1"}])
        stop = client.stop()
        self.assertEqual((stop["reason"], self.places(client)[0]), ("function breakpoint", ("TanhBackward0", TANH)))
        client.step("continue")
        self.assertIsNone(client.step("continue"))

    def test_gradients_are_beside_values_and_watched(self):
        client = self.client([BACKWARD])
        client.stop()
        shown = client.variables(client.scope())
        loss = client.variables(shown["loss"]["variablesReference"])
        self.assertIn("SumBackward0", loss["grad_fn"]["value"])
        self.assertNotIn("grad", loss)
        w = client.variables(shown["w"]["variablesReference"])
        self.assertEqual(w["grad"]["value"], "None")
        info = client.ask("dataBreakpointInfo", variablesReference=shown["w"]["variablesReference"], name="grad")
        self.assertEqual(info["description"], "w.grad in train")
        client.ask("setBreakpoints", source={"path": str(self.path)}, breakpoints=[])
        client.ask("setDataBreakpoints", breakpoints=[{"dataId": info["dataId"]}])
        stop = client.step("continue")
        self.assertEqual(stop["reason"], "data breakpoint")
        self.assertRegex(stop["text"], r"^w\.grad: None → tensor\(\[0\.7")

    def test_the_first_nan_in_a_gradient_names_its_node(self):
        client = self.client(filters=["nan"])
        stop = client.stop()
        self.assertEqual(stop["reason"], "exception")
        self.assertEqual(stop["text"], f"SqrtBackward0 made 1 NaN and 0 Inf of 1 elements of its gradients ({self.path}:{ROOT})")
        self.assertEqual(self.places(client)[0], ("SqrtBackward0", ROOT))

    def test_steps_back_over_an_optimizer(self):
        client = self.client([STEP], record=True)
        client.stop()
        before = client.evaluate("w", "repl"), client.evaluate("w.grad", "repl")
        client.step("next")
        self.assertNotEqual(client.evaluate("w", "repl"), before[0])
        client.step("stepBack")
        self.assertEqual((client.line(), client.evaluate("w", "repl"), client.evaluate("w.grad", "repl")), (STEP, *before))
        # Back into the tape, which is a part of the line before.
        client.step("stepBack")
        self.assertEqual(client.line(), BACKWARD)
        self.assertEqual(client.evaluate("w.grad"), "None")
        client.step("stepIn")
        self.assertEqual(self.places(client)[0], ("SumBackward0", SUM))
        client.step("next")
        client.step("stepBack")
        self.assertEqual(self.places(client)[0], ("SumBackward0", SUM))

    def test_nodes_of_scripted_code_have_its_lines(self):
        client = self.client([{"line": EXP, "mode": "gradient"}, EXP])
        self.assertEqual(client.stop()["reason"], "breakpoint")
        # A graph in which breakpoints lie has the events of nodes.
        self.assertEqual(client.step("continue")["reason"], "breakpoint")
        self.assertEqual(self.places(client)[0], ("ExpBackward0", EXP))


if __name__ == "__main__":
    unittest.main()
