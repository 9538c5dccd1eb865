#!/usr/bin/python3
"""tsviz shows networks by module: pages, tables, differences, saved files, and bad input."""
import json
import os
import re
import struct
import subprocess
import tempfile
import unittest

ONNX = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../fuzz/corpus/onnx")
BIN = os.environ.get("JITSCOPE_BIN", "build/release/bin")

NET = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, depth: int = 4, eps: float = 1e-5):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3)
        self.bn = nn.BatchNorm2d(8, eps=eps)
        self.blocks = nn.Sequential(*[nn.Sequential(nn.Conv2d(8, 8, 1), nn.ReLU()) for _ in range(depth)])
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        if x.dim() != 4:
            raise ValueError("four dimensions")  # </script><script>alert(1)</script>
        return self.head(self.blocks(self.bn(self.stem(x))).mean([2, 3]))


def helper(x):
    return x.relu() + 1
"""

SHIFTED = """
import torch
from torch import nn
from typing import List


class Shift(nn.Module):
    def __init__(self, shift: List[int]):
        super().__init__()
        self.shift = shift

    def forward(self, x):
        return torch.roll(x, self.shift, [1])


class Stage(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.Sequential(*[Shift([i % 2 * 3]) for i in range(6)])

    def forward(self, x):
        return self.blocks(x)
"""


BAKED = """
import torch
from torch import nn


class Block(nn.Module):
    def forward(self, x):
        y = torch.relu(x)
        if bool(y.sum() > 0):
            y = y + 1
        return torch.tanh(y)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = Block()
        self.second = Block()

    def forward(self, x):
        x = self.second(self.first(x))
        x = x * 2
        count = int(x.sum())
        x = x.reshape(-1)
        x = x / x.max().item()
        return x[:count]


def step(x):
    return torch.tanh(x * 2)


def fused(x):
    return step(step(x))
"""


# The line that the trace bakes in is between those of two modules that run after each other.
APART = """
import torch
from torch import nn


class First(nn.Module):
    def forward(self, x):
        return torch.relu(x)


def chosen(x):
    return 3 if bool(x.sum() > 0) else 4


class Last(nn.Module):
    def forward(self, x):
        return torch.tanh(x)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Sequential(First(), Last())

    def forward(self, x):
        return self.inner(x) * chosen(x)
"""

SCALED = """
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = 1.0

    def forward(self, x):
        return x * self.scale
"""


CONSTANT = """
import torch
from torch import nn

weight = torch.ones(4, 3, 1, 1)


class Net(nn.Module):
    def forward(self, x):
        return nn.functional.conv2d(x, weight)


torch.jit.trace(Net(), torch.ones(1, 3, 5, 5)).save("constant.pt")
"""


def onnx_field(number, value):
    """A field of a message of Protocol Buffers: a number, or a text or message."""
    def varint(rest):
        return bytes([rest & 127 | 128]) + varint(rest >> 7) if rest > 127 else bytes([rest])
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def onnx_net():
    """An ONNX file: a convolution with padding of a float32 [1, 3, 8, 8], a pooling, a linear layer."""
    f = onnx_field

    def node(name, op, inputs, output, **attributes):
        fields = b"".join(f(1, each) for each in inputs) + f(2, output) + f(3, name) + f(4, op)
        for key, value in attributes.items():
            one = f(3, value) + f(20, 2) if isinstance(value, int) else b"".join(f(8, each) for each in value) + f(20, 7)
            fields += f(5, f(1, key) + one)
        return f(1, fields)

    def weight(name, *sizes):
        return f(5, b"".join(f(1, size) for size in sizes) + f(2, 1) + f(8, name))

    sizes = b"".join(f(1, f(1, size)) for size in (1, 3, 8, 8))
    graph = (node("/stem/Conv", "Conv", ["x", "stem.weight"], "a", pads=[1, 1, 1, 1], kernel_shape=[3, 3])
             + node("/MaxPool", "MaxPool", ["a"], "b", kernel_shape=[4, 4], strides=[3, 3])
             + node("/Flatten", "Flatten", ["b"], "c")
             + node("/head/Gemm", "Gemm", ["c", "head.weight", "head.bias"], "y", transB=1)
             + weight("stem.weight", 8, 3, 3, 3) + weight("head.weight", 2, 32) + weight("head.bias", 2)
             + f(11, f(1, "x") + f(2, f(1, f(1, 1) + f(2, sizes)))) + f(12, f(1, "y")))
    return f(1, 8) + f(7, graph) + f(8, f(1, "") + f(2, 17))


class Tsviz(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.write("net.py", NET)

    def write(self, name, text):
        with open(os.path.join(self.folder.name, name), "w", encoding="utf-8") as file:
            file.write(text)

    def run_it(self, *arguments):
        return subprocess.run([os.path.join(os.path.abspath(BIN), "tsviz"), *arguments], cwd=self.folder.name, capture_output=True,
                              text=True, timeout=120)

    def view(self, *arguments):
        run = self.run_it(*arguments, "--format=view")
        self.assertEqual(run.returncode, 0, run.stderr)
        return json.loads(run.stdout)

    def titles(self, picture):
        return [group["title"] for group in picture["groups"]]

    def test_modules_are_groups_and_equal_ones_are_shown_once(self):
        picture = self.view("net.py:Net", "--init", "6")
        self.assertIn("stem", self.titles(picture))
        repeated = [group for group in picture["groups"] if group["repeats"]]
        self.assertEqual([len(group["repeats"]) for group in repeated], [6])
        self.assertEqual(picture["groups"][0]["stats"]["parameters"], 8 * 3 * 9 + 8 + 16 + 6 * (8 * 8 + 8) + 18)

    def test_modules_that_alternate_are_a_sequence(self):
        self.write("shifted.py", SHIFTED)
        for arguments in ([], ["--inputs", "torch.rand(2, 8)"], ["--inputs", "torch.rand(2, 8)", "--engine=trace"]):
            picture = self.view("shifted.py:Stage", "--init", "", *arguments)
            [sequence] = [group for group in picture["groups"] if group["kind"] == "sequence"]
            self.assertEqual((sequence["title"], sequence["type"] if not arguments else "Shift"), ("3 × (0, 1)", "Shift"))
            repeats = [group["repeats"] for group in picture["groups"] if group["repeats"]]
            self.assertEqual(repeats, [[f"blocks.{i}" for i in (0, 2, 4)], [f"blocks.{i}" for i in (1, 3, 5)]])
        settings = {one["setting"] for node in self.view("shifted.py:Stage", "--init", "")["nodes"] for one in node["inputs"] if "setting" in one}
        self.assertEqual(settings, {"[0]", "[3]"})

    def test_checks_and_training_are_shown_on_demand(self):
        kinds = {group["kind"] for group in self.view("net.py:Net", "--init", "")["groups"]}
        self.assertNotIn("if", kinds)
        kinds = {group["kind"] for group in self.view("net.py:Net", "--init", "", "--training")["groups"]}
        self.assertIn("if", kinds)

    def test_a_run_gives_exact_shapes_and_costs(self):
        for engine in ("script", "trace"):
            picture = self.view("net.py:Net", "--init", "", "--inputs", "torch.rand(2, 3, 8, 8)", "--engine", engine)
            shapes = {value.get("shape") for value in picture["values"]}
            self.assertLessEqual({"float32 [2, 8, 6, 6]", "float32 [2, 2]"}, shapes)
            self.assertEqual(picture["groups"][0]["stats"]["flops"],
                             2 * (2 * 8 * 36 * 27 + 4 * 2 * 8 * 36 * 8 + 2 * 2 * 8))

    def test_a_run_gives_the_time_of_nodes_and_modules(self):
        picture = self.view("net.py:Net", "--init", "", "--inputs", "torch.rand(2, 3, 8, 8)", "--training")
        nodes = [node for node in picture["nodes"] if "seconds" in node["stats"]]
        self.assertIn("aten::conv2d", [node["kind"] for node in nodes])
        stem = next(at for at, group in enumerate(picture["groups"]) if group["path"] == "stem")
        inside = [node["stats"]["seconds"] for node in nodes if node["group"] == stem]
        self.assertAlmostEqual(picture["groups"][stem]["stats"]["seconds"], sum(inside), delta=1e-4 * sum(inside))
        whole = picture["groups"][0]["stats"]["seconds"]
        self.assertGreater(whole, sum(inside))
        self.assertNotIn("seconds", self.view("net.py:Net", "--init", "")["groups"][0]["stats"])

    def marked(self, picture, kind):
        """The titles of the marked groups and nodes, each with its marks."""
        return [(one["title"], [mark for mark in one["marks"] if mark["kind"] == kind]) for one in picture["groups"] + picture["nodes"]
                if any(mark["kind"] == kind for mark in one["marks"])]

    def test_lines_that_a_trace_has_baked_in_are_marked(self):
        self.write("baked.py", BAKED)
        trace = self.view("baked.py:Net", "--init", "", "--inputs", "torch.ones(2)", "--engine", "trace")
        marked = self.marked(trace, "baked")
        self.assertEqual([title for title, _ in marked], ["Net.forward", "first", "div"])
        texts = {title: marks[0]["text"] for title, marks in marked}
        self.assertIn("baked.py:9: a tensor is used as a Python bool here", texts["first"])  # which the second block repeats
        self.assertIn("baked.py:23: a tensor becomes a Python int here", texts["Net.forward"])
        self.assertTrue(texts["div"].startswith("item() takes a number"), texts)
        self.assertEqual(self.marked(self.view("baked.py:Net", "--init", "", "--inputs", "torch.ones(2)"), "baked"), [])

    def test_a_function_without_nodes_marks_the_whole_trace(self):
        self.write("baked.py", APART)
        trace = self.view("baked.py:Net", "--init", "", "--inputs", "torch.ones(2)", "--engine", "trace")
        self.assertEqual([title for title, _ in self.marked(trace, "baked")], ["Net.forward"])

    def test_settings_are_written_as_in_python(self):
        self.write("scaled.py", SCALED)
        for inputs in ([], ["--inputs", "torch.ones(2)"]):
            [node] = [node for node in self.view("scaled.py:Net", "--init", "", *inputs)["nodes"] if node["kind"] == "aten::mul"]
            self.assertIn("1.0", [each.get("setting") or each.get("text") for each in node["inputs"]])

    def test_the_operators_of_one_loop_are_marked(self):
        self.write("baked.py", BAKED)
        for engine in ("script", "trace"):
            inputs = ["--inputs", "torch.ones(2)", "--engine", engine]
            marked = self.marked(self.view("baked.py:fused", *inputs), "fused")
            listed = self.run_it("baked.py:fused", *inputs, "--format=fusion").stdout
            lines = re.findall(r"^(loop \d+) .*?aten::(\w+)\(", listed, re.M)
            self.assertEqual([(marks[0]["label"], title) for title, marks in marked], lines)
            self.assertEqual(len(lines), 4)
            self.assertEqual(marked[0][1][0]["text"], "one loop computes aten::mul, aten::tanh, aten::mul, aten::tanh")

    def test_a_picture_shows_the_run_backward_with_saved_tensors(self):
        self.write("loss.py", "import torch\n\n\ndef loss(x, w):\n    return torch.tanh(x @ w).sum()\n")
        call = ["loss.py:loss", "--inputs", "torch.ones(4, 8), torch.ones(8, 2)", "--backward"]
        picture = self.view(*call)
        titles = [node["title"] for node in picture["nodes"]]
        for name in ("SumBackward0", "TanhBackward0", "MmBackward0", "AccumulateGrad"):
            self.assertIn(name, titles)
        self.assertIn("backward", [group["title"] for group in picture["groups"]])
        (table,) = picture["comparison"]["tables"]
        self.assertEqual(table["title"], "Memory of saved tensors")
        self.assertEqual([row["cells"][0] for row in table["rows"]], ["forward"] * 3 + ["backward"] * 5)
        self.assertEqual(table["rows"][-1]["cells"][2], "0 B")
        drawn = self.run_it(*call).stdout
        self.assertIn("saved 32 B", drawn)  # the result of tanh
        self.assertIn("Saved tensors over time: at most ", drawn)

    def test_a_run_backward_needs_inputs(self):
        self.write("loss.py", "import torch\n\n\ndef loss(x):\n    return x.sum()\n")
        done = self.run_it("loss.py:loss", "--backward")
        self.assertEqual(done.returncode, 2)
        self.assertIn("give the arguments with --inputs", done.stderr)

    def test_an_explanation_of_loops_needs_the_list_of_loops(self):
        self.write("baked.py", BAKED)
        done = self.run_it("baked.py:fused", "--explain-fusion")
        self.assertEqual(done.returncode, 2)
        self.assertIn("it needs --format=fusion", done.stderr)

    def test_every_slot_and_link_of_the_data_exists(self):
        picture = self.view("net.py:Net", "--init", "", "--training")
        sizes = {"node": len(picture["nodes"]), "group": len(picture["groups"])}
        for group in picture["groups"]:
            layout = group["layout"]
            order = [slot for layer in layout["layers"] for slot in layer]
            self.assertEqual(sorted(order), list(range(len(layout["slots"]))))
            at = {slot: i for i, layer in enumerate(layout["layers"]) for slot in layer}
            for slot in layout["slots"]:
                self.assertLess(slot["id"], sizes.get(slot["kind"], len(picture["values"])))
            for link in layout["links"]:
                self.assertEqual(at[link["from"]] + 1, at[link["to"]])

    def test_the_page_contains_everything_and_runs_only_the_viewer(self):
        run = self.run_it("net.py:Net", "--init", "", "--training", "--format=html", "-o", "net.html")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        with open(os.path.join(self.folder.name, "net.html"), encoding="utf-8") as file:
            page = file.read()
        self.assertEqual(page.count("<script"), 2)
        self.assertIn("default-src 'none'", page)
        self.assertIsNone(re.search(r'(src|href)="', page.split("<body>")[0]))
        data = page.split('type="application/json">')[1].split("</script>")[0]
        self.assertEqual(json.loads(data)["name"], "Net.forward")
        self.assertIn("alert(1)", data)

    def test_the_summary_lists_modules(self):
        run = self.run_it("net.py:Net", "--init", "", "--summary", "--depth", "1")
        self.assertEqual(run.returncode, 0)
        self.assertIn("├─ blocks", run.stdout)
        self.assertNotIn("blocks.0", run.stdout)
        self.assertIn("parameters: 546", run.stdout)

    def test_onnx_files_have_modules_weights_and_control_flow(self):
        picture = self.view(os.path.join(ONNX, "net.onnx"))
        self.assertEqual(picture["name"], "net")
        self.assertEqual(picture["groups"][0]["stats"]["parameters"], 8 * 3 * 9 + 8 + 3 * (8 * 8 + 8) + 18)
        [blocks] = [group for group in picture["groups"] if group["repeats"]]
        self.assertEqual(blocks["repeats"], ["blocks.0", "blocks.1", "blocks.2"])
        self.assertIn("float32 [?, 3, 8, 8]", {value.get("shape") for value in picture["values"]})
        conv = [node for node in picture["nodes"] if node["kind"] == "onnx::Conv"][0]
        self.assertEqual(conv["attributes"]["kernel_shape"], "[3, 3]")
        kinds = [group["kind"] for group in self.view(os.path.join(ONNX, "control.onnx"))["groups"]]
        self.assertEqual(sorted(kinds), ["block", "block", "block", "graph", "if", "loop"])
        for form in ("svg", "mermaid", "dot", "json", "ir"):
            self.assertEqual(self.run_it(os.path.join(ONNX, "control.onnx"), "--format", form).returncode, 0, form)
        run = self.run_it(os.path.join(ONNX, "control.onnx"), "--format=code")
        self.assertEqual(run.returncode, 2)
        self.assertIn("an ONNX file has no code", run.stderr)

    def test_onnx_files_have_shapes_and_flops(self):
        shapes = {value.get("shape") for value in self.view(os.path.join(ONNX, "net.onnx"))["values"]}
        self.assertLessEqual({"float32 [?, 8, 6, 6]", "float32 [?, 8]", "float32 [?, 2]"}, shapes)
        with open(os.path.join(self.folder.name, "fixed.onnx"), "wb") as file:
            file.write(onnx_net())
        run = self.run_it("fixed.onnx", "--summary")
        self.assertRegex(run.stdout, r"head +float32 \[1, 2\] +66 +128 ")
        self.assertIn(f"FLOPs: {(2 * (8 * 8 * 8) * 3 * 9 + 128) / 1000:.2f} k", run.stdout)

    def test_tensors_that_are_constants_give_shapes(self):
        self.write("constant.py", CONSTANT)
        run = subprocess.run([os.path.join(BIN, "tsdbg"), "run", "constant.py"], cwd=self.folder.name, capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        picture = self.view("constant.pt")
        [conv] = [node for node in picture["nodes"] if "conv" in node["kind"]]
        self.assertEqual(picture["values"][conv["outputs"][0]]["shape"], "float32 [..., 4, ?, ?]")

    def test_broken_onnx_files_are_errors(self):
        with open(os.path.join(ONNX, "net.onnx"), "rb") as file:
            whole = file.read()
        for size in range(0, len(whole), 97):
            with open(os.path.join(self.folder.name, "cut.onnx"), "wb") as file:
                file.write(whole[:size])
            run = self.run_it("cut.onnx", "--format=view")
            self.assertEqual((run.returncode, run.stdout), (2, ""))
            self.assertRegex(run.stderr, "^tsviz: cut.onnx: .")

    def test_differences_are_marked(self):
        self.write("other.py", NET.replace("nn.ReLU()", "nn.Tanh()"))
        run = self.run_it("net.py:Net", "--init", "1", "--diff", "other.py:Net", "--format=view")
        self.assertEqual((run.returncode, run.stderr), (0, "tsviz: 1 node added, 1 removed, 0 changed\n"))
        marks = [mark["kind"] for node in json.loads(run.stdout)["nodes"] for mark in node["marks"]]
        self.assertEqual(sorted(kind for kind in marks if kind in ("added", "removed")), ["added", "removed"])
        same = self.run_it("net.py:Net", "--init", "1", "--diff", "net.py:Net", "--format=view")
        self.assertEqual(same.stderr, "tsviz: 0 nodes added, 0 removed, 0 changed\n")

    def test_a_picture_before_and_after_passes(self):
        self.write("twice.py", "def twice(x: int):\n    return (x + 1) * (x + 1)\n")
        passes = "common-subexpression-elimination,dead-code-elimination"
        run = self.run_it("twice.py:twice", "--diff", "twice.py:twice", "--passes", passes, "--format=view")
        self.assertEqual((run.returncode, run.stderr), (0, "tsviz: 0 nodes added, 1 removed, 1 changed\n"))
        alone = self.run_it("twice.py:twice", "--passes", passes, "--format=ir", "--no-locations")
        self.assertEqual(alone.stdout.count("aten::add"), 1)
        wrong = self.run_it("twice.py:twice", "--passes", "cse")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("`cse` is not a pass; the passes are\n", wrong.stderr)
        self.assertIn("dead-code-elimination", wrong.stderr)

    def test_views_are_chosen_by_name(self):
        picture = self.view("net.py:Net", "--init", "", "--focus", "blocks.2")
        self.assertEqual(picture["groups"][picture["focus"]]["repeats"][2], "blocks.2")
        line = NET.splitlines().index("    return x.relu() + 1") + 1
        picture = self.view("net.py:helper", "--around", f"net.py:{line}")
        self.assertIsNotNone(picture["selected"])
        run = self.run_it("net.py:Net", "--init", "", "--focus", "nothing")
        self.assertEqual(run.returncode, 2)
        self.assertIn("no module or group `nothing`", run.stderr)

    def test_small_functions_keep_their_pictures(self):
        run = self.run_it("net.py:helper")
        self.assertEqual(run.returncode, 0)
        self.assertNotIn('class="open"', run.stdout)
        self.assertIn("relu", run.stdout)

    def picture(self, *arguments):
        run = subprocess.run([os.path.join(os.path.abspath(BIN), "tsviz"), "net.py:helper", *arguments], cwd=self.folder.name,
                             capture_output=True, timeout=120)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def test_pictures_have_the_size_of_a_page_or_a_width(self):
        points = 72 / 25.4
        for arguments, width, height in ((["--fit", "a4"], 210 * points, 297 * points), (["--fit", "letter"], 612, 792),
                                         (["--fit", "120x80mm"], 120 * points, 80 * points), (["--fit", "800x600"], 600, 450),
                                         (["--width", "160mm"], 160 * points, None), (["--width", "400px"], 300, None)):
            pdf = self.picture("--format=pdf", *arguments)
            page = [float(number) for number in re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf).groups()]
            self.assertAlmostEqual(page[0], width, delta=0.1)
            if height:
                self.assertAlmostEqual(page[1], height, delta=0.1)
            self.assertIn(b"/FontFile", pdf, "the fonts are in the file")
        for arguments, width, height in ((["--fit", "800x600"], 800, 600), (["--fit", "120x80mm"], 1418, 945), (["--width", "400"], 400, None)):
            png = self.picture("--format=png", *arguments)
            size = struct.unpack(">II", png[16:24])
            self.assertEqual(size[0], width)
            if height:
                self.assertEqual(size[1], height)
        self.assertIn(b'width="210mm" height="297mm"', self.picture("--fit", "a4"))

    def test_wrong_sizes_of_pictures_are_wrong_usage(self):
        for arguments, problem in ((["--fit", "a5"], "`a5` is not a page"), (["--width", "2cm"], "`2cm` is not a width"),
                                   (["--fit", "a4", "--width", "5"], "exclude each other"),
                                   (["--fit", "a4", "--format=html"], "needs a picture"), (["--width", "5", "--summary"], "needs a picture")):
            run = self.run_it("net.py:helper", *arguments)
            self.assertEqual(run.returncode, 2)
            self.assertIn(problem, run.stderr)

    def test_mermaid_has_a_subgraph_for_each_open_module(self):
        run = self.run_it("net.py:Net", "--init", "", "--depth", "2", "--format=mermaid")
        self.assertTrue(run.stdout.startswith("flowchart TD\n"))
        self.assertIn("subgraph", run.stdout)

    def test_a_failed_run_is_reported_and_shown_up_to_there(self):
        run = self.run_it("net.py:Net", "--init", "", "--inputs", "torch.rand(2, 5, 8, 8)", "--format=view")
        self.assertEqual(run.returncode, 0)
        self.assertIn("tsviz: the run failed: RuntimeError", run.stderr)
        self.assertIn("[2, 5, 8, 8]", run.stdout)

    def test_bad_input_is_an_error_and_writes_nothing(self):
        self.write("cycle.ir", "graph(%x : Tensor):\n  %a : Tensor = aten::relu(%b)\n  %b : Tensor = aten::relu(%a)\n  return (%b)\n")
        self.write("cut.pt", "PK\x03\x04 cut")
        for target in ("cycle.ir", "cut.pt", "missing.ir"):
            run = self.run_it(target, "--format=html", "-o", "out.html")
            self.assertEqual(run.returncode, 2, target)
            self.assertTrue(run.stderr.startswith("tsviz: "), run.stderr)
            self.assertFalse(os.path.exists(os.path.join(self.folder.name, "out.html")))
        run = self.run_it("net.py:Net", "--init", "", "--format=html", "-o", "/dev/full")
        self.assertEqual((run.returncode, run.stderr), (2, "tsviz: /dev/full: No space left on device\n"))

    def test_attributes_of_files_are_only_shown(self):
        for value in ('7000000', '"text"'):
            self.write("frame.ir", f"graph(%x : Tensor):\n  %y : Tensor = aten::relu[frame={value}](%x)\n  return (%y)\n")
            picture = self.view("frame.ir")
            self.assertEqual([node["attributes"] for node in picture["nodes"]], [{"frame": value}])

    def test_long_names_are_cut(self):
        name = "n" * 10_000
        self.write("long.ir", f"graph(%{name} : Tensor):\n  %y : Tensor = aten::relu(%{name})\n  return (%y)\n")
        for form in ("html", "mermaid"):
            run = self.run_it("long.ir", "--format", form)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertFalse(name in run.stdout, form)
        run = self.run_it("long.ir", "--around", "y")
        self.assertLess(int(re.search(r'width="(\d+)"', run.stdout).group(1)), 1000)


if __name__ == "__main__":
    unittest.main()
