#!/usr/bin/python3
"""Inputs that are not files: FIFOs, sockets, devices, names with control characters, paths that are too long."""
import os
import socket
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.environ.get("JITSCOPE_BIN", os.path.join(ROOT, "build/release/bin"))

PATIENCE = 20  # seconds; a program that waits for a FIFO never ends


class Input(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as out:
            out.write(text)

    def run_it(self, program, *arguments):
        return subprocess.run([os.path.join(BIN, program), *arguments], cwd=self.folder, capture_output=True, text=True,
                              check=False, timeout=PATIENCE, stdin=subprocess.DEVNULL)

    def special(self, suffix):
        """Paths of a FIFO, a socket and a link to a device, in the test's folder."""
        os.mkfifo(self.path("fifo" + suffix))
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(self.path("socket" + suffix))
        os.symlink("/dev/zero", self.path("device" + suffix))
        return [name + suffix for name in ("fifo", "socket", "device")]

    def test_tscheck_refuses_what_is_not_a_regular_file(self):
        for path in [*self.special(".py"), "/dev/zero", "/dev/stdin"]:
            run = self.run_it("tscheck", path)
            self.assertEqual(run.returncode, 2, path)
            self.assertIn(f"{path}: error: is not a regular file; use - for standard input\n", run.stderr)
            self.assertEqual(self.run_it("tscheck", "--print=ast", path).returncode, 2, path)

    def test_a_fifo_in_a_folder_is_reported_and_the_rest_is_checked(self):
        self.write("a.py", "x = (\n")
        self.special(".py")
        run = self.run_it("tscheck", "--format=json", ".")
        self.assertEqual(run.returncode, 2)
        self.assertEqual(len(run.stdout.splitlines()), 1)
        self.assertEqual(run.stderr.count("is not a regular file"), 3)

    def test_an_import_of_a_fifo_is_not_found(self):
        self.special(".py")
        self.write("a.py", "import torch\nfrom fifo import x\n\n@torch.jit.script\ndef f(y: int):\n    return y + x\n")
        self.assertEqual(self.run_it("tscheck", "a.py").returncode, 0)
        run = self.run_it("tsdbg", "run", "a.py")
        self.assertEqual(run.returncode, 1)
        self.assertIn("ModuleNotFoundError", run.stderr)

    def test_the_other_programs_refuse_them_too(self):
        for name in self.special(".py"):
            for command in (["tsviz", name + ":f"], ["tsdbg", "run", name],
                            ["tsdbg", "compare", name + ":f", "--inputs", "1"]):
                run = self.run_it(*command)
                self.assertEqual(run.returncode, 2, command)
                self.assertIn("is not a regular file", run.stderr)
        for name in self.special(".ir"):
            self.assertIn("is not a regular file", self.run_it("tsviz", name).stderr)
        for name in self.special(".pt"):
            self.write("load.py", f"import torch\ntorch.jit.load({name!r})\n")
            run = self.run_it("tsdbg", "run", "load.py")
            self.assertEqual(run.returncode, 1)
            self.assertIn("is not a regular file", run.stderr)

    def test_a_large_file_is_a_problem_that_names_the_documented_limit(self):
        with open(self.path("a.py"), "wb") as out:
            out.truncate((32 << 20) + 1)
        run = self.run_it("tscheck", "a.py")
        self.assertEqual(run.returncode, 1)
        self.assertIn(str(32 << 20), run.stdout)

    def test_control_characters_in_names_are_escaped_in_every_report(self):
        folder = "a\033[31mb\nc"
        self.write(folder + "/x.py", "x = (\n")
        os.mkfifo(self.path(folder + "/y.py"))
        for form in ("text", "github", "json", "sarif"):
            run = self.run_it("tscheck", "--format=" + form, folder)
            self.assertNotIn("\033", run.stdout + run.stderr, form)
        self.assertIn("::error file=a\\x1b[31mb%0Ac/x.py,line=1", self.run_it("tscheck", "--format=github", folder).stdout)
        self.assertIn("a\\x1b[31mb\\x0ac/x.py:1:5: error", self.run_it("tscheck", folder).stdout)
        for command in (["tscheck", "\033"], ["tscheck", "--\033"], ["tscheck", "--explain", "\033"],
                        ["tsviz", folder + "/x.py:f"], ["tsviz", "\033.ir"], ["tsdbg", "run", "\033.py"],
                        ["tsdbg", "compare", "\033.py:f", "--inputs", "1"], ["tsls", "--\033"]):
            run = self.run_it(*command)
            self.assertIn(run.returncode, (1, 2), command)
            self.assertIn("\\x1b", run.stderr, command)
            self.assertNotIn("\033", run.stdout + run.stderr, command)

    def test_a_path_that_is_too_long_is_an_error(self):
        self.write("a.py", "x = 1\n")
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        os.chdir(self.folder)
        for _ in range(30):  # 30 names of 200 bytes: no single path names the innermost folder
            os.mkdir("d" * 200)
            os.chdir("d" * 200)
        os.chdir(here)
        run = self.run_it("tscheck", "--format=json", ".")
        self.assertEqual(run.returncode, 2)
        self.assertRegex(run.stderr, r"^tscheck: ddd[d/]+: the path is too long for the system")

    def test_a_folder_that_cannot_be_listed_is_an_error(self):
        if os.geteuid() == 0:
            self.skipTest("root may list every folder")
        os.mkdir(self.path("secret"), 0)
        run = self.run_it("tscheck", ".")
        self.assertEqual(run.returncode, 2)
        self.assertIn("secret: error: permission denied", run.stderr)


if __name__ == "__main__":
    unittest.main()
