#!/usr/bin/python3
"""The SVG that tsviz draws is the first view of the viewer's page: both place boxes, labels and edges alike.

`./dev conformance pictures` says the same of torchvision's models."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(os.path.join(ROOT, "tests/support"))
import first_view  # noqa: E402

TSVIZ = os.path.join(os.environ.get("JITSCOPE_BIN", os.path.join(ROOT, "build/release/bin")), "tsviz")

NET = '''
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, inner: int):
        super().__init__()
        self.conv1 = nn.Conv2d(inner, inner, 3, padding=1)
        self.norm = nn.BatchNorm2d(inner)
        self.conv2 = nn.Conv2d(inner, inner, (1, 3), padding=(0, 1), dilation=1)

    def forward(self, x):
        y = torch.relu(self.norm(self.conv1(x)))
        return torch.cat([self.conv2(y) + x, y], 1)[:, : x.shape[1]]


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 16, 7, stride=2), nn.ReLU(), nn.MaxPool2d(3))
        self.layers = nn.Sequential(*[Block(16) for _ in range(4)])
        self.other = nn.ModuleList([Block(16), nn.Identity()])
        self.head = nn.Linear(16, 10)

    def forward(self, x, flag: bool = True):
        x = self.stem(x)
        y = self.layers(x)
        for layer in self.other:
            y = layer(y) + x
        if flag:
            y = y * 2
        else:
            y = y.tanh()
        i = 0
        while i < 3:
            y = y.abs() + i
            i += 1
        return self.head(y.mean([2, 3])), x


class Long(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(*[nn.Linear(8 + i, 9 + i) for i in range(24)])

    def forward(self, x):
        return self.layers(x)
'''


@unittest.skipUnless(shutil.which("node") and shutil.which("esbuild"), "Node.js runs the viewer's layout")
class FirstView(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        with open(os.path.join(cls.folder.name, "net.py"), "w", encoding="utf-8") as out:
            out.write(NET)
        cls.script = first_view.bundle(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def tsviz(self, *arguments):
        run = subprocess.run([TSVIZ, *arguments], cwd=self.folder.name, capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def check(self, *arguments, page=None):
        view = self.tsviz(*arguments, "--format=view")
        columns = ["--fit", "%dx%d" % page] if page else []
        file = first_view.file_places(self.tsviz(*arguments, *columns))
        aspect = page[0] / page[1] if page else None
        self.assertEqual(first_view.differences(first_view.page_places(self.script, view, aspect), file), [])
        self.assertGreater(len(file["boxes"]), 4)
        return file

    def test_a_file_shows_what_the_page_shows_first(self):
        for target in ("net.py:Net", "net.py:Long"):
            self.check(target, "--init", "")

    def test_groups_that_are_open_lie_where_the_page_opens_them(self):
        for depth in ("0", "1", "2", "9"):
            self.check("net.py:Net", "--init", "", "--depth", depth)

    def test_shapes_are_labels_at_the_same_places(self):
        file = self.check("net.py:Net", "--init", "", "--inputs", "torch.ones(1, 3, 64, 64)", "--depth", "9")
        self.assertGreater(len(file["labels"]), 8)

    def test_a_long_group_has_the_same_columns(self):
        for target in ("net.py:Net", "net.py:Long"):
            self.check(target, "--init", "", "--depth", "9", page=(1920, 1080))


if __name__ == "__main__":
    unittest.main()
