#!/usr/bin/python3
"""tsdbg compare from a user's view: exit status, text, JSON, the HTML page, the search."""
import json
import os
import re
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TSDBG = os.path.join(os.environ.get("JITSCOPE_BIN", os.path.join(ROOT, "build/release/bin")), "tsdbg")

MODEL = """\
import torch


def by_sum(x):
    if x.sum() > 10:
        return x
    return x + 1


def same(x):
    return x * 2


def power(n: int):
    return 2 ** n


def has_set(x):
    y = x + 1
    return y + len({1, 2})


def misleading(x):
    if x.sum() > 0:
        raise RuntimeError("model.py:1:1: error: not of the compiler")
    return x


def lacks_an_operator(x):
    return torch.linalg.ldl_factor(x)[0]


@torch.jit.script
def decorated(n: int):
    return 2 ** n


def amplifies(x):
    grown = torch.sum(x.view(100, 100) * 3, 1)
    return torch.sin(grown * 1e10) - 1


class Scaled(torch.nn.Module):
    def forward(self, x):
        y = x * 1
        return y / y.max().item()


def picky(x):
    if x.sum() < 0:
        return {"a": x}["b"]
    if x.sum() > 10:
        return torch.full((1,), 2 ** 3)
    return x + 1


class Named(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = torch.nn.Dropout(0.5)

    def forward(self, x):
        return {"out": self.drop(x), "more": x + 1}


def lacks_a_module(x):
    import sqlite3
    return x + len(sqlite3.connect("a"))
"""


