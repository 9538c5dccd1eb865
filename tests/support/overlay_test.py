#!/usr/bin/python3
"""Tests of overlays and marks: how a version of PyTorch changes a module of the prelude (core/prelude/embed)."""
import os
import sys
import textwrap
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "core", "prelude", "embed"))
import marks  # noqa: E402
import overlay  # noqa: E402

BASE = """
import math
from typing import List, Optional

limit = 1


# Doubles.
def twice(x):
    return x + x


class Layer(Base):
    size: int

    @_overload_method
    def forward(self, x: int) -> int:
        pass

    def forward(self, x):
        return twice(x)

    def extra(self):
        return ''


layers = [Layer]
"""


class Overlay(unittest.TestCase):
    def changed(self, text):
        return overlay.combined(BASE, textwrap.dedent(text))

    def test_an_empty_overlay_changes_nothing(self):
        self.assertEqual(self.changed(""), BASE)

    def test_a_definition_replaces_the_one_of_its_name_in_its_place(self):
        self.assertEqual(self.changed("""\
            # 2 times.
            def twice(x):
                return 2 * x
            """), BASE.replace("\n\n# Doubles.\ndef twice(x):\n    return x + x", "# 2 times.\ndef twice(x):\n    return 2 * x"))

    def test_an_assignment_replaces_another_kind_of_definition(self):
        text = self.changed("twice = torch.twice")
        self.assertNotIn("def twice", text)
        self.assertLess(text.index("twice = torch.twice"), text.index("class Layer"))

    def test_a_new_definition_comes_before_the_next_one_that_is_replaced(self):
        text = self.changed("class Parent: pass\nclass Layer(Parent): pass\ndef last(): pass\n")
        self.assertLess(text.index("class Parent"), text.index("class Layer"))
        self.assertLess(text.index("layers ="), text.index("def last"))

    def test_a_class_with_an_ellipsis_changes_members_and_keeps_the_others(self):
        text = self.changed("""
            class Layer(...):
                def reset(self):
                    pass

                def forward(self, x):
                    return x

                del extra
            """)
        self.assertIn("class Layer(Base):\n    size: int\n", text)
        self.assertIn("def forward(self, x: int) -> int:", text)  # an overload does not bind the name
        self.assertNotIn("return twice(x)", text)
        self.assertLess(text.index("def reset"), text.index("def forward(self, x):\n        return x\n"))
        self.assertNotIn("extra", text)

    def test_an_import_replaces_another_one_only_when_it_binds_all_of_its_names(self):
        self.assertIn("from typing import List, Optional", self.changed("from typing import Optional, Union"))
        self.assertEqual(self.changed("import math").count("import math"), 1)

    def test_a_definition_can_be_removed(self):
        self.assertNotIn("twice(x):", self.changed("del twice"))

    def test_other_statements_are_added(self):
        self.assertTrue(self.changed("layers += [Other]").endswith("layers = [Layer]\nlayers += [Other]\n"))

    def test_a_change_of_something_that_is_not_there_is_an_error(self):
        for text in ("del nothing", "class Nothing(...):\n    x = 1", "class Layer(...):\n    del nothing", "class twice(...):\n    x = 1"):
            with self.assertRaises(overlay.OverlayError, msg=text):
                self.changed(text)


class Marks(unittest.TestCase):
    PROFILES = ["1.13", "2.6", "2.11"]

    def chosen(self, text):
        return [marks.chosen(text, profile, self.PROFILES) for profile in self.PROFILES]

    def test_a_text_without_marks_stays(self):
        self.assertEqual(self.chosen("x = 1  # @ignore\n\ny = 2"), ["x = 1  # @ignore\n\ny = 2"] * 3)

    def test_a_mark_names_one_version_a_range_or_a_first_one(self):
        self.assertEqual(self.chosen("a  # @1.13\nb  # @1.13-2.6\nc  # @2.6+\nd  # @2.6\n"), ["a\nb\n", "b\nc\nd\n", "c\n"])

    def test_a_mark_on_the_first_line_of_a_statement_covers_it(self):
        text = "if x:  # @2.6+\n    y(\n        1)\nelse:\n    z()\nw()\n"
        self.assertEqual(self.chosen(text)[:2], ["w()\n", text.replace("  # @2.6+", "")])

    def test_a_mark_on_elif_covers_its_line(self):
        text = "if a:\n    x()\nelif not b == 1:  # @2.6\n    y()  # @2.6\nelif b != 1:  # @2.11+\n    y()  # @2.11+\nelse:\n    z()\n"
        self.assertEqual(self.chosen(text), ["if a:\n    x()\nelse:\n    z()\n",
                                             "if a:\n    x()\nelif not b == 1:\n    y()\nelse:\n    z()\n",
                                             "if a:\n    x()\nelif b != 1:\n    y()\nelse:\n    z()\n"])

    def test_a_mark_inside_a_statement_covers_its_line(self):
        text = "def f(\n    a,\n    b=1,  # @2.6+\n):\n    return a\n"
        self.assertEqual(self.chosen(text)[:2], ["def f(\n    a,\n):\n    return a\n", text.replace("  # @2.6+", "")])

    def test_a_version_that_is_not_there_is_an_error(self):
        with self.assertRaisesRegex(marks.MarkError, "`# @2.7[+]`: 2.7 is not one of 1.13, 2.6, 2.11"):
            self.chosen("x = 1  # @2.7+\n")


if __name__ == "__main__":
    unittest.main()
