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

### Inside core/ir
Words.

```text
 check  .      │ core/words
───────────────┼─────
 check/rules   │
───────────────┼─────
 nodes         │
```

### Inside viz
Nothing.

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


class InnerMaps(unittest.TestCase):
    MAPS = check_deps.read_inner_maps(PAGE)

    def breaches(self, path, included):
        return list(check_deps.inner_breaches(path, included, self.MAPS))

    def test_sections_are_read_by_folder(self):
        self.assertEqual(self.MAPS, {"core/ir": [["nodes"], ["check/rules"], ["check", "."]], "viz": []})

    def test_downwards_is_allowed(self):
        self.assertEqual(self.breaches("core/ir/graph.h", "core/ir/nodes/node.h"), [])
        self.assertEqual(self.breaches("core/ir/check/run.cpp", "core/ir/check/rules/a.h"), [])
        self.assertEqual(self.breaches("core/ir/nodes/node.cpp", "core/ir/nodes/node.h"), [])

    def test_upwards_and_sideways_are_not(self):
        self.assertIn("nodes may not include .: includes go downwards",
                      self.breaches("core/ir/nodes/node.cpp", "core/ir/graph.h")[0])
        self.assertIn("check/rules may not include check",
                      self.breaches("core/ir/check/rules/a.cpp", "core/ir/check/run.h")[0])
        self.assertIn("downwards", self.breaches("core/ir/graph.cpp", "core/ir/check/run.h")[0])

    def test_other_folders_do_not_concern_an_inner_map(self):
        self.assertEqual(self.breaches("viz/a.cpp", "core/ir/graph.h"), [])
        self.assertEqual(self.breaches("core/ir/nodes/node.cpp", "core/irregular/x.h"), [])

    def test_a_file_outside_of_all_rooms_has_none(self):
        rows = self.MAPS["core/ir"]
        self.assertIsNone(check_deps.room_of("core/ir", rows, "core/ir/new/a.h"))
        self.assertEqual(check_deps.room_of("core/ir", rows, "core/ir/a.h"), ".")
        self.assertIsNone(check_deps.room_of("core/ir", [["nodes"]], "core/ir/a.h"))

    def test_a_room_that_does_not_exist_is_a_breach(self):
        self.assertIn("inside core has rooms/none, which does not exist",
                      list(check_deps.check_picture("the picture inside core", "core", [["rooms/none"]]))[0])


class Wiring(unittest.TestCase):
    def test_only_the_runtime_loads_models_and_wires_engines(self):
        for line in ("  return archive::loadModule(file, run);", "auto graph = ir::parseGraph(text, table);",
                     "engine_ = std::make_unique<jit::Engine>(options);", "  interp::Interpreter interpreter(host);"):
            self.assertIn("call runtime::Runtime", "".join(check_deps.wiring("viz/load.cpp", line)), line)
            self.assertEqual(list(check_deps.wiring("core/runtime/load.cpp", line)), [], line)

    def test_comments_and_the_runtimes_own_functions_are_free(self):
        self.assertEqual(list(check_deps.wiring("viz/load.cpp", "//   interp::Interpreter interpreter(host);")), [])
        self.assertEqual(list(check_deps.wiring("viz/load.cpp", "runtime.loadOnnx(path)")), [])


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
