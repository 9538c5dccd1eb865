#!/usr/bin/python3
"""Results that tscheck keeps for its next run: a hit equals a first check, and every change of an input is a miss."""
import os
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TSCHECK = os.path.join(os.environ.get("JITSCOPE_BIN", os.path.join(ROOT, "build/release/bin")), "tscheck")

MAIN = """import torch
from torch import nn
from middle import Layer

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = Layer()

    def forward(self, x):
        y: int = self.layer(x)
        return x.missing(y)

class Candidate(nn.Module):
    def forward(self, x):
        return x.absent()

torch.jit.script(Net())
"""
MIDDLE = "from leaf import SIZE\nfrom torch import nn\n\nclass Layer(nn.Linear):\n    def __init__(self):\n        super().__init__(SIZE, 2)\n"


class ResultCache(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.code = os.path.join(scratch.name, "code")
        self.cache = os.path.join(scratch.name, "cache")
        self.folder = os.path.join(self.cache, "jitscope/results")
        self.write("main.py", MAIN)
        self.write("middle.py", MIDDLE)
        self.write("leaf.py", "SIZE = 3\n")

    def write(self, name, text):
        path = os.path.join(self.code, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def run_it(self, *arguments, torch="2.6", **variables):
        environment = dict(os.environ, XDG_CACHE_HOME=self.cache, JITSCOPE_CACHE="on")
        environment.update(variables)
        run = subprocess.run([TSCHECK, f"--torch={torch}", *arguments], cwd=self.code, env=environment,
                             capture_output=True, text=True, check=False, timeout=60)
        self.assertIn(run.returncode, (0, 1), run.stderr)
        return run.stdout

    def entries(self):
        """The inodes of the entries: a result that is kept anew is another file."""
        if not os.path.isdir(self.folder):
            return set()
        return {entry.stat().st_ino for entry in os.scandir(self.folder)}

    def kept_anew(self, *arguments, **more):
        """The output of a run, and the number of results that it did not find."""
        before = self.entries()
        output = self.run_it(*arguments, **more)
        return output, len(self.entries() - before)

    def expect_hits(self, *arguments, **more):
        output, anew = self.kept_anew(*arguments, **more)
        self.assertEqual(anew, 0)
        self.assertEqual(output, self.run_it("--no-cache", *arguments, **more))
        return output

    def expect_misses(self, *arguments, **more):
        output, anew = self.kept_anew(*arguments, **more)
        self.assertGreater(anew, 0)
        self.assertEqual(output, self.run_it("--no-cache", *arguments, **more))
        return output

    def test_a_hit_gives_the_same_bytes_in_every_format(self):
        first = {}
        for name in ("text", "json", "sarif", "github"):
            arguments = (f"--format={name}", "--verbose", "--candidates", ".")
            first[name] = self.run_it("--no-cache", *arguments)
            self.run_it(*arguments)
            self.assertEqual(self.expect_hits(*arguments), first[name])
        self.assertIn("main.py:12:16: error", first["text"])
        self.assertIn("TS5001", first["sarif"])

    def test_a_change_of_a_file_that_an_import_imports_is_seen(self):
        self.run_it("main.py")
        self.expect_hits("main.py")
        self.write("leaf.py", "SIZE = 'three'\n")
        self.expect_misses("main.py")
        self.write("leaf.py", "SIZE = 3\n")
        self.expect_misses("main.py")

    def test_a_file_that_was_missing_is_seen(self):
        self.write("main.py", MAIN.replace("class Net", "import extra\n\nclass Net", 1))
        self.assertIn("'extra' is not found", self.run_it("--verbose", "main.py"))
        self.expect_hits("--verbose", "main.py")
        self.write("extra/__init__.py", "")
        self.assertNotIn("'extra' is not found", self.expect_misses("--verbose", "main.py"))

    def test_a_new_caller_in_another_file_is_seen(self):
        self.write("root.py", "import torch\n\ndef compile(f):\n    torch.jit.script(f)\n")
        self.run_it(".")
        self.expect_hits(".")
        self.write("user.py", "from root import compile\n\ndef g(x):\n    return x.wrong()\n\ncompile(g)\n")
        self.assertIn("user.py:4", self.expect_misses("."))

    def test_versions_and_options_have_results_of_their_own(self):
        self.write("union.py", "import torch\n\n@torch.jit.script\ndef f(x: int | None):\n    return 1\n")
        for arguments in (("union.py",), ("--roots=all", "main.py"), ("--roots=explicit", "main.py")):
            for torch in ("1.13", "2.6"):
                self.expect_misses(*arguments, torch=torch)
        self.expect_hits("union.py", torch="1.13")
        self.expect_hits("union.py", torch="2.6")
        self.write("jitscope.toml", "[severity]\nTS5001 = \"warning\"\n")
        self.assertIn("main.py:12:16: warning", self.expect_misses("main.py"))

    def test_a_damaged_entry_is_made_anew(self):
        expected = self.run_it(".")
        for damage in (lambda bytes: bytes[:-1], lambda bytes: b"", lambda bytes: bytes[:80] + b"\xff" * (len(bytes) - 80),
                       lambda bytes: bytes + b"x"):
            for entry in os.scandir(self.folder):
                with open(entry.path, "rb") as file:
                    content = file.read()
                with open(entry.path, "wb") as file:
                    file.write(damage(content))
            self.assertEqual(self.run_it("."), expected)
            self.expect_hits(".")

    def test_processes_share_the_folder(self):
        expected = self.run_it("--no-cache", "--format=json", ".")
        environment = dict(os.environ, XDG_CACHE_HOME=self.cache, JITSCOPE_CACHE="on")
        runs = [subprocess.Popen([TSCHECK, "--torch=2.6", "--format=json", "."], cwd=self.code, env=environment,
                                 stdout=subprocess.PIPE, text=True) for _ in range(6)]
        for run in runs:
            self.assertEqual(run.communicate(timeout=60)[0], expected)
        self.expect_hits("--format=json", ".")

    def test_a_run_adds_one_entry_for_a_file_however_often_it_changes(self):
        self.run_it("--roots=explicit", "leaf.py")
        count = len(self.entries())
        for size in range(5):
            self.write("leaf.py", f"SIZE = {size}\n")
            self.run_it("--roots=explicit", "leaf.py")
        self.assertEqual(len(self.entries()), count)

    def test_nothing_is_kept_without_the_cache_and_by_fixes(self):
        self.run_it("--no-cache", ".")
        self.run_it("--fix", ".")
        self.run_it(".", JITSCOPE_CACHE="off")
        self.assertEqual(self.entries(), set())


if __name__ == "__main__":
    unittest.main()
