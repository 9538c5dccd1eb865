"""Checks the output of tsviz for the graphs in viz/: JSON and Graphviz files byte by byte, pictures by their structure.

JITSCOPE_BLESS=1 rewrites the expected files.
"""
import json
import os
import re
import subprocess
import sys
import unittest
import xml.etree.ElementTree as ElementTree

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "viz")
TSVIZ = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "tsviz")
SVG = "{http://www.w3.org/2000/svg}"
CASES = sorted(name[:-3] for name in os.listdir(HERE) if name.endswith(".ir"))


def tsviz(*arguments):
    """Exit status, standard output, standard error."""
    done = subprocess.run([TSVIZ, *arguments], cwd=HERE, capture_output=True, timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def rectangle(group):
    rect = group.find(SVG + "rect")
    x, y, width, height = (float(rect.get(name)) for name in ("x", "y", "width", "height"))
    return x, y, x + width, y + height


class VizTest(unittest.TestCase):
    maxDiff = None

    def expect(self, name, text):
        path = os.path.join(HERE, name)
        if os.environ.get("JITSCOPE_BLESS"):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        with open(path, encoding="utf-8") as file:
            self.assertEqual(text, file.read(), f"{name} differs; JITSCOPE_BLESS=1 accepts the new text")

    def test_data_and_graphviz_files(self):
        for case in CASES:
            with self.subTest(case):
                status, data, _ = tsviz(case + ".ir", "--format=json")
                self.assertEqual(status, 0)
                self.expect(case + ".json", json.dumps(json.loads(data), indent=1, ensure_ascii=False) + "\n")
                status, dot, _ = tsviz(case + ".ir", "--format=dot")
                self.assertEqual(status, 0)
                self.expect(case + ".dot", dot)

    def test_ir_text_is_printed_unchanged(self):
        for case in CASES:
            with self.subTest(case):
                with open(os.path.join(HERE, case + ".ir"), encoding="utf-8") as file:
                    text = file.read()
                if text.isascii():  # PyTorch escapes other characters in its own way
                    self.assertEqual(tsviz(case + ".ir", "--format=ir")[1], text)

    def test_pictures_are_well_formed_and_nested(self):
        for case in CASES:
            with self.subTest(case):
                status, svg, _ = tsviz(case + ".ir")
                self.assertEqual(status, 0)
                self.assertEqual(svg, tsviz(case + ".ir")[1], "two runs differ")
                root = ElementTree.fromstring(svg)
                parents = {group.get("id"): rectangle(group) for group in root.iter(SVG + "g") if group.get("id")}
                self.assertGreater(len(parents), 0)
                inside = 0
                for group in root.iter(SVG + "g"):
                    parent = parents.get(group.get("data-in"))
                    if parent is None:
                        continue
                    inside += 1
                    left, top, right, bottom = rectangle(group)
                    self.assertTrue(parent[0] <= left and parent[1] <= top and right <= parent[2] and bottom <= parent[3],
                                    f"{group.get('id')} leaves {group.get('data-in')}")
                self.assertGreater(inside, 0)

    def test_tooltips_contain_the_location_of_a_node(self):
        titles = [title.text for title in ElementTree.fromstring(tsviz("loop.ir")[1]).iter(SVG + "title")]
        self.assertTrue(any(title.startswith("aten::zeros") and "loop.py:4:9" in title for title in titles))
        self.assertNotIn("loop.py", tsviz("loop.ir", "--no-locations")[1])

    def test_depth_leaves_blocks_out(self):
        self.assertNotIn("aten::sub", tsviz("loop.ir", "--depth=1")[1])
        self.assertIn("aten::lt", tsviz("loop.ir", "--depth=1")[1])
        self.assertIn("4 nodes inside", tsviz("loop.ir", "--depth=0")[1])
        self.assertIn("4 nodes inside", tsviz("loop.ir", "--depth=0", "--format=dot")[1])

    def test_wrong_usage_ends_with_2_and_a_reason(self):
        for arguments in (["missing.ir"], ["loop.ir", "--format=bmp"], [], ["model.pt"], ["loop.ir", "-o", "missing/out.svg"]):
            with self.subTest(arguments):
                status, out, err = tsviz(*arguments)
                self.assertEqual((status, out), (2, ""))
                self.assertRegex(err, re.compile(r"\S"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + ["-v"] + sys.argv[1:])
