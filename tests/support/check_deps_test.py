#!/usr/bin/python3
"""Tests that check_deps.py sees each kind of breach."""
import os
import unittest

import check_deps

PAGE = """# Title

## The map
Words.

```text
 viz  lsp      │ programs, core/words
───────────────┼─────
 core/ir       │
 core/types    │ of values
───────────────┼─────
 core/base     │
```

## Next
"""

NINJA = """build bin/light: CXX_EXECUTABLE_LINKER__light_Release main.o | core/libjitscope_base.a /usr/lib/libz.so
  LINK_LIBRARIES = core/libjitscope_base.a  -lz
  TARGET_FILE = bin/light

build bin/heavy: CXX_EXECUTABLE_LINKER__heavy_Release main.o
  LINK_LIBRARIES = /usr/lib/llvm-14/lib/libLLVM-14.so  /usr/lib/libgvc.so.6  /usr/lib/libcdt.a
"""


class Picture(unittest.TestCase):
    def test_rows_are_read_from_the_bottom_up(self):
        self.assertEqual(check_deps.read_layers(PAGE), [["core/base"], ["core/ir", "core/types"], ["viz", "lsp"]])

    def test_a_page_without_picture_has_no_layers(self):
        self.assertEqual(check_deps.read_layers("## The map\nNothing.\n"), [])

    def test_the_repository_has_one(self):
        self.assertEqual(check_deps.LAYERS[0], ["core/base"])
        self.assertEqual(set(check_deps.LAYERS[-1]), {"core/check", "lsp", "viz", "debugger"})


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

    def test_the_longest_match_is_the_folder(self):
        self.assertEqual(check_deps.folder_of("core/diag/renderers/text.h"), "core/diag")
        self.assertEqual(check_deps.folder_of("core/eval_torch/tensor.cpp"), "core/eval_torch")
        self.assertIsNone(check_deps.folder_of("core/new/x.h"))
        self.assertIsNone(check_deps.folder_of("fmt/format.h"))


class Links(unittest.TestCase):
    def test_heavy_libraries_are_seen_on_a_link_line(self):
        self.assertEqual(check_deps.linked_libraries(NINJA, "light"), [])
        self.assertEqual(check_deps.linked_libraries(NINJA, "heavy"), ["libLLVM-14.so", "libcdt.a", "libgvc.so"])
        self.assertIsNone(check_deps.linked_libraries(NINJA, "absent"))

    def test_tsviz_would_be_a_breach(self):
        found = "\n".join(check_deps.check_links(check_deps.build_folder(), ["tsviz"]))
        self.assertIn("tsviz links libgvc.so", found)
        program = os.path.join(check_deps.build_folder(), "bin/tsviz")
        if os.path.exists(program):
            self.assertIn("gvLayout", check_deps.contained_symbols(program))

    def test_a_missing_build_is_a_breach(self):
        self.assertIn("does not exist", "\n".join(check_deps.check_links("/nowhere", ["tscheck"])))


if __name__ == "__main__":
    unittest.main()
