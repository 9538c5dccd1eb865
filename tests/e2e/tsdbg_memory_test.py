#!/usr/bin/python3
"""tsdbg run --memory: a program that needs more gets Python's exceptions and can go on."""
import os
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TSDBG = os.path.join(os.environ.get("JITSCOPE_BIN", os.path.join(ROOT, "build/release/bin")), "tsdbg")

ATTEMPT = """\
import torch

try:
    made = {}
except Exception as error:
    made = None
    print(type(error).__name__, error)
print(torch.zeros(1000).sum().item())
"""


class Memory(unittest.TestCase):
    def attempt(self, expression, memory="128"):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "script.py"), "w", encoding="utf-8") as out:
                out.write(ATTEMPT.format(expression))
            done = subprocess.run([TSDBG, "run", "--memory", memory, "script.py"], cwd=folder, capture_output=True, text=True,
                                  check=False, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(done.stdout.endswith("0.0\n"), done.stdout)
        return done.stdout.splitlines()[0]

    def test_objects_beyond_the_limit_raise_memory_error(self):
        for expression in ("[None] * 50_000_000", "[[i] for i in range(3_000_000)]"):
            with self.subTest(expression):
                self.assertTrue(self.attempt(expression).startswith("MemoryError"))

    def test_a_tensor_beyond_the_limit_raises_runtime_error_with_the_limit(self):
        self.assertEqual(self.attempt("torch.zeros(100_000_000)"),
                         "RuntimeError no memory for a tensor of 400000000 bytes: the memory limit of 128 MB is reached")

    def test_what_fits_is_made(self):
        self.assertEqual(self.attempt("torch.zeros(1_000_000)"), "0.0")


if __name__ == "__main__":
    unittest.main()
