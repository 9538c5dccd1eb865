#!/usr/bin/python3
"""The include check must see a breach when there is one."""
import unittest

import check_deps


class Arrows(unittest.TestCase):
    def test_downwards_is_allowed(self):
        self.assertIsNone(check_deps.breach("core/compiler", "core/syntax"))
        self.assertIsNone(check_deps.breach("lsp", "core/driver"))
        self.assertIsNone(check_deps.breach("core/ir", "core/ir"))

    def test_upwards_and_sideways_are_not(self):
        self.assertIn("downwards", check_deps.breach("core/ir", "core/compiler"))
        self.assertIn("downwards", check_deps.breach("core/passes", "core/compiler"))
        self.assertIn("downwards", check_deps.breach("lsp", "viz"))
        self.assertIn("downwards", check_deps.breach("core/types", "core/syntax"))

    def test_forbidden_arrows_are_seen(self):
        self.assertIsNotNone(check_deps.breach("core/ir", "core/syntax"))

    def test_folders_are_told_by_their_longest_match(self):
        self.assertEqual(check_deps.folder_of("core/diag/renderers/text.h"), "core/diag")
        self.assertIsNone(check_deps.folder_of("core/new/x.h"))
        self.assertIsNone(check_deps.folder_of("fmt/format.h"))


if __name__ == "__main__":
    unittest.main()
