#!/usr/bin/python3
"""tscheck from a user's view: exit status, streams, formats, folders, standard input."""
import ast
import json
import os
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TSCHECK = os.path.join(os.environ.get("JITSCOPE_BIN", os.path.join(ROOT, "build/release/bin")), "tscheck")

GOOD = "def f(x: int) -> int:\n    return x\n"
BAD = "def f(x: int) -> int\n    return x\n"
# The report for BAD: the colon at the end of the first line is missing.
BAD_AT = {"line": 1, "column": 21, "rule": "TS1007", "severity": "error"}


class Tscheck(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as out:
            out.write(text if isinstance(text, bytes) else text.encode())
        return name

    def read(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read()

    def run_it(self, *arguments, stdin="", env=None):
        return subprocess.run([TSCHECK, *arguments], cwd=self.folder, input=stdin, capture_output=True,
                              text=True, check=False, timeout=60, env=dict(os.environ, **(env or {})))

    def report(self, run):
        """The report without its last line, which tells the version of PyTorch."""
        *lines, version = run.stdout.splitlines(keepends=True)
        self.assertRegex(version, r"^agrees with PyTorch [\d.]+, .")
        return "".join(lines)

    def json(self, *arguments, **more):
        return [json.loads(line) for line in self.run_it("--format=json", *arguments, **more).stdout.splitlines()]

    # ---- fixes

    FIXABLE = "import torch\nfrom typing import List\n\n@torch.jit.script\ndef f(n: int):\n    x = []\n    x.append(n)\n    x.append(2 * n)\n    return x"

    def test_fix_changes_files_and_reports_the_rest(self):
        self.write("a.py", self.FIXABLE)
        self.write("b.py", BAD)
        self.write("c.py", b"\xef\xbb\xbf" + BAD.encode() + b"x = $\n")
        run = self.run_it("--fix", ".")
        self.assertEqual(run.returncode, 1)
        self.assertEqual(self.read("a.py"), self.FIXABLE.replace("x = []", "x: List[int] = []").encode())
        self.assertEqual(self.read("b.py"), BAD.replace("int\n", "int:\n").encode())
        self.assertEqual(self.read("c.py")[:3], b"\xef\xbb\xbf")
        self.assertIn("fixed b.py:1: Add ':' [TS1007]", run.stderr)
        self.assertIn("c.py:3:5: error:", run.stdout + run.stderr)
        self.assertEqual(self.run_it("--fix", "a.py", "b.py").returncode, 0)

    def test_diff_changes_nothing_and_patch_applies_it(self):
        self.write("a.py", self.FIXABLE)
        self.write("good.py", GOOD)
        run = self.run_it("--fix", "--diff", "a.py", "good.py")
        self.assertEqual(run.returncode, 1)
        self.assertEqual(self.read("a.py"), self.FIXABLE.encode())
        self.assertTrue(run.stdout.startswith("--- a.py\n+++ a.py\n@@ -3,7 +3,7 @@\n"), run.stdout)
        self.assertIn("\\ No newline at end of file", run.stdout)
        subprocess.run(["patch", "-s", "-p0"], cwd=self.folder, input=run.stdout, text=True, check=True)
        self.assertEqual(self.run_it("a.py").returncode, 0)
        self.assertEqual(self.run_it("--fix", "--diff", "good.py").returncode, 0)

    # The problem and its fix are in another file than the call of torch.jit.
    ELSEWHERE = {"lib.py": "def f(n=1):\n    return n + 1\n",
                 "use.py": "import torch\nfrom lib import f\n\ntorch.jit.script(f)\n"}

    def test_a_problem_in_another_file_than_the_call_is_fixed_there(self):
        for name, text in self.ELSEWHERE.items():
            self.write(name, text)
        fix, = self.json("use.py")[0]["fixes"]
        self.assertEqual([edit["file"] for edit in fix["edits"]], ["lib.py"])
        self.assertIn("fix: ", self.run_it(".").stdout)
        run = self.run_it("--fix", "--diff", "use.py")
        self.assertEqual((run.returncode, run.stdout), (0, ""))
        self.assertEqual(run.stderr, "nothing to fix: 1 problem is fixed in a file outside of the given paths (lib.py)\n")
        self.assertIn("+def f(n: int=1):", self.run_it("--fix", "--diff", ".").stdout)
        self.assertEqual(self.run_it("--fix", ".").returncode, 0)
        self.assertIn("def f(n: int=1):", self.read("lib.py").decode())

    def test_a_root_of_the_project_file_is_fixed(self):
        self.write("lib.py", self.ELSEWHERE["lib.py"])
        self.write("jitscope.toml", 'roots = ["lib:f"]\n')
        self.assertEqual(self.run_it("--fix", ".").returncode, 0)
        self.assertIn("def f(n: int=1):", self.read("lib.py").decode())

    # ---- many problems

    def test_a_baseline_hides_known_problems_until_their_line_changes(self):
        self.write("a.py", BAD)
        written = self.run_it("--write-baseline", "known.txt", ".")
        self.assertEqual(written.returncode, 0)
        self.assertTrue(self.read("known.txt").decode().endswith("\nTS1007\ta.py\tdef f(x: int) -> int\n"))
        self.write("a.py", "# moved\n" + BAD)
        run = self.run_it("--baseline", "known.txt", ".")
        self.assertEqual(run.returncode, 0)
        self.assertIn("no problems; 1 problem in the baseline\n", run.stdout)
        self.write("a.py", BAD.replace("f", "g"))
        run = self.run_it("--baseline", "known.txt", ".")
        self.assertEqual(run.returncode, 1)
        self.assertIn("0 problems in the baseline, which has 1 line without a problem\n", run.stdout)
        self.assertEqual(self.run_it("--baseline", "gone.txt", ".").returncode, 2)

    def test_statistics_count_the_problems_of_each_rule(self):
        self.write("a.py", BAD + BAD)
        run = self.run_it("--statistics", "a.py")
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stdout.splitlines()[0], "2  TS1007  error        a compound statement lacks its colon")
        self.assertNotIn("a.py:1", run.stdout)
        self.assertEqual(self.run_it("--statistics", "--format=json", "a.py").returncode, 2)

    def test_the_report_says_which_pytorch_it_agrees_with_and_why(self):
        self.write("a.py", GOOD)
        line = lambda *arguments: self.run_it(*arguments, "a.py").stdout.splitlines()[-1]
        self.assertEqual(line("--torch=1.13"), "agrees with PyTorch 1.13, chosen by --torch")
        self.write("jitscope.toml", 'torch = "1.13"\n')
        self.assertEqual(line(), "agrees with PyTorch 1.13, chosen in jitscope.toml")

    def test_files_in_other_encodings_are_not_fixed(self):
        text = "# coding: latin-1\nname = '\xe9'\n".encode("latin-1") + BAD.encode()
        self.write("a.py", text)
        self.assertEqual(self.run_it("--fix", "a.py").returncode, 1)
        self.assertEqual(self.read("a.py"), text)

    def test_fix_needs_files(self):
        self.assertEqual(self.run_it("--fix", "-", stdin=BAD).returncode, 2)
        self.assertEqual(self.run_it("--diff", ".").returncode, 2)

    # ---- exit status

    def test_a_notebook_is_one_module_with_its_problems_in_the_cells(self):
        cells = ["%time 1\nimport torch\ndef half(x: int):\n    return x // 2\n",
                 "\n@torch.jit.script\ndef f(x: int):\n    return half(x).size(0)\n",
                 "@torch.jit.script\ndef g(x: int):\n    return half(x)\n"]
        self.write("n.ipynb", json.dumps({"nbformat": 4, "cells": [{"cell_type": "code", "source": cell} for cell in cells]}))
        found = self.run_it("n.ipynb")
        self.assertEqual(found.returncode, 1)
        self.assertRegex(found.stdout, r"^n\.ipynb#cell2:4:\d+: error: ")
        self.assertNotIn("cell3", found.stdout)
        self.assertIn("1 file; 0 models and 2 functions checked: 1 error", found.stdout)
        self.assertEqual({(one["file"], one["line"]) for one in self.json("n.ipynb")}, {("n.ipynb#cell2", 4)})
        self.assertEqual(self.run_it("--fix", "n.ipynb").stderr, "tscheck: --fix can't change notebooks\n")
        self.write("n.ipynb", "{")
        broken = self.run_it("n.ipynb")
        self.assertEqual((broken.returncode, broken.stderr), (2, "n.ipynb: error: the notebook is not valid JSON: line 1, column 2\n"))

    def test_status_is_the_worst_result(self):
        self.write("good.py", GOOD)
        self.write("bad.py", BAD)
        self.assertEqual(self.run_it("good.py").returncode, 0)
        self.assertEqual(self.run_it("good.py", "bad.py").returncode, 1)
        self.assertEqual(self.run_it("bad.py", "gone.py").returncode, 2)

    def test_the_version_of_pytorch_decides_what_is_accepted(self):
        self.write("new.py", "import torch\nfrom torch.nn import functional as F\n\n"
                   "class Twice(torch.autograd.Function):\n"
                   "    @staticmethod\n    def forward(ctx, x):\n        return x.unknown() * 2\n\n"
                   "@torch.jit.script\ndef f(x: torch.Tensor, n: int | None, flag: bool):\n"
                   "    y = F.scaled_dot_product_attention(x, x, x)\n"
                   "    return Twice.apply(y) + (1 + flag)\n")
        for version, status in (("1.13", 1), ("2.6", 0), ("2.11", 0)):
            installed = {"VIRTUAL_ENV": os.path.join(ROOT, "tests", "support", f"torch-{version}")}
            self.assertEqual(self.run_it("new.py", env=installed).returncode, status)
            self.assertEqual(self.run_it(f"--torch={version}", "new.py").returncode, status)
        self.write("pyproject.toml", "[tool.jitscope]\ntorch = '2.6'\n")
        self.assertEqual(self.run_it("new.py").returncode, 0)
        self.assertEqual(self.run_it("--torch=1.13", "new.py").returncode, 1)
        self.assertEqual(self.run_it("--torch=3", "new.py").returncode, 2)

    def test_warnings_are_not_a_failure(self):
        self.write("a.py", "x = 1  # tscheck: ignore[TS0000]\n")
        run = self.run_it("a.py")
        self.assertEqual(run.returncode, 0)
        self.assertIn("warning:", run.stdout)

    def test_wrong_usage_is_reported_on_standard_error(self):
        for arguments in (["--format=xml"], ["--roots=some"], ["--no-such-option"], ["-j", "0"],
                          ["--explain", "TS0000"], ["gone.py"]):
            run = self.run_it(*arguments)
            self.assertEqual(run.returncode, 2, arguments)
            self.assertTrue(run.stderr, arguments)
            self.assertEqual(run.stdout, "", arguments)

    def test_help_and_version_are_fine(self):
        self.assertIn("--format", self.run_it("--help").stdout)
        self.assertRegex(self.run_it("--version").stdout, r"^tscheck \d+\.\d+\.\d+\n$")

    # ---- formats

    def test_text_goes_to_standard_output_with_a_caret_row(self):
        self.write("bad.py", BAD)
        run = self.run_it("bad.py")
        self.assertEqual(run.stderr, "")
        lines = run.stdout.splitlines()
        self.assertRegex(lines[0], r"^bad\.py:1:21: error: .+ \[TS1007\]$")
        self.assertEqual(lines[1], "  1 | def f(x: int) -> int")
        self.assertEqual(lines[2], "    | " + " " * 20 + "^")

    def test_colour_is_for_terminals_or_on_demand(self):
        self.write("bad.py", BAD)
        self.assertNotIn("\033", self.run_it("bad.py").stdout)
        self.assertIn("\033[", self.run_it("--color=always", "bad.py", env={"NO_COLOR": "1"}).stdout)

    def test_json_has_an_object_a_line(self):
        self.write("bad.py", "# é漢🌰\n" + BAD)
        found, = self.json("bad.py")
        expected = dict(BAD_AT, line=2, file="bad.py", endLine=2)
        self.assertEqual({key: found[key] for key in expected}, expected)
        self.assertEqual(found["fixes"][0]["edits"][0]["text"], ":")
        self.assertEqual(set(found), {"file", "line", "column", "endLine", "endColumn", "rule", "severity",
                                      "message", "notes", "related", "fixes"})

    def test_columns_count_characters(self):
        self.write("bad.py", 'x = "é漢🌰" + (\n')
        found = self.json("bad.py")[0]
        self.assertEqual((found["line"], found["column"], found["rule"]), (1, 13, "TS1003"))

    def test_github_annotates(self):
        self.write("bad.py", BAD)
        run = self.run_it("--format=github", "bad.py")
        self.assertRegex(run.stdout, r"^::error file=bad\.py,line=1,endLine=1,col=21,endColumn=21,title=TS1007 MissingColon::")
        self.assertEqual(run.returncode, 1)

    def test_explain_prints_the_page(self):
        for rule in ("ts1007", "1007", "MissingColon"):
            run = self.run_it("--explain", rule)
            self.assertEqual(run.returncode, 0)
            self.assertTrue(run.stdout.startswith("TS1007: MissingColon\n"))
        self.assertIn("    if x < 0\n", run.stdout)

    def test_rules_lists_all_rules(self):
        lines = self.run_it("--rules").stdout.splitlines()
        self.assertIn("TS1007  error        a compound statement lacks its colon", lines)
        self.assertEqual(lines, sorted(lines))

    def test_sarif_links_the_page_of_each_rule(self):
        self.write("bad.py", BAD)
        log = json.loads(self.run_it("--format=sarif", "bad.py").stdout)
        uri = log["runs"][0]["tool"]["driver"]["rules"][0]["helpUri"]
        self.assertTrue(uri.startswith("file:///") and uri.endswith("/rules/TS1001.md"), uri)
        self.assertTrue(os.path.isfile(uri.removeprefix("file://")))

    # ---- phases

    def test_print_tokens_has_a_token_a_line(self):
        self.write("a.py", "é = 1\n")
        lines = self.run_it("--print=tokens", "a.py").stdout.splitlines()
        self.assertEqual(lines[0], "1:1-1:2 Name é")
        self.assertEqual(lines[2], "1:5-1:6 Number 1")

    def test_print_ast_equals_the_dump_of_cpython(self):
        source = "def f(x: int = 1, *a) -> 'é':\n    return [y for y in x if y] or -a[1:, ...]\n"
        self.write("a.py", source)
        run = self.run_it("--print=ast", "a.py")
        self.assertEqual(run.stdout.rstrip("\n"), ast.dump(ast.parse(source), include_attributes=True))

    def test_print_ir_shows_each_function(self):
        source = "def f(x: int):\n    return x + 1\n\ndef g(x: int):\n    return x * 2\n"
        self.write("a.py", source)
        for arguments, stdin in ((["a.py"], ""), (["-"], source)):
            run = self.run_it("--print=ir", *arguments, stdin=stdin)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertRegex(run.stdout, r"(?s)^# f\ngraph\(%x\.1 : int\):.*aten::add.*# g\ngraph.*aten::mul")

    def test_print_reports_problems_on_standard_error(self):
        self.write("a.py", "x = (\n")
        for phase in ("tokens", "ast", "ir"):
            run = self.run_it(f"--print={phase}", "a.py")
            self.assertEqual(run.returncode, 1, phase)
            self.assertIn("[TS1003]", run.stderr)
        self.assertEqual(self.run_it("--print=ast", "gone.py").returncode, 2)
        self.assertEqual(self.run_it("--print=ast").returncode, 2)

    # ---- inputs

    def test_folders_are_walked_except_installed_and_generated_code(self):
        for name in ("p/a.py", "p/q/b.py", "p/.git/c.py", "p/build/d.py", "p/node_modules/e.py",
                     "p/__pycache__/f.py", "p/env/g.py", "p/h.txt"):
            self.write(name, BAD)
        self.write("p/env/pyvenv.cfg", "")
        self.assertEqual([d["file"] for d in self.json("p")], ["p/a.py", "p/q/b.py"])
        self.assertEqual([d["file"] for d in self.json()], ["p/a.py", "p/q/b.py"])
        self.assertEqual([d["file"] for d in self.json("p/h.txt")], ["p/h.txt"])

    def test_standard_input_is_a_file_too(self):
        found, = self.json("-", stdin=BAD)
        self.assertEqual((found["file"], found["rule"]), ("<stdin>", "TS1007"))

    def test_results_are_in_file_order_for_any_number_of_jobs(self):
        names = [self.write(f"p/m{i:03}.py", BAD * (1 + i % 7)) for i in range(150)]
        one = self.run_it("--format=json", "-j1", "p").stdout
        self.assertEqual(self.run_it("--format=json", "-j8", "p").stdout, one)
        files = [json.loads(line)["file"] for line in one.splitlines()]
        self.assertEqual(sorted(set(files)), names)
        self.assertEqual(files, sorted(files))

    def many_modules(self, count):
        """Modules with long bodies, each of which imports the one before; every tenth has a root."""
        body = "".join(f"def function_{k}(x):\n" + "    x = x + 1 if x else [x, x * 2]\n" * 12 for k in range(30))
        for i in range(count):
            text = f"from m{i - 1:04} import function_0\n" if i else ""
            if i % 10 == 9:
                text += "import torch\n@torch.jit.script\ndef f(x: int):\n    return x.missing()\n"
            self.write(f"p/m{i:04}.py", text + body)

    def test_memory_does_not_grow_with_the_number_of_files(self):
        self.many_modules(600)  # their trees take 300 MB
        for jobs in ("-j1", "-j2", "-j8"):
            child = subprocess.Popen([TSCHECK, jobs, "p"], cwd=self.folder, stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(child.returncode, 1, jobs)
            self.assertLess(usage.ru_maxrss, 64 << 10, jobs)

    def write_project(self, name, problem, settings=""):
        """A project whose model calls a function of a package that only its own .venv has."""
        packages = f"{name}/.venv/lib/python3.11/site-packages"
        self.write(f"{packages}/only_{name}.py", f"import torch\ndef work(x: torch.Tensor):\n    return x{problem}\n")
        self.write(f"{name}/jitscope.toml", settings)
        self.write(f"{name}/root.py", f"import torch\nfrom only_{name} import work\n\n@torch.jit.script\ndef f(x):\n    return work(x)\n")

    def test_each_path_has_the_environment_of_its_own_project(self):
        self.write_project("a", ".missing()")
        self.write_project("b", ".missing()", '[severity]\nTS5001 = "warning"\n')
        alone = [self.json(name) for name in ("a", "b")]
        self.assertEqual([[found["severity"] for found in one] for one in alone], [["error"], ["warning"]])
        self.assertEqual(self.json("a", "b"), alone[0] + alone[1])
        self.assertEqual(self.json("b/root.py", "a", "b"), alone[1] + alone[0])
        self.assertEqual(self.run_it("b", "a").returncode, 1)

    def test_a_project_excludes_files_from_its_own_paths_only(self):
        for name, settings in (("a", 'exclude = ["bad.py"]'), ("b", "")):
            self.write(f"{name}/jitscope.toml", settings)
            self.write(f"{name}/bad.py", BAD)
        self.assertEqual([found["file"] for found in self.json("a", "b")], ["b/bad.py"])

    def test_results_are_the_same_with_little_memory(self):
        self.many_modules(200)
        expected = self.run_it("--format=json", "-j1", "p")
        self.assertEqual(len(expected.stdout.splitlines()), 20)
        for jobs in ("-j1", "-j2", "-j4"):
            run = self.run_it("--format=json", jobs, "--memory", "40", "p")
            self.assertEqual((run.returncode, run.stderr, run.stdout), (1, "", expected.stdout), jobs)

    def test_too_little_memory_for_all_jobs_is_reported(self):
        self.many_modules(200)
        run = self.run_it("-j32", "--memory", "32", "p")
        self.assertIn(run.returncode, (1, 2))
        if run.returncode == 2:
            self.assertIn("the memory limit of 32 MB is reached", run.stderr)

    def test_links_to_folders_are_not_followed(self):
        self.write("p/a.py", BAD)
        os.symlink(os.path.join(self.folder, "p"), os.path.join(self.folder, "p/again"))
        self.assertEqual(len(self.json("p")), 1)

    def test_links_to_files_that_are_checked_count_as_these(self):
        self.write("p/a.py", BAD)
        self.write("elsewhere/c.py", BAD)
        os.makedirs(os.path.join(self.folder, "p/q"))
        os.symlink("../a.py", os.path.join(self.folder, "p/q/b.py"))
        os.symlink("b.py", os.path.join(self.folder, "p/q/b2.py"))
        os.symlink("../../elsewhere/c.py", os.path.join(self.folder, "p/q/c.py"))
        files = lambda *paths: [d["file"] for d in self.json(*paths)]
        self.assertEqual(files("p"), ["p/a.py", "p/q/c.py"])
        self.assertEqual(files("p/q/b.py"), ["p/q/b.py"])
        self.assertEqual(files("p/q/b.py", "p"), ["p/q/b.py", "p/a.py", "p/q/c.py"])
        self.assertEqual(files("p/q"), ["p/q/b.py", "p/q/b2.py", "p/q/c.py"])

    def test_unreadable_files_are_named_and_the_rest_is_checked(self):
        self.write("bad.py", BAD)
        run = self.run_it("--format=json", "gone.py", "bad.py")
        self.assertEqual(len(run.stdout.splitlines()), 1)
        self.assertIn("gone.py: no such file or folder", run.stderr)

    def test_exclude_leaves_out_files_and_folders(self):
        for name in ("p/a.py", "p/a_test.py", "p/old/b.py", "p/q/old/c.py"):
            self.write(name, BAD)
        files = lambda *arguments: [d["file"] for d in self.json(*arguments, "p")]
        self.assertEqual(files("--exclude=*_test.py"), ["p/a.py", "p/old/b.py", "p/q/old/c.py"])
        self.assertEqual(files("--exclude=old"), ["p/a.py", "p/a_test.py"])
        self.assertEqual(files("--exclude=p/old/**,q"), ["p/a.py", "p/a_test.py"])

    # ---- roots

    MODEL = ("import torch\nfrom torch import nn\n\nclass Net(nn.Module):\n    def __init__(self, n):\n"
             "        super().__init__()\n        self.layer = nn.Linear(n, 2)\n\n"
             "    def forward(self, x):\n        return self.layer(x).missing()\n")
    EXPORT = ("import torch\nfrom model import Net\n\ndef export(path):\n    torch.jit.script(Net(3)).save(path)\n")

    def test_a_problem_is_reported_where_the_code_is_with_the_root_as_related_place(self):
        self.write("p/model.py", self.MODEL)
        self.write("p/export.py", self.EXPORT)
        found, = self.json("p")
        self.assertEqual((found["file"], found["line"], found["severity"]), ("p/model.py", 10, "error"))
        related = [note for note in found["related"] if note.get("file") == "p/export.py"]
        self.assertEqual([(note["line"], note["message"]) for note in related], [(5, "scripted at export.py:5")])

    def test_an_unfinished_method_leaves_the_rest_of_its_class_checked(self):
        self.write("net.py", self.MODEL + "\n    def other(self, x):\n        return x.\n\ntorch.jit.script(Net(3))\n")
        self.assertEqual([(one["line"], one["rule"]) for one in self.json("net.py")],
                         [(10, "TS5001"), (13, "TS1001")])

    def test_candidates_are_information_on_demand(self):
        self.write("p/model.py", self.MODEL)
        run = self.run_it("p")
        self.assertEqual(run.returncode, 0)
        self.assertEqual(self.report(run), "1 file; 1 model and 0 functions checked: no problems; "
                                           "problems in 1 candidate (shown with --candidates)\n")
        found, = self.json("--candidates", "p")
        self.assertEqual((found["line"], found["severity"]), (10, "information"))

    def test_skipped_parts_are_counted_and_explained_on_demand(self):
        self.write("p/export.py", "import torch\nimport not_there\n\ndef export(path):\n"
                                  "    torch.jit.script(torch.load(path))\n")
        self.assertIn(", 1 skipped, 1 package not found (reasons with --verbose): no problems", self.run_it("p").stdout)
        self.assertEqual([(d["rule"], d["line"]) for d in self.json("--verbose", "p")], [("TS1302", 2), ("TS1301", 5)])

    def test_a_package_that_is_not_found_counts_once(self):
        self.write("p/a.py", "import torch\nimport not_there.one\nfrom not_there.two import x\n\ntorch.jit.script(torch.nn.Linear(1, 1))\n")
        self.write("p/b.py", "import torch, not_there\n\ntorch.jit.script(torch.nn.Linear(1, 1))\n")
        self.assertIn(" checked, 1 package not found (reasons with --verbose): no problems", self.run_it("p").stdout)

    def test_projects_with_src_and_namespace_packages_are_understood(self):
        self.write("pyproject.toml", "")
        self.write("src/pkg/__init__.py", "")
        self.write("src/pkg/model.py", self.MODEL)
        self.write("src/space/inner/model.py", self.MODEL)
        for module in ("pkg.model", "space.inner.model"):
            self.write("tools/export.py", self.EXPORT.replace("from model", "from " + module))
            self.assertEqual([d["line"] for d in self.json(".")], [10], module)
            self.assertNotIn("skipped", self.run_it(".").stdout)

    def test_import_paths_are_searched(self):
        self.write("elsewhere/model.py", self.MODEL)
        self.write("p/export.py", self.EXPORT)
        self.assertEqual(self.json("p"), [])
        self.assertEqual([d["line"] for d in self.json("--import-path=elsewhere", "p")], [10])

    # ---- the project file

    SCRIPTED = "import torch\n\n@torch.jit.script\ndef f(x: int) -> int:\n    return x + nothing\n"

    def test_roots_of_the_project_file_are_checked_in_the_files_of_their_code(self):
        self.write("jitscope.toml", 'roots = [\n  "app.model:Net(3)",\n]\n')
        self.write("app/model.py", self.MODEL)
        found, = self.json()
        self.assertEqual((found["file"], found["line"], found["severity"]), ("app/model.py", 10, "error"))
        self.assertIn(("jitscope.toml", 2, "scripted by jitscope.toml:2"),
                      [(note.get("file"), note.get("line"), note["message"]) for note in found["related"]])
        run = self.run_it("app")
        self.assertEqual(run.returncode, 1)
        self.assertTrue(self.report(run).endswith("1 file; 1 model and 0 functions checked: 1 error, 0 warnings\n"), run.stdout)

    def test_a_root_that_is_not_found_is_a_warning_at_its_line(self):
        self.write("jitscope.toml", 'roots = [\n  "app.model:Net(3)",\n  "app.model:Net()",\n]\n')
        self.write("app/other.py", GOOD)
        self.assertEqual([(d["file"], d["line"], d["rule"], d["severity"]) for d in self.json()],
                         [("jitscope.toml", 2, "TS1303", "warning"), ("jitscope.toml", 3, "TS1303", "warning")])
        self.assertEqual(self.run_it().returncode, 0)
        self.write("jitscope.toml", 'roots = ["app.model:Net(3)"]\nseverity = { TS1303 = "error" }\n')
        self.assertEqual(self.run_it().returncode, 1)

    def test_files_are_named_alike_when_the_project_is_above_the_current_folder(self):
        self.write("jitscope.toml", 'roots = ["app.model:Net(3)"]\n')
        self.write("app/model.py", self.MODEL)
        run = subprocess.run([TSCHECK, "--format=json", "model.py"], cwd=os.path.join(self.folder, "app"),
                             capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual([json.loads(line)["file"] for line in run.stdout.splitlines()], ["model.py"])

    def test_severities_of_the_project_decide_the_exit_status(self):
        self.write("a.py", self.SCRIPTED)
        self.assertEqual(self.run_it("a.py").returncode, 1)
        self.write("pyproject.toml", '[tool.jitscope.severity]\nTS3109 = "warning"\n')
        self.assertEqual(self.run_it("a.py").returncode, 0)
        self.assertEqual([d["severity"] for d in self.json("a.py")], ["warning"])
        self.write("pyproject.toml", '[tool.jitscope.severity]\nTS3109 = "off"\n')
        self.assertEqual(self.report(self.run_it("a.py")), "1 file; 0 models and 1 function checked: no problems\n")

    def test_candidates_of_the_project_are_shown_as_warnings_and_errors(self):
        self.write("model.py", self.MODEL)
        for severity, status, shown in [("hint", 0, []), ("warning", 0, ["warning"]), ("error", 1, ["error"]), ("off", 0, [])]:
            self.write("jitscope.toml", f'candidates = "{severity}"\n')
            self.assertEqual([d["severity"] for d in self.json(".")], shown, severity)
            run = self.run_it(".")
            self.assertEqual(run.returncode, status, severity)
            self.assertEqual("1 candidate" in run.stdout, severity != "off", severity)
        self.assertEqual([d["severity"] for d in self.json("--candidates", ".")], ["information"])

    def test_options_replace_keys_of_the_project(self):
        self.write("jitscope.toml", 'exclude = ["a.py"]\nimport-paths = ["lib"]\ncheck = "all"\n')
        self.write("a.py", self.SCRIPTED)
        self.write("lib/model.py", self.MODEL)
        self.write("b.py", self.EXPORT + "\ndef g(x: int) -> int:\n    return x + nothing\n")
        self.assertEqual([(d["file"], d["line"]) for d in self.json("a.py", "b.py")], [("b.py", 5), ("b.py", 8)])
        self.assertEqual([(d["file"], d["line"]) for d in self.json("--roots=auto", "b.py")], [("lib/model.py", 10)])
        self.assertEqual({d["file"] for d in self.json("--exclude=b.py,lib", "--roots=auto", ".")}, {"a.py"})
        self.assertEqual(self.json("--import-path=elsewhere", "--roots=auto", "b.py"), [])

    def test_patterns_of_the_project_are_relative_to_its_folder(self):
        self.write("tests/jitscope.toml", 'exclude = ["tests/**"]\n')
        self.write("tests/a.py", BAD)
        self.write("tests/tests/b.py", BAD)
        for path in ("tests", os.path.join(self.folder, "tests")):
            self.assertEqual([os.path.basename(d["file"]) for d in self.json(path)], ["a.py"], path)

    def test_wrong_keys_are_warnings_and_the_rest_of_the_file_holds(self):
        self.write("jitscope.toml", 'rots = []\nexclude = ["a.py"]\ncheck = 1\n')
        self.write("a.py", BAD)
        self.write("b.py", GOOD)
        self.assertEqual([(d["file"], d["line"], d["rule"]) for d in self.json(".")],
                         [("jitscope.toml", 1, "TS1103"), ("jitscope.toml", 3, "TS1103")])
        run = self.run_it(".")
        self.assertEqual(run.returncode, 0)
        self.assertIn('jitscope.toml:3:9: warning: `check` must be "auto", "explicit" or "all", not an integer', run.stdout)

    def test_comments_make_roots_and_switch_definitions_off(self):
        self.write("a.py", self.MODEL.replace("class Net", "# jitscope: script\nclass Net"))
        self.write("b.py", self.SCRIPTED.replace("int:\n", "int:  # jitscope: off\n"))
        self.write("c.py", "# jitscope: off\n\n" + BAD)
        found, = self.json(".")
        self.assertEqual((found["file"], found["line"], found["severity"]), ("a.py", 11, "error"))
        self.assertNotIn("candidate", self.run_it(".").stdout)

    # ---- imports

    def test_problems_of_imported_functions_are_reported_once_where_they_are(self):
        self.write("p/helper.py", "def twice(x: int) -> int:\n    return x + nothing\n")
        for name in ("p/a.py", "p/b.py"):
            self.write(name, "import torch\nfrom helper import twice\n\n@torch.jit.script\n"
                             "def f(x: int) -> int:\n    return twice(x)\n")
        for roots in ("explicit", "all"):
            found, = self.json(f"--roots={roots}", "p")
            self.assertEqual((found["file"], found["line"], found["rule"]), ("p/helper.py", 2, "TS3109"))
        self.assertEqual(self.run_it("p/a.py").returncode, 1)

    def test_comments_suppress_rules_in_imported_files(self):
        self.write("helper.py", "def twice(x: int) -> int:\n    return x + nothing  # tscheck: ignore[TS3109]\n")
        self.write("a.py", "import torch\nfrom helper import twice\n\n@torch.jit.script\n"
                           "def f(x: int) -> int:\n    return twice(x)\n")
        self.assertEqual(self.json("a.py"), [])

    def test_roots_select_the_code_to_compile(self):
        self.write("a.py", "def f(x: int) -> int:\n    return x + nothing\n")
        self.assertEqual(self.json("a.py"), [])
        self.assertEqual([d["rule"] for d in self.json("--roots=all", "a.py")], ["TS3109"])

    # ---- suppression

    def test_comments_suppress_a_rule(self):
        self.write("a.py", "def f(x: int) -> int  # tscheck: ignore[TS1007]\n    return x\n")
        self.assertEqual(self.json("a.py"), [])
        self.write("b.py", "# tscheck: ignore-file[TS1007]\n" + BAD + BAD)
        self.assertEqual(self.json("b.py"), [])

    def test_a_suppression_in_a_string_is_text(self):
        self.write("a.py", 'x = "# tscheck: ignore[TS0000]"\n')
        self.assertEqual(self.json("a.py"), [])

    # ---- arbitrary input

    def test_any_bytes_get_a_report(self):
        for name, content in (("nul.py", b"a\0b\n"), ("latin.py", b"x = '\xe9'\n"), ("empty.py", b""),
                              ("brackets.py", b"(" * 100000), ("line.py", b"x" * 2000000),
                              ("bom.py", b"\xef\xbb\xbfx = 1\n"), ("cut.py", b"\xf0\x9f")):
            self.write(name, content)
            self.assertIn(self.run_it("--format=json", name).returncode, (0, 1), name)

    def test_many_problems_on_a_long_line_take_no_time(self):
        self.write("a.py", "x = [" + "1 2, " * 40000 + "]\n")
        self.assertEqual(self.run_it("a.py").returncode, 1)
        self.assertEqual(self.run_it("--format=json", "a.py").returncode, 1)


if __name__ == "__main__":
    unittest.main()
