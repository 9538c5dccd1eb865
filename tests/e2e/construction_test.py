#!/usr/bin/python3
"""tsviz and tsdbg compare show a module class as the workspace constructs it, without --init."""
import json
import os
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.environ.get("JITSCOPE_BIN", os.path.join(ROOT, "build/release/bin"))

NET = """\
import torch
from torch import nn


class Net(nn.Module):
    __constants__ = ["hasExtra"]

    def __init__(self, depth, hasExtra=False):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(depth)])
        self.hasExtra = hasExtra

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        if self.hasExtra:
            x = x.missing()
        return x
"""
EXPORT = """\
import torch
from app.net import Net


def export(depth):
    model = Net(depth, EXTRA)
    torch.jit.script(model).save("net.pt")


if __name__ == "__main__":
    export(3)
"""


def export(hasExtra):
    return EXPORT.replace("EXTRA", hasExtra)


class Construction(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name
        self.write("app/__init__.py", "")
        self.write("app/net.py", NET)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)

    def run_it(self, program, *arguments, folder=""):
        return subprocess.run([os.path.join(BIN, program), *arguments], cwd=os.path.join(self.folder, folder),
                              capture_output=True, text=True, check=False, timeout=60)

    def test_the_graph_is_that_of_the_scripted_instance(self):
        self.write("setup.py", "")
        self.write("tools/export.py", export("False"))
        for folder, path in (("", "app/net.py"), ("app", "net.py"), ("tools", "../app/net.py"),
                             ("/", os.path.join(self.folder, "app/net.py"))):
            run = self.run_it("tsviz", path + ":Net", "--format=code", folder=folder)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertIn('getattr(layers, "2")', run.stdout, path)
            self.assertEqual(run.stderr, "tsviz: constructed as in export.py:6: Net(3, False)\n")

    def test_the_graph_has_the_problems_that_the_checker_reports(self):
        self.write("setup.py", "")
        for extra, status in (("False", 0), ("True", 1)):
            self.write("export.py", export(extra))
            run = self.run_it("tsviz", "app/net.py:Net", "--format=ir")
            self.assertEqual(run.returncode, status, run.stderr)
            self.assertEqual("app/net.py:17" in run.stderr, status == 1, run.stderr)
            checked = self.run_it("tscheck", "--format=json", ".")
            found = [json.loads(line) for line in checked.stdout.splitlines()]
            self.assertEqual([one["line"] for one in found if one["file"].endswith("net.py")], [17] * status)

    def test_compare_calls_the_class_with_the_arguments_of_the_scripted_instance(self):
        self.write("setup.py", "")
        self.write("export.py", export("False"))
        run = self.run_it("tsdbg", "compare", "app/net.py:Net", "--inputs", "torch.ones(2, 4)", "--html", "page.html")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("tsdbg: constructed as in export.py:6: Net(3, False)\n", run.stderr)
        with open(os.path.join(self.folder, "page.html"), encoding="utf-8") as page:
            self.assertIn('["Created with","3, False, as in export.py:6"]', page.read())

    def test_a_root_of_the_project_file_gives_the_arguments(self):
        self.write("jitscope.toml", 'roots = ["app.net:Net(5)"]\n')
        run = self.run_it("tsviz", "app/net.py:Net", "--format=code")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(run.stderr, "tsviz: constructed as in jitscope.toml:1: Net(5)\n")

    def test_init_comes_before_what_the_workspace_says(self):
        self.write("setup.py", "")
        self.write("export.py", export("False"))
        run = self.run_it("tsviz", "app/net.py:Net", "--init", "1", "--format=code")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertNotIn('"1"', run.stdout)

    def test_without_a_project_the_folders_of_the_file_and_its_package_are_searched(self):
        self.write("export.py", export("False"))
        for folder, path in (("", "app/net.py"), ("app", "net.py")):
            run = self.run_it("tsviz", path + ":Net", "--format=code", folder=folder)
            self.assertEqual(run.stderr, "tsviz: constructed as in export.py:6: Net(3, False)\n")

    def test_the_option_names_the_folder_of_a_workspace_that_is_no_project(self):
        self.write("lib/net.py", NET)
        self.write("export.py", export("False").replace("app.net", "lib.net"))
        run = self.run_it("tsviz", "lib/net.py:Net", "--format=code")
        self.assertEqual(run.returncode, 2)
        self.assertEqual(run.stderr, (
            "tsviz: lib/net.py: `Net` needs arguments, and no call of it with known values was found: give values for "
            "`depth` with --init, or name a root such as \"net:Net(...)\" in the project file\n"))
        run = self.run_it("tsviz", "lib/net.py:Net", "--format=code", "--workspace", ".")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("export.py:6", run.stderr)

    def test_texts_that_are_not_saved_replace_their_files(self):
        self.write("setup.py", "")
        self.write("export.py", export("False"))
        path = os.path.join(self.folder, "app/net.py")
        self.write("unsaved.json", json.dumps({path: NET + "\n\ndef added(x):\n    return x.tanh()\n",
                                               os.path.join(self.folder, "export.py"): export("True")}))
        run = self.run_it("tsviz", path + ":added", "--format=code", "--unsaved", "unsaved.json")
        self.assertIn("torch.tanh(x)", run.stdout, run.stderr)
        run = self.run_it("tsviz", path + ":Net", "--format=code", "--unsaved", "unsaved.json")
        self.assertIn("tsviz: constructed as in export.py:6: Net(3, True)\n", run.stderr)
        for text, problem in (("[]", "must contain a JSON object"), ("{", "must contain a JSON object"), ('{"a.py": ""}', '"a.py" must be'),
                              (json.dumps({path: 1}), "must be an absolute path with a text")):
            self.write("unsaved.json", text)
            run = self.run_it("tsviz", path + ":Net", "--unsaved", "unsaved.json")
            self.assertEqual(run.returncode, 2)
            self.assertIn(problem, run.stderr)

    def construction(self, *arguments):
        run = self.run_it("tsviz", *arguments, "--construction")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return json.loads(run.stdout)

    def test_editors_get_the_construction_as_data(self):
        self.assertEqual(self.construction("app/net.py:Net"), {"missing": ["depth"]})
        self.write("setup.py", "")
        self.write("export.py", export("False"))
        self.assertEqual(self.construction("app/net.py:Net"), {"source": "export.py:6", "arguments": "3, False"})
        path = os.path.join(self.folder, "export.py")
        self.write("unsaved.json", json.dumps({path: export("True")}))
        self.assertEqual(self.construction(os.path.join(self.folder, "app/net.py") + ":Net", "--unsaved", "unsaved.json"), {"source": "export.py:6", "arguments": "3, True"})
        self.assertEqual(self.construction("app/net.py:nothing"), {})
        self.assertEqual(self.construction("model.pt"), {})

    def test_compare_says_which_arguments_are_missing(self):
        run = self.run_it("tsdbg", "compare", "app/net.py:Net", "--inputs", "torch.ones(2, 4)")
        self.assertEqual(run.returncode, 2)
        self.assertIn("give values for `depth` with --init", run.stderr)


if __name__ == "__main__":
    unittest.main()
