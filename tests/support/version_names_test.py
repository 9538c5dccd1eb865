#!/usr/bin/python3
"""Tests that texts for users name each version of PyTorch of core/base/torch_profiles.def: a line that lists versions lists all of them."""
import json
import os
import re
import subprocess
import unittest

from torch_profiles import PROFILES

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TEXTS = ["README.md", "docs/*.md", "docs/design", "docs/man", "editors", ":!*/package-lock.json"]
# Files that tell users which versions they can choose.
LISTS = ["README.md", "docs/debugger.md", "docs/settings.md", "docs/man/tscheck.1", "docs/man/tsdbg.1", "docs/man/tsls.1", "docs/man/tsviz.1",
         "editors/nvim/README.md", "editors/nvim/doc/jitscope.txt", "editors/nvim/lua/jitscope/init.lua", "editors/vscode/README.md",
         "editors/vscode/package.json"]


def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def named(text, names=PROFILES):
    """The versions that a text names: "2.6" does not name 2.6.8."""
    return [name for name in names if re.search(rf"(?<![\w.]){re.escape(name)}(?!\.?\w)", text)]


class VersionNames(unittest.TestCase):
    def test_a_version_is_a_word(self):
        names = ("1.13", "2.6")
        self.assertEqual(named('"1.13|2.6"', names), ["1.13", "2.6"])
        self.assertEqual(named("as PyTorch 2.6.", names), ["2.6"])
        self.assertEqual(named("biome@2.6.8, 1.13.0a0, 12.6 and torch-2.60", names), [])

    def test_a_line_that_lists_versions_lists_all(self):
        tracked = subprocess.run(["git", "ls-files", "-z", *TEXTS], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")[:-1]
        lists = set()
        for name in tracked:
            if name.endswith((".png", ".svg", ".gif")):
                continue
            for number, line in enumerate(read(name).splitlines(), 1):
                versions = named(line)
                if len(versions) > 1:
                    lists.add(name)
                    with self.subTest(f"{name}:{number}"):
                        self.assertEqual(versions, list(PROFILES))
        self.assertEqual(set(LISTS) - lists, set(), "files without a list of the versions")

    def test_each_choice_in_vs_code_has_a_description(self):
        setting = json.loads(read("editors/vscode/package.json"))["contributes"]["configuration"]["properties"]["jitscope.torch"]
        self.assertEqual(setting["enum"], ["auto", *PROFILES])
        self.assertEqual([named(text) for text in setting["enumDescriptions"][1:]], [[name] for name in PROFILES])

    def test_the_debugger_of_vs_code_has_each_choice(self):
        for debugger in json.loads(read("editors/vscode/package.json"))["contributes"]["debuggers"]:
            for request in debugger["configurationAttributes"].values():
                if "torch" in request["properties"]:
                    self.assertEqual(request["properties"]["torch"]["enum"], list(PROFILES))


if __name__ == "__main__":
    unittest.main()
