"""Sessions with a real tsls about roots: a model file shows the problems that files elsewhere cause by handing its classes
to torch.jit, and edits of either file update the other's problems."""

import os
import shutil
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from lsp_client import PATIENCE, Client  # noqa: E402

CAPABILITIES = {
    "window": {"workDoneProgress": True},
    "workspace": {"workspaceFolders": True},
    "textDocument": {"publishDiagnostics": {"relatedInformation": True}},
}
MODEL = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(width, 2)

    def forward(self, x):
        return self.layer(x).missing()
"""
EXPORT = """import torch
from model import Net


def export(path):
    torch.jit.script(Net(3)).save(path)
"""


class Roots(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)
        self.seen = {}

    def uri(self, name):
        return "file://" + os.path.join(self.root, name)

    def write(self, name, text):
        with open(os.path.join(self.root, name), "w", encoding="utf-8") as file:
            file.write(text)

    def client(self):
        client = Client(validate=True)
        client.initialize(CAPABILITIES, workspaceFolders=[{"uri": self.uri(""), "name": "root"}])
        self.addCleanup(lambda: self.assertEqual(client.problems, []))
        self.addCleanup(client.__exit__)
        return client

    def expect(self, client, name, wanted):
        """Waits until the published problems of the file are these pairs of line and severity."""
        def matches(message):
            if message.get("method") != "textDocument/publishDiagnostics" or message["params"]["uri"] != self.uri(name):
                return False
            self.seen[name] = message["params"]["diagnostics"]
            return sorted((d["range"]["start"]["line"] + 1, d["severity"]) for d in self.seen[name]) == wanted
        client.next(matches)
        return self.seen[name]

    def test_a_model_shows_the_problem_that_a_root_elsewhere_causes(self):
        self.write("model.py", MODEL)
        self.write("export.py", EXPORT)
        client = self.client()
        client.open(self.uri("model.py"), MODEL)
        found, = self.expect(client, "model.py", [(11, 1)])
        related = found["relatedInformation"]
        self.assertEqual([(r["location"]["uri"], r["message"]) for r in related],
                         [(self.uri("export.py"), "scripted at export.py:6")])

    def test_the_file_of_the_root_has_no_problem_of_its_own(self):
        self.write("model.py", MODEL)
        client = self.client()
        client.open(self.uri("export.py"), EXPORT)
        client.open(self.uri("model.py"), MODEL)
        self.expect(client, "model.py", [(11, 1)])
        self.assertEqual(self.seen.get("export.py", []), [])

    def test_a_file_that_is_not_open_shows_what_open_roots_cause(self):
        self.write("model.py", MODEL)
        client = self.client()
        client.open(self.uri("export.py"), EXPORT)
        self.expect(client, "model.py", [(11, 1)])
        client.change(self.uri("export.py"), [{"text": EXPORT.replace("torch.jit.script(Net(3))", "print")}], 2)
        self.expect(client, "model.py", [])
        client.change(self.uri("export.py"), [{"text": EXPORT}], 3)
        self.expect(client, "model.py", [(11, 1)])
        client.notify("textDocument/didClose", {"textDocument": {"uri": self.uri("export.py")}})
        self.expect(client, "model.py", [])

    def test_problems_of_roots_stay_while_a_line_is_unfinished(self):
        self.write("export.py", EXPORT)
        client = self.client()
        client.open(self.uri("model.py"), MODEL)
        self.expect(client, "model.py", [(11, 1)])
        client.change(self.uri("model.py"), [{"text": MODEL + "\n\ndef f(x):\n    return (x\n"}], 2)
        self.expect(client, "model.py", [(11, 1), (15, 1)])

    def test_methods_keep_their_problems_while_another_one_is_unfinished(self):
        text = MODEL.replace(".missing()", "") + """
    def second(self, x):
        return x.absent()

    def third(self, x):
        return self.second(x)


