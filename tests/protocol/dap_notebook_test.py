"""Tests `tsdbg dap` with a notebook: each code cell is a source of its own, and all cells share one module."""

import json
import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import dap_types  # noqa: E402
from dap_client import Client, Failed  # noqa: E402

CELLS = [
    """\
%matplotlib inline
import torch

def double(x):
    y = x * 2

    return y
""",
    """\
@torch.jit.script
def twice(x):
    if bool(x.sum() > 0):
        x = x + 1
    return x * 2

total = 0
for i in range(3):
    total += i
""",
    """\
result = double(total)
!echo done
scripted = twice(torch.ones(2))
print(result, scripted.sum().item())
""",
]


def write_notebook(path, cells):
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": {"language_info": {"name": "python"}}, "cells": []}
    for number, cell in enumerate(cells):
        notebook["cells"].append({"cell_type": "markdown", "metadata": {}, "source": f"# Part {number}"})
        notebook["cells"].append({"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None,
                                  "source": cell.splitlines(keepends=True)})
    path.write_text(json.dumps(notebook), encoding="utf-8")


class Notebooks(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.path = pathlib.Path(holder.name) / "work.ipynb"
        write_notebook(self.path, CELLS)

    def cell(self, number):
        return f"{self.path}#cell{number}"

    def uri(self, number):
        """A cell as VS Code names it: by a handle, which is not the cell's number."""
        return f"vscode-notebook-cell:{self.path}#W{2 * number - 1}sZmlsZQ%3D%3D"

    def client(self):
        client = Client(validate=dap_types.problem)
        self.addCleanup(client.__exit__)
        self.addCleanup(lambda: self.assertEqual(client.problems, []))
        return client

    def launch(self, breakpoints, **more):
        """breakpoints: lists of lines or of SourceBreakpoint objects by the path of the cell."""
        client = self.client()

        def configure(_):
            client.places = {}
            for path, wanted in breakpoints.items():
                wanted = [{"line": one} if isinstance(one, int) else one for one in wanted]
                client.places[path] = client.ask("setBreakpoints", source={"path": path}, breakpoints=wanted)["breakpoints"]

        client.launch(self.path, configure=configure, **more)
        return client

    def place(self, client):
        frame = client.frames(levels=1)[0]
        return frame["source"]["path"], frame["line"]

    def test_breakpoints_in_several_cells_stop_there(self):
        client = self.launch({self.cell(1): [5, 6], self.cell(3): [1, 2], self.cell(2): [9]})
        self.assertEqual([(one["verified"], one["line"]) for one in client.places[self.cell(1)]], [(True, 5), (True, 7)])
        self.assertEqual([(one["verified"], one["line"]) for one in client.places[self.cell(3)]], [(True, 1), (True, 3)])
        stops = []
        while (stop := client.stop()):
            self.assertEqual(stop["reason"], "breakpoint")
            stops.append(self.place(client))
            client.ask("continue", threadId=1)
        self.assertEqual(stops, [(self.cell(2), 9)] * 3 + [(self.cell(3), 1), (self.cell(1), 5), (self.cell(1), 7), (self.cell(3), 3)])
        self.assertEqual(client.text(), "6 8.0\n")

    def test_the_editor_names_the_cells(self):
        names = [self.uri(number) for number in (1, 2, 3)]
        client = self.launch({names[0]: [5], names[2]: [1]}, cells=names)
        self.assertTrue(client.places[names[0]][0]["verified"])
        client.stop()
        self.assertEqual(self.place(client), (names[2], 1))
        self.assertNotIn("sourceReference", client.frames(levels=1)[0]["source"])
        client.step("continue")
        self.assertEqual([(frame["source"]["path"], frame["line"]) for frame in client.frames()], [(names[0], 5), (names[2], 1)])
        locations = client.ask("breakpointLocations", source={"path": names[0]}, line=1, endLine=20)["breakpoints"]
        self.assertEqual([one["line"] for one in locations], [2, 4, 5, 7])
        targets = client.ask("gotoTargets", source={"path": names[0]}, line=7)["targets"]
        self.assertEqual([one["line"] for one in targets], [7])
        loaded = [one["path"] for one in client.ask("loadedSources")["sources"]]
        self.assertTrue(set(names) <= set(loaded))
        self.assertNotIn(str(self.path), loaded)

    def test_a_client_that_knows_no_cells_can_read_them(self):
        client = self.launch({self.cell(2): [7]})
        client.stop()
        source = client.frames(levels=1)[0]["source"]
        self.assertEqual(source["name"], "work.ipynb#cell2")
        text = client.ask("source", source=source, sourceReference=source["sourceReference"])["content"]
        self.assertEqual(text, CELLS[1])
        moved = client.ask("setBreakpoints", source=source, breakpoints=[{"line": 8}])["breakpoints"]
        self.assertTrue(moved[0]["verified"])
        client.step("continue")
        self.assertEqual(self.place(client), (self.cell(2), 8))

    def test_stepping_goes_from_a_cell_into_the_next(self):
        client = self.launch({}, stopOnEntry=True)
        client.stop()
        places = [self.place(client)]
        while client.step("next"):
            places.append(self.place(client))
        one, two, three = (self.cell(number) for number in (1, 2, 3))
        self.assertEqual(places, [(one, 2), (one, 4), (two, 1), (two, 2), (two, 1), (two, 2), (two, 7)] + [(two, 8), (two, 9)] * 3 +
                         [(two, 8), (three, 1), (three, 3), (three, 4)])

    def test_stepping_out_of_a_cell_stops_in_the_next(self):
        client = self.launch({self.cell(1): [2]})
        client.stop()
        client.step("stepOut")
        self.assertEqual(self.place(client)[0], self.cell(2))

    def test_conditions_and_log_points(self):
        client = self.launch({self.cell(2): [{"line": 9, "condition": "i == 2"}], self.cell(1): [{"line": 7, "logMessage": "y={y}"}]})
        client.stop()
        self.assertEqual(client.evaluate("(i, total)"), "(2, 1)")
        self.assertIsNone(client.step("continue"))
        self.assertEqual(client.text("console"), "y=6\n")

    def test_functions_of_other_cells_are_in_scope(self):
        client = self.launch({self.cell(3): [3]})
        client.stop()
        self.assertEqual(client.evaluate("double(4)"), "8")
        self.assertEqual(client.locals()["total"], "3")
        self.assertEqual(client.evaluate("__name__"), "'__main__'")

    def test_a_graph_is_debugged_in_its_cell(self):
        client = self.launch({self.cell(2): [4]})
        client.stop()
        self.assertEqual([(frame["name"], frame["source"]["path"], frame["line"]) for frame in client.frames()
                          if frame.get("presentationHint") != "subtle"],
                         [("twice", self.cell(2), 4), ("<module>", self.cell(3), 3)])
        self.assertEqual(client.evaluate("double(3)"), "6")
        client.step("next")
        self.assertEqual(self.place(client), (self.cell(2), 5))

    def test_steps_back_over_the_border_of_cells(self):
        client = self.launch({self.cell(3): [1]}, record=True)
        client.stop()
        client.step("stepBack")
        self.assertEqual(self.place(client), (self.cell(2), 8))
        client.ask("setBreakpoints", source={"path": self.cell(1)}, breakpoints=[{"line": 4}])
        client.step("reverseContinue")
        self.assertEqual(self.place(client), (self.cell(1), 4))
        client.step("next")
        self.assertEqual(self.place(client), (self.cell(2), 1))

    def test_a_traceback_names_the_cell(self):
        write_notebook(self.path, ["def f(x):\n    return 1 / x\n", "f(0)\n", "print('unreached')\n"])
        client = self.client()
        client.launch(self.path, configure=lambda one: one.ask("setExceptionBreakpoints", filters=["uncaught"]))
        self.assertEqual(client.stop()["reason"], "exception")
        trace = client.ask("exceptionInfo", threadId=1)["details"]["stackTrace"]
        self.assertIn(f'File "{self.cell(1)}", line 2, in f', trace)
        self.assertIsNone(client.step("continue"))
        self.assertIn(f'File "{self.cell(2)}", line 1, in <module>', client.text("stderr"))
        self.assertEqual(client.text(), "")

    def test_wrong_notebooks_and_names_are_refused(self):
        def refusal(**more):
            client = self.client()
            client.ask("initialize", adapterID="torchscript")
            with self.assertRaises(Failed) as raised:
                client.ask("launch", **{"program": str(self.path), **more})
            return str(raised.exception)

        self.assertIn("must be an array of different strings", refusal(cells=["a", "a", "b"]))
        self.assertIn("must be an array of different strings", refusal(cells=7))
        self.assertEqual(refusal(cells=["a"]), f"`cells` has 1 names, but {self.path} has 3 code cells; save the notebook first")
        self.assertIn("needs a `program` that is a notebook", refusal(program="a.py", cells=["a"]))
        write_notebook(self.path, ["x = 1\n", "y =\n"])
        self.assertIn(f"{self.cell(2)} is not valid Python", refusal())
        self.path.write_text("{", encoding="utf-8")
        self.assertEqual(refusal(), f"{self.path}: the notebook is not valid JSON: line 1, column 2")

    def test_the_notebook_itself_has_no_lines(self):
        client = self.launch({str(self.path): [1]})
        place = client.places[str(self.path)][0]
        self.assertFalse(place["verified"])
        self.assertIn("name one of its 3 code cells", place["message"])


if __name__ == "__main__":
    unittest.main()
