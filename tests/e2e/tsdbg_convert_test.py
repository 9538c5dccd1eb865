#!/usr/bin/python3
"""tsdbg convert from a user's view: the report, errors with their lines, and files that appear whole or not at all."""
import os
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.environ.get("JITSCOPE_BIN", os.path.join(ROOT, "build/release/bin"))

MODEL = """\
import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(8, 8)

    def forward(self, x):
        y = self.layer(x)
        if bool(y.sum() > 0):
            y = y * 2
        return y


class Counter(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.zeros(1))

    def forward(self, x):
        self.count += 1
        return x + self.count


def unknown(x):
    y = x + 1
    return torch.digamma(y)


def maybe(x, y: torch.Tensor):
    flat = y.reshape(-1)
    y.add_(1)
    return flat + x
"""


class Convert(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name
        with open(os.path.join(self.folder, "model.py"), "w", encoding="utf-8") as out:
            out.write(MODEL)

    def convert(self, *arguments, status=0):
        done = subprocess.run([os.path.join(BIN, "tsdbg"), "convert", *arguments], cwd=self.folder, capture_output=True, text=True,
                              timeout=120, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout if status == 0 else done.stderr

    def files(self):
        return sorted(name for name in os.listdir(self.folder) if name.startswith((".", "net")))

    def test_reports_the_model(self):
        out = self.convert("model.py:Net", "--inputs", "torch.zeros(2, 8)", "--dynamic", "x:0=rows", "-o", "net.onnx")
        self.assertIn("input x: float32 [rows, 8]", out)
        self.assertIn("output output: float32", out)
        with open(os.path.join(self.folder, "net.onnx"), "rb") as file:
            content = file.read()
        self.assertIn(b"layer.weight", content)
        self.assertIn(b"/layer/Gemm", content)
        self.assertIn(b"model.py:12", content)  # the Python line of a node

    def test_gives_the_same_bytes_again(self):
        for name in ("net1.onnx", "net2.onnx"):
            self.convert("model.py:Net", "--init", "", "--inputs", "torch.zeros(2, 8)", "-o", name)
        contents = [open(os.path.join(self.folder, name), "rb").read() for name in ("net1.onnx", "net2.onnx")]
        self.assertEqual(*contents)

    def test_names_the_line_that_cannot_be_expressed(self):
        err = self.convert("model.py:unknown", "--inputs", "torch.zeros(2)", "-o", "net.onnx", status=1)
        self.assertIn("model.py:28:12: error: `aten::digamma` has no ONNX form", err)
        self.assertEqual(self.files(), [])

    def test_refuses_state_and_uncertain_views(self):
        err = self.convert("model.py:Counter", "--inputs", "torch.zeros(1)", "-o", "net.onnx", status=1)
        self.assertIn("`count` is written to, and ONNX models keep no state between runs", err)
        err = self.convert("model.py:maybe", "--inputs", "torch.zeros(4), torch.zeros(2, 2)", "-o", "net.onnx", status=1)
        self.assertIn("depends on strides", err)

    def test_tells_wrong_usage(self):
        err = self.convert("model.py:Net", "--inputs", "torch.zeros(2, 8)", "--dynamic", "y:0", "-o", "net.onnx", status=2)
        self.assertIn("the inputs are `x` with 2 dimensions", err)
        self.convert("model.py:Net", "--inputs", "torch.zeros(2, 8)", "--opset", "5", "-o", "net.onnx", status=2)
        self.convert("model.py:Net", "--inputs", "torch.zeros(2, 8)", status=2)
        self.assertEqual(self.files(), [])

    def test_leaves_no_half_file(self):
        err = self.convert("model.py:Net", "--inputs", "torch.zeros(2, 8)", "-o", "missing/net.onnx", status=2)
        self.assertIn("missing/net.onnx: No such file or directory", err)
        if os.path.exists("/dev/full"):
            err = self.convert("model.py:Net", "--inputs", "torch.zeros(2, 8)", "-o", "/dev/full", status=2)
            self.assertIn("No space left on device", err)


if __name__ == "__main__":
    unittest.main()