torch.jit.script(Net(3))
"""
        unfinished = text.replace("self.layer(x)", "self.layer(self.third(x)")
        client = self.client()
        client.open(self.uri("net.py"), unfinished)
        self.expect(client, "net.py", [(11, 1), (14, 1)])
        # The other methods are checked again, although the line stays unfinished.
        client.change(self.uri("net.py"), [{"text": unfinished.replace(".absent()", "")}], 2)
        self.expect(client, "net.py", [(11, 1)])
        client.change(self.uri("net.py"), [{"text": unfinished}], 3)
        self.expect(client, "net.py", [(11, 1), (14, 1)])
        at = {"textDocument": {"uri": self.uri("net.py")}, "position": {"line": 16, "character": 20}}
        hover = client.ask("textDocument/hover", at)
        self.assertIn("second", hover["result"]["contents"]["value"])

    def test_an_edit_of_the_root_updates_the_model(self):
        self.write("model.py", MODEL)
        self.write("export.py", EXPORT)
        client = self.client()
        client.open(self.uri("export.py"), EXPORT)
        client.open(self.uri("model.py"), MODEL)
        self.expect(client, "model.py", [(11, 1)])
        # Without a root the class is a candidate.
        client.change(self.uri("export.py"), [{"text": EXPORT.replace("torch.jit.script(Net(3))", "print")}], 2)
        self.expect(client, "model.py", [(11, 3)])
        client.change(self.uri("export.py"), [{"text": EXPORT}], 3)
        self.expect(client, "model.py", [(11, 1)])

    def test_an_edit_of_the_model_updates_its_problems(self):
        self.write("export.py", EXPORT)
        client = self.client()
        client.open(self.uri("model.py"), MODEL)
        self.expect(client, "model.py", [(11, 1)])
        client.change(self.uri("model.py"), [{"text": MODEL.replace(".missing()", "")}], 2)
        self.expect(client, "model.py", [])
        client.change(self.uri("model.py"), [{"text": "# one more line\n" + MODEL}], 3)
        self.expect(client, "model.py", [(12, 1)])

    def test_the_project_file_names_roots_and_severities(self):
        self.write("model.py", MODEL)
        self.write("jitscope.toml", 'roots = ["model:Net(3)"]\nseverity = { TS5001 = "warning" }\nexcluded = []\n')
        client = self.client()
        client.open(self.uri("model.py"), MODEL)
        found, = self.expect(client, "model.py", [(11, 2)])
        self.assertEqual([(r["location"]["uri"], r["message"]) for r in found["relatedInformation"]],
                         [(self.uri("jitscope.toml"), "scripted by jitscope.toml:1")])
        self.expect(client, "jitscope.toml", [(3, 2)])
        self.write("jitscope.toml", 'candidates = "error"\n')
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": self.uri("jitscope.toml"), "type": 2}]})
        self.expect(client, "model.py", [(11, 1)])
        self.expect(client, "jitscope.toml", [])

    def test_the_problems_of_a_projects_roots_show_in_files_that_are_not_open(self):
        self.write("model.py", MODEL)
        self.write("jitscope.toml", 'roots = ["model:Net(3)", "model:Nat(3)"]\n')
        client = self.client()
        self.expect(client, "jitscope.toml", [(1, 2)])
        self.expect(client, "model.py", [(11, 1)])

    def test_packages_of_an_environment_in_the_workspace_are_found(self):
        packages = ".venv/lib/python3.11/site-packages"
        os.makedirs(os.path.join(self.root, packages))
        self.write(packages + "/model.py", MODEL)
        client = self.client()
        client.open(self.uri("export.py"), EXPORT)
        found, = self.expect(client, "export.py", [(6, 1)])  # its own file is not the user's
        self.assertIn("model.py, line 11", found["message"])

    def test_lenses_stand_above_a_module_and_its_forward(self):
        client = Client(validate=True)
        self.addCleanup(client.__exit__)
        client.initialize(CAPABILITIES, initializationOptions={"commands": True})
        client.open(self.uri("model.py"), MODEL)
        lenses = client.ask("textDocument/codeLens", {"textDocument": {"uri": self.uri("model.py")}})["result"]
        self.assertEqual([(lens["range"]["start"]["line"] + 1, lens["command"]["title"], lens["command"]["arguments"][1])
                          for lens in lenses],
                         [(line, title, "Net") for line in (5, 10) 
                          for title in ("Show graph", "Compare eager, script and trace", "Debug")])

    def test_a_removed_folder_has_no_roots(self):
        other = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, other)
        with open(os.path.join(other, "export.py"), "w", encoding="utf-8") as file:
            file.write(EXPORT)
        self.write("model.py", MODEL)
        client = self.client()
        folders = [{"uri": "file://" + other, "name": "other"}]
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": folders, "removed": []}})
        client.open(self.uri("model.py"), MODEL)
        self.expect(client, "model.py", [(11, 1)])
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": folders}})
        self.expect(client, "model.py", [(11, 3)])

    def test_a_file_that_becomes_excluded_has_no_roots(self):
        self.write("model.py", MODEL)
        self.write("export.py", EXPORT)
        client = self.client()
        client.open(self.uri("model.py"), MODEL)
        self.expect(client, "model.py", [(11, 1)])
        self.write("jitscope.toml", 'exclude = ["export.py"]\n')
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": self.uri("jitscope.toml"), "type": 1}]})
        self.expect(client, "model.py", [(11, 3)])
        # While it is open, it is checked.
        client.open(self.uri("export.py"), "import torch\n\n@torch.jit.script\ndef f(x):\n    return x.missing()\n")
        self.expect(client, "export.py", [(5, 1)])

    def hover(self, client, name, line, character):
        at = {"textDocument": {"uri": self.uri(name)}, "position": {"line": line - 1, "character": character}}
        return client.ask("textDocument/hover", at)["result"]["contents"]["value"]

    def test_hovers_tell_the_construction_that_the_types_come_from(self):
        self.write("model.py", MODEL)
        self.write("export.py", EXPORT)
        client = self.client()
        client.open(self.uri("model.py"), MODEL)
        self.expect(client, "model.py", [(11, 1)])
        made = "`Net(3)` — constructed at export.py:6"
        self.assertIn(made, self.hover(client, "model.py", 5, 7))
        self.assertIn(made, self.hover(client, "model.py", 11, 21))  # self.layer
        self.assertNotIn("constructed", self.hover(client, "model.py", 10, 10))  # forward
        # The edit of the root is not saved.
        client.open(self.uri("export.py"), EXPORT)
        self.assertIn(made, self.hover(client, "export.py", 6, 22))
        client.change(self.uri("export.py"), [{"text": EXPORT.replace("Net(3)", "Net(width=64)")}], 2)
        # A hover does not wait for the roots to be followed again, and says until then what was known.
        end = time.monotonic() + PATIENCE
        while made in self.hover(client, "export.py", 6, 22) and time.monotonic() < end:
            pass  # each question is a round trip
        self.assertIn("`Net(width=64)` — constructed at export.py:6", self.hover(client, "export.py", 6, 22))
        # A class of which nothing is constructed has its defaults.
        alone = "from torch import nn\n\n\nclass Alone(nn.Module):\n    def forward(self, x):\n        return x\n"
        client.open(self.uri("alone.py"), alone)
        self.assertIn("`Alone()` — constructed with its defaults", self.hover(client, "alone.py", 4, 8))

    def test_skipped_roots_and_imports_are_information(self):
        client = self.client()
        client.open(self.uri("export.py"), "import torch\nimport not_there\n\ndef f(path):\n"
                                           "    torch.jit.script(torch.load(path))\n")
        found = self.expect(client, "export.py", [(2, 3), (5, 3)])
        self.assertEqual(sorted(d["code"] for d in found), ["TS1301", "TS1302"])


if __name__ == "__main__":
    unittest.main()