class Compare(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name
        with open(os.path.join(self.folder, "model.py"), "w", encoding="utf-8") as out:
            out.write(MODEL)

    def run_it(self, *arguments):
        return subprocess.run([TSDBG, "compare", *arguments], cwd=self.folder, capture_output=True, text=True, check=False,
                              timeout=120)

    def test_engines_that_agree_end_with_0(self):
        done = self.run_it("model.py:same", "--inputs", "torch.ones(2)")
        self.assertEqual((done.returncode, done.stdout), (0, "eager, script and trace agree (result: float32 tensor of shape [2])\n"))

    def test_a_target_that_needs_what_jitscope_lacks_ends_with_2(self):
        for target, what in (("lacks_an_operator", "linalg_ldl_factor isn't available in JitScope yet"),
                             ("lacks_a_module", "JitScope has no 'sqlite3.connect'")):
            done = self.run_it(f"model.py:{target}", "--inputs", "torch.eye(2)")
            self.assertEqual((done.returncode, done.stdout), (2, ""), target)
            self.assertIn(what, done.stderr)

    def test_gradients_are_compared_where_results_agree(self):
        self.write("grads.py", """\
import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.body = torch.nn.Linear(3, 3)
        self.head = torch.nn.Linear(3, 2)

    def forward(self, x):
        with torch.no_grad():
            features = self.body(x)
        return self.head(features)
""")
        net = ["grads.py:Net", "--init", "", "--inputs", "torch.ones(1, 3)"]
        self.assertEqual(self.run_it(*net).returncode, 0)
        done = self.run_it(*net, "--gradients")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("trace diverges from eager: gradient\ngrads.py:12:13: only trace has gradients here: AddmmBackward0\n", done.stdout)
        self.assertIn("  outcome: gradient of input 1: None and ", done.stdout)
        self.assertIn("; 2 others differ\n", done.stdout)
        self.assertIn("eager and script agree (result: float32 tensor of shape [1, 2], gradients: 2 of 5)\n", done.stdout)

    def test_a_divergence_ends_with_1_and_shows_its_line(self):
        done = self.run_it("model.py:by_sum", "--inputs", "torch.ones(20)", "--example", "torch.ones(2)")
        self.assertEqual(done.returncode, 1)
        self.assertIn("trace diverges from eager: branch\nmodel.py:5:8: ", done.stdout)
        self.assertIn("    5 |     if x.sum() > 10:\n      |        ^^^^^^^^^^^^\n", done.stdout)
        self.assertIn("eager and script agree", done.stdout)

    def test_a_module_that_returns_a_dict_is_traced_without_strict(self):
        done = self.run_it("model.py:Named", "--inputs", "torch.ones(2)", "--eval")
        self.assertEqual(done.returncode, 1)
        self.assertIn("it can't be traced", done.stdout)
        done = self.run_it("model.py:Named", "--inputs", "torch.ones(2)", "--eval", "--no-strict")
        self.assertEqual((done.returncode, done.stdout), (0, "eager, script and trace agree (result: dict of 2)\n"))
        done = self.run_it("model.py:same", "--inputs", "torch.ones(2)", "--eval")
        self.assertEqual(done.returncode, 2)
        self.assertIn("the target is not a module", done.stderr)

    def test_each_of_several_inputs_is_compared_with_the_trace_of_the_first(self):
        small, large = "torch.ones(2)", "torch.ones(20)"
        done = self.run_it("model.py:by_sum", "--inputs", small, "--inputs", large)
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stdout.startswith(f"inputs 2 of 2: {large}\n\ntrace diverges from eager: branch\n"), done.stdout)
        done = self.run_it("model.py:by_sum", "--inputs", small, "--inputs", "[0.1 * torch.ones(3)][0]")
        self.assertEqual((done.returncode, done.stdout[:22]), (0, "with each of 2 inputs:"))

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as out:
            out.write(text)

    def test_without_inputs_the_traces_of_the_workspace_give_them(self):
        self.write("jitscope.toml", "")
        self.write("export.py", """\
import torch
from model import Named, by_sum

example = torch.tensor([4.0, 5.0])
torch.jit.trace(by_sum, example)
model = Named().eval()
torch.jit.trace_module(model, {"forward": (torch.zeros(1, 200, dtype=torch.float64),)}, strict=False)
""")
        done = self.run_it("model.py:by_sum")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("tsdbg: inputs as in export.py:5: torch.tensor([4, 5], dtype=torch.float32)\n", done.stderr)
        done = self.run_it("model.py:Named", "--no-strict", "--eval", "--json")
        self.assertEqual(json.loads(done.stdout)["inputs"], "torch.randn(1, 200, dtype=torch.float64)")
        self.assertEqual(done.returncode, 0, done.stdout)
        # A target without parameters has no example.
        self.write("plain.py", "def one():\n    return 1\n")
        self.assertEqual(self.run_it("plain.py:one", "--engines=eager,script").returncode, 0)

    def test_a_divergence_of_training_mode_does_not_hide_the_others(self):
        self.write("trained.py", """\
import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.BatchNorm1d(2)

    def forward(self, x):
        y = self.norm(x)
        if x.sum() > 10:
            y = y * 2
        return y


class Plain(Net):
    def forward(self, x):
        return self.norm(x) + len(str(self.training))
""")
        done = self.run_it("trained.py:Plain", "--inputs", "torch.ones(3, 2)")
        self.assertIn("trace diverges from eager in the call after eval(): training-mode\n", done.stdout)
        self.assertIn("  note: the engines agree with --eval, which calls eval() before torch.jit\n", done.stdout)
        # The branch decides nothing in training mode: the results of the norm are zeros.
        done = self.run_it("trained.py:Net", "--inputs", "torch.full((3, 2), 8.0)", "--example", "torch.ones(3, 2)",
                           "--engines=eager,trace", "--json")
        causes = [(one["cause"], one["evaluated"]) for one in json.loads(done.stdout)["divergences"]]
        self.assertEqual(causes, [("training-mode", False), ("branch", True)])

    def test_scripts_return_the_numbers_of_pytorchs_wrong_constants_on_request(self):
        self.write("folded.py", """\
import torch


def counts(n: int):
    a = torch.zeros(1)
    b = torch.ones(1)
    for i in range(n):
        a, b = b, a
        a += 1
    return a + b


class Net(torch.nn.Module):
    def forward(self, x):
        return counts(3) + x
""")
        for target, inputs in ("counts", "3"), ("Net", "torch.zeros(1)"):
            plain = "--inputs", inputs, "--engines=eager,script,compiled"
            self.assertEqual(self.run_it(f"folded.py:{target}", *plain).returncode, 0)
            done = self.run_it(f"folded.py:{target}", *plain, "--fold-as-pytorch")
            # Real PyTorch returns 4, 5, 6, ...
            self.assertIn("outcome: result: 4 and 5 ", done.stdout)
            self.assertIn("folded.py:9:9: each call changes a tensor that PyTorch has made a constant (TS8011)", done.stdout)
            self.assertIn("compiled diverges from eager in the second call", done.stdout)

    def test_memory_that_no_operator_has_written_is_not_a_cause(self):
        self.write("packed.py", """\
import torch
from torch.nn.utils.rnn import pack_padded_sequence


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = torch.nn.LSTM(3, 4)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(x, lengths, enforce_sorted=False)
        return self.lstm(packed)[1][0]
""")
        done = self.run_it("packed.py:Net", "--torch=1.13", "--engines=eager,trace", "--example", "torch.ones(5, 2, 3), torch.tensor([5, 3])",
                           "--inputs", "torch.ones(5, 3, 3), torch.tensor([5, 3, 2])")
        self.assertEqual(done.returncode, 1)
        self.assertIn("packed.py:12:16: the trace keeps", done.stdout)

    def test_a_search_goes_on_where_all_engines_raise(self):
        for inputs in "torch.ones(2)", "torch.full((2,), -1.0)":
            done = self.run_it("model.py:picky", "--inputs", inputs, "--engines=eager,script", "--search=200", "--json")
            self.assertEqual(json.loads(done.stdout)["cause"], "script-semantics", inputs)
        done = self.run_it("model.py:picky", "--inputs", "torch.full((2,), -1.0)", "--engines=eager,script", "--search=1", "--json")
        self.assertEqual(json.loads(done.stdout)["cause"], "exception")

    def test_json_is_one_object(self):
        done = self.run_it("model.py:power", "--inputs", "3", "--engines=eager,script", "--json")
        report = json.loads(done.stdout)
        self.assertEqual(done.returncode, 1)
        wanted = dict(verdict="diverges", engines=["eager", "script"], file="model.py", line=15, cause="script-semantics")
        self.assertEqual({key: report[key] for key in wanted}, wanted)
        self.assertIn("8.0", report["detail"])
        self.assertEqual([each["cause"] for each in report["divergences"]], ["script-semantics"])

    def test_a_decorated_function_runs_as_python_in_eager(self):
        done = self.run_it("model.py:decorated", "--inputs", "3", "--engines=eager,script", "--json")
        self.assertEqual(json.loads(done.stdout)["cause"], "script-semantics")

    def test_json_has_the_same_keys_when_engines_agree(self):
        done = self.run_it("model.py:same", "--inputs", "torch.ones(2)", "--json")
        report = json.loads(done.stdout)
        wanted = dict(verdict="agrees", engines=["eager", "script", "trace"], file=None, line=None, cause=None, detail=None, divergences=[])
        self.assertEqual({key: report[key] for key in wanted}, wanted)

    def test_a_compile_error_has_its_place_and_rule(self):
        done = self.run_it("model.py:has_set", "--inputs", "torch.ones(2)", "--engines=eager,script", "--json")
        report = json.loads(done.stdout)
        wanted = dict(verdict="diverges", file="model.py", line=20, code="{1, 2}", cause="exception", runs=False)
        self.assertEqual({key: report[key] for key in wanted}, wanted)
        self.assertRegex(report["detail"], r"^it can't be scripted: RuntimeError: .+ \[TS\d{4}\]$")
        text = self.run_it("model.py:has_set", "--inputs", "torch.ones(2)", "--engines=eager,script").stdout
        self.assertIn("script doesn't run\nmodel.py:20:20: it can't be scripted: RuntimeError: ", text)
        self.assertIn("   20 |     return y + len({1, 2})\n      |                    ^^^^^^\n", text)

    def test_a_message_that_looks_like_a_compile_error_is_only_text(self):
        done = self.run_it("model.py:misleading", "--inputs", "torch.ones(2)", "--example", "-torch.ones(2)",
                           "--engines=eager,trace", "--json")
        report = json.loads(done.stdout)
        self.assertEqual((report["verdict"], report["line"], report["runs"]), ("diverges", 24, True))
        self.assertIn("RuntimeError: model.py:1:1: error: not of the compiler", report["outcome"])

    def test_compiled_code_takes_part_when_it_is_named(self):
        done = self.run_it("model.py:same", "--inputs", "torch.ones(2)", "--engines=eager,script,compiled")
        self.assertEqual((done.returncode, done.stdout),
                         (0, "eager, script and compiled agree (result: float32 tensor of shape [2])\n"))
        done = self.run_it("model.py:power", "--inputs", "3", "--engines=eager,compiled", "--json")
        report = json.loads(done.stdout)
        self.assertEqual((report["engine"], report["line"], report["cause"]), ("compiled", 15, "script-semantics"))

    def test_the_operator_whose_machine_code_differs_is_named(self):
        # The sine of a large number shows the last bits of a sum, which machine code adds in another order.
        done = self.run_it("model.py:amplifies", "--inputs", "torch.linspace(0, 1, 10000)", "--engines=eager,compiled", "--json")
        report = json.loads(done.stdout)
        self.assertEqual((report["engine"], report["code"], report["cause"], report["detail"]),
                         ("compiled", "torch.sum", "value", "fused machine code for aten::sum differs from the interpreter"))

    def test_a_search_prints_the_inputs_that_it_finds_as_python(self):
        done = self.run_it("model.py:by_sum", "--inputs", "torch.ones(2)", "--search", "100", "--json")
        report = json.loads(done.stdout)
        self.assertEqual((report["verdict"], report["line"], report["cause"]), ("diverges", 5, "branch"))
        self.assertTrue(report["search"]["found"])
        self.assertTrue(report["inputs"].startswith("torch."))

    def page(self, *arguments):
        """The data of the page, and the page."""
        self.run_it(*arguments, "--html", "page.html")
        with open(os.path.join(self.folder, "page.html"), encoding="utf-8") as file:
            page = file.read()
        return json.loads(re.search(r'<script id="picture" type="application/json">(.*?)</script>', page, re.S)[1]), page

    def test_the_page_starts_at_the_divergence_with_the_values_of_both(self):
        picture, page = self.page("model.py:by_sum", "--inputs", "torch.ones(20)", "--example", "torch.ones(2)")
        self.assertIsNone(re.search(r"<(script|link|img)[^>]*(src|href)=", page))
        self.assertEqual(picture["comparison"]["sides"], ["script", "trace"])
        start = picture["nodes"][picture["selected"]]
        self.assertEqual((start["kind"], start["place"]["line"]), ("aten::gt", 5))
        self.assertEqual([mark["kind"] for mark in start["marks"]], ["removed", "baked", "diverges"])
        self.assertIn("branch: the trace contains only one path", start["marks"][2]["text"])
        self.assertEqual(picture["values"][start["outputs"][0]]["seen"], {"first": "tensor(True)", "second": ""})
        added = next(node for node in picture["nodes"] if node["kind"] == "aten::add")
        self.assertEqual([mark["kind"] for mark in added["marks"]], ["added"])
        self.assertIn("prim::If", [node["kind"] for node in picture["nodes"]])

    def test_the_page_has_the_report(self):
        picture, _ = self.page("model.py:by_sum", "--inputs", "torch.ones(20)", "--example", "torch.ones(2)")
        facts = dict(picture["comparison"]["facts"])
        self.assertEqual((facts["Verdict"], facts["Inputs"], facts["Traced with"]), ("diverges", "torch.ones(20)", "torch.ones(2)"))
        tables = {table["title"]: table for table in picture["comparison"]["tables"]}
        row = tables["Divergences"]["rows"][0]
        self.assertEqual((row["cells"][:2], row["place"]["line"]), (["trace in the first call", "branch"], 5))
        self.assertEqual(picture["nodes"][row["node"]]["kind"], "aten::gt")
        operators = tables["Operators that ran"]
        self.assertEqual(operators["columns"], ["eager", "trace"])
        self.assertIn(["aten::gt(tensor(20.), 10) -> tensor(True)", ""], [row["cells"] for row in operators["rows"]])

    def test_the_page_shows_how_much_the_first_different_results_differ(self):
        picture, _ = self.page("model.py:Scaled", "--init", "", "--inputs", "torch.tensor([1., 4.])", "--example", "torch.tensor([1., 2.])")
        different = [node for node in picture["nodes"] if any("inputs agree" in mark["text"] for mark in node["marks"])]
        self.assertEqual([node["kind"] for node in different], ["aten::div"])
        seen = picture["values"][different[0]["outputs"][0]]["seen"]
        self.assertIn("0.25 … 1", seen["first"])
        self.assertIn("0.5 … 2", seen["second"])
        self.assertIn("2 of 2 elements differ", seen["difference"])
        start = picture["nodes"][picture["selected"]]
        self.assertIn("item", start["marks"][-1]["text"])
        self.assertIn(start["group"], picture["open"])

    def test_a_page_without_a_second_graph_shows_the_other_value_at_the_divergence(self):
        picture, _ = self.page("model.py:power", "--inputs", "3")
        start = picture["nodes"][picture["selected"]]
        self.assertEqual(picture["comparison"]["sides"], ["eager", "script"])
        self.assertEqual(picture["values"][start["outputs"][0]]["seen"], {"first": "8", "second": "8.0", "difference": "8 and 8.0"})

    def test_a_page_without_any_graph_has_the_report(self):
        picture, _ = self.page("model.py:has_set", "--inputs", "torch.ones(2)", "--engines=eager,script")
        self.assertEqual(picture["nodes"], [])
        row = picture["comparison"]["tables"][0]["rows"][0]
        self.assertEqual(row["cells"][0], "script doesn't run")
        self.assertIn("TorchScript has no sets", row["cells"][2])

    def test_wrong_usage_ends_with_2(self):
        for arguments, text in [(["model.py:same", "--engines=eager,native"], "eager, script, trace and compiled"),
                                (["model.py:same", "--engines=compiled,eager"], "the first engine is the reference"),
                                (["model.py:same", "--engines=eager"], "two engines"),
                                (["model.py:other", "--inputs", "1"], "`other`"),
                                (["missing.py:f"], "missing.py"),
                                (["model.py:same", "--inputs", "torch.ones("], "torch.ones("),
                                (["model.pt"], "FILE.py:NAME")]:
            done = self.run_it(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(text, done.stderr)


if __name__ == "__main__":
    unittest.main()
