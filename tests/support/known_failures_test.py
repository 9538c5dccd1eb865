#!/usr/bin/python3
"""Tests of the lists of known failures: they can only shrink."""
import contextlib
import io
import os
import tempfile
import unittest

from known_failures import FOLDER, KnownFailures


class Known(unittest.TestCase):
    def told(self, listed, verdicts, whole=True):
        """Whether the list is right, and the lines about it."""
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "suite.txt"), "w", encoding="utf-8") as out:
                out.write(listed)
            known = KnownFailures("suite", folder)
        for group, case, passed in verdicts:
            known.judge(group, case, passed)
        with contextlib.redirect_stderr(io.StringIO()) as lines:
            return known.tell(whole), lines.getvalue()

    def test_a_listed_failure_is_fine(self):
        self.assertTrue(self.told("# why\ncode\ta\tno reason yet\n", [("code", "a", False), ("code", "b", True)])[0])

    def test_a_failure_that_is_not_listed_fails(self):
        fine, lines = self.told("code\ta\twhy\n", [("code", "a", False), ("graph", "a", False)])
        self.assertFalse(fine)
        self.assertIn("new failure: graph\ta\n", lines)

    def test_a_listed_case_that_passes_has_to_be_removed(self):
        fine, lines = self.told("code\ta\twhy\n", [("code", "a", True)])
        self.assertFalse(fine)
        self.assertIn("passes now, remove it from tests/conformance/known/suite.txt: code\ta\n", lines)

    def test_a_case_that_varies_may_pass(self):
        for passed in (True, False):
            self.assertTrue(self.told("code\ta\tvaries: two orders\n", [("code", "a", passed)])[0])

    def test_a_listed_case_that_no_longer_exists_has_to_be_removed(self):
        self.assertFalse(self.told("code\ta\twhy\n", [])[0])
        self.assertTrue(self.told("code\ta\twhy\n", [], whole=False)[0])  # a part of the cases was run

    def test_a_case_passes_when_all_of_its_verdicts_do(self):
        self.assertFalse(self.told("", [("code", "a", False), ("code", "a", True)])[0])

    def test_a_line_needs_a_reason(self):
        for line in ("code\ta\n", "code\ta\t \n", "code a why\n", "code\ta\twhy\ncode\ta\twhy\n"):
            with self.assertRaises(SystemExit):
                self.told(line, [])

    def test_each_list_can_be_read(self):
        for name in os.listdir(FOLDER):
            self.assertTrue(KnownFailures(name.removesuffix(".txt")).listed, name)


if __name__ == "__main__":
    unittest.main()
