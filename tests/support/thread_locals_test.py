#!/usr/bin/python3
"""Every thread_local variable says why each thread has its own: in a comment above it, or behind it.

State that changes the results of programs belongs into ThreadState (core/base/thread_state.h).
"""
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DECLARATION = re.compile(r"^\s*(?:(?:static|extern|constinit|inline)\s+)*thread_local\b")


def without_reason(lines):
    """The numbers of the lines that declare a thread_local variable without a comment."""
    found = []
    explained = False  # the line before is a comment, or a declaration that has one
    for number, line in enumerate(lines, 1):
        if DECLARATION.match(line):
            explained = explained or "//" in line
            if not explained:
                found.append(number)
        else:
            explained = line.lstrip().startswith("//")
    return found


def sources():
    for top in ("core", "api", "lsp", "viz", "debugger"):
        for folder, _, names in os.walk(os.path.join(ROOT, top)):
            yield from (os.path.join(folder, name) for name in names if name.endswith((".h", ".cpp")))


class ThreadLocals(unittest.TestCase):
    def test_each_has_a_reason(self):
        found = []
        for path in sources():
            with open(path, encoding="utf-8") as file:
                found += [f"{os.path.relpath(path, ROOT)}:{number}" for number in without_reason(file)]
        self.assertEqual(found, [], "add a comment, or a member of ThreadState")

    def test_a_comment_holds_for_the_declarations_that_follow_at_once(self):
        self.assertEqual(without_reason(["// A cache.", "thread_local int a;", "static thread_local int b;"]), [])
        self.assertEqual(without_reason(["thread_local int a;  // a cache"]), [])
        self.assertEqual(without_reason(["// A cache.", "int a;", "constinit thread_local int b;"]), [3])


if __name__ == "__main__":
    unittest.main()
