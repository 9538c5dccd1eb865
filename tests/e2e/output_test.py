#!/usr/bin/python3
"""Output that cannot be written: every program says so, ends with status 2, and keeps the old file."""
import os
import resource
import signal
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.environ.get("JITSCOPE_BIN", os.path.join(ROOT, "build/release/bin"))

CODE = "import torch\n\n\n@torch.jit.script\ndef f(x: int) -> int:\n    return x + nothing\n\n\ndef g(x: int):\n    return x * 2\n"

# Commands that print to standard output.
PRINTING = [
    ["tscheck", "--format=json", "a.py"],
    ["tscheck", "--format=sarif", "a.py"],
    ["tscheck", "--format=github", "a.py"],
    ["tscheck", "--print=tokens", "a.py"],
    ["tscheck", "--print=ast", "a.py"],
    ["tscheck", "--print=ir", "good.py"],
    ["tscheck", "--explain", "TS1007"],
    ["tscheck", "--help"],
    ["tscheck", "--version"],
    ["tsls", "--help"],
    ["tsviz", "good.py:g"],
    ["tsviz", "good.py:g", "--format=json"],
    ["tsviz", "good.py:g", "-o", "/dev/stdout"],
    ["tsdbg", "compare", "good.py:g", "--inputs", "3"],
    ["tsdbg", "compare", "good.py:g", "--inputs", "3", "--json"],
    ["tsdbg", "compare", "good.py:g", "--inputs", "3", "--events"],
    ["tsdbg", "debug", "good.py"],
    ["tsdbg", "--help"],
]


class Output(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name
        self.write("a.py", CODE)
        self.write("good.py", "def g(x: int):\n    return x * 2\n")

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as out:
            out.write(text)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def run_it(self, program, *arguments, **options):
        options = dict(dict(stdout=subprocess.PIPE, stderr=subprocess.PIPE), **options)
        return subprocess.run([os.path.join(BIN, program), *arguments], cwd=self.folder, text=True, check=False,
                              timeout=60, stdin=subprocess.DEVNULL, **options)

    def test_a_full_standard_output_is_reported(self):
        for command in PRINTING:
            with self.subTest(command), open("/dev/full", "w", encoding="utf-8") as full:
                run = self.run_it(*command, stdout=full)
                self.assertEqual(run.returncode, 2)
                self.assertRegex(run.stderr, rf"(?m)^{command[0]}: (standard output|/dev/stdout): No space left on device$")

    def test_a_reader_that_leaves_ends_the_program_quietly(self):
        self.write("long.py", "x = 1\n" * 50_000)
        for ignored in (False, True):
            def prepare(ignored=ignored):
                signal.signal(signal.SIGPIPE, signal.SIG_IGN if ignored else signal.SIG_DFL)
            process = subprocess.Popen([os.path.join(BIN, "tscheck"), "--print=tokens", "long.py"], cwd=self.folder,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=prepare,
                                       restore_signals=False)
            process.stdout.readline()
            process.stdout.close()
            problems = process.stderr.read()
            process.stderr.close()
            self.assertEqual(process.wait(60), 2 if ignored else -signal.SIGPIPE)
            self.assertNotIn(b"tscheck: ", problems)

    def test_a_closed_standard_output_matters_only_to_a_writer(self):
        closed = dict(stdout=None, preexec_fn=lambda: os.close(1))
        self.assertEqual(self.run_it("tscheck", "--format=json", "good.py", **closed).returncode, 0)
        self.assertEqual(self.run_it("tscheck", "--version", **closed).returncode, 2)
        # Its pipes do not take the number of the closed descriptor.
        run = self.run_it("tsdbg", "debug", "good.py", **closed)
        self.assertEqual((run.returncode, run.stderr), (2, "tsdbg: standard output: Bad file descriptor\n"))

    def test_a_failure_keeps_the_old_file(self):
        def on_a_full_disk():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        for name, command in (("out.svg", ["tsviz", "good.py:g", "-o", "out.svg"]),
                              ("out.html", ["tsdbg", "compare", "good.py:g", "--inputs", "3", "--html", "out.html"])):
            self.write(name, "old")
            before = sorted(os.listdir(self.folder))
            run = self.run_it(*command, preexec_fn=on_a_full_disk)
            self.assertEqual(run.returncode, 2, command)
            self.assertEqual(run.stderr, f"{command[0]}: {name}: File too large\n")
            self.assertEqual(self.read(name), "old")
            self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_files_that_cannot_be_made_are_reported(self):
        for path, reason in (("absent/out.svg", "No such file or directory"), (".", "Is a directory"),
                             ("/dev/full", "No space left on device")):
            run = self.run_it("tsviz", "good.py:g", "-o", path)
            self.assertEqual((run.returncode, run.stderr), (2, f"tsviz: {path}: {reason}\n"))

    def test_the_file_behind_standard_output_is_written_in_place(self):
        with open(self.path("out.svg"), "w", encoding="utf-8") as out:
            out.write("first\n")
            out.flush()
            self.assertEqual(self.run_it("tsviz", "good.py:g", "--format=ir", "-o", "/dev/stdout", stdout=out).returncode, 0)
        self.assertRegex(self.read("out.svg"), r"^first\ngraph\(")


if __name__ == "__main__":
    unittest.main()
