#!/usr/bin/python3
"""Peaks of memory are those of the measured program."""
import subprocess
import sys
import unittest

from peak_memory import run_measured


class PeakMemory(unittest.TestCase):
    def peak(self, script):
        done, kilobytes = run_measured([sys.executable, "-c", script], 20, stdout=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0)
        return kilobytes >> 10

    def test_the_memory_of_the_test_does_not_count(self):
        held = b"x" * (200 << 20)
        self.assertLess(self.peak("pass"), 100)
        del held
        self.assertLess(self.peak("pass"), 100)

    def test_the_memory_of_the_program_counts(self):
        self.assertGreater(self.peak("held = b'x' * (200 << 20)"), 200)

    def test_a_program_that_does_not_end_is_killed(self):
        done, _ = run_measured([sys.executable, "-c", "import signal; signal.pause()"], 1)
        self.assertGreater(done.returncode, 128)


if __name__ == "__main__":
    unittest.main()
