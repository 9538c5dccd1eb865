#!/usr/bin/python3
"""tsdbg bench and tsdbg profile from a user's view, and the formats of tsviz that show machine code."""
import json
import os
import re
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BIN = os.environ.get("JITSCOPE_BIN", os.path.join(ROOT, "build/release/bin"))

MODEL = """\
import torch


def scaled(x, y):
    return torch.relu(x * y + 0.5)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(8, 8)

    def forward(self, x, n: int):
        total = 0
        for i in range(n):
            total += i % 7
        y = self.layer(x)
        return scaled(y, x) * total


def rare(x):
    if bool(x.sum() > 10.0):
        x = torch.tanh(x * 2.0)
    return x


def dynamic(*x):
    return x[0]


def doubled(x):
    return x * 2


def wrong(x):
    return x.view(3, 5)
"""
NET = ["model.py:Net", "--inputs", "torch.ones(4, 8), 1000"]


class Scratch(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name
        with open(os.path.join(self.folder, "model.py"), "w", encoding="utf-8") as out:
            out.write(MODEL)

    def run_it(self, program, *arguments, status=0):
        environment = dict(os.environ, XDG_CACHE_HOME=os.path.join(self.folder, "cache"))
        done = subprocess.run([os.path.join(BIN, program), *arguments], cwd=self.folder, text=True, capture_output=True, check=False,
                              timeout=120, env=environment)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout if status == 0 else done.stderr


class Bench(Scratch):
    def test_each_engine_has_its_times_and_the_fastest_one_comes_first_in_the_end(self):
        out = self.run_it("tsdbg", "bench", *NET, "--runs", "20")
        self.assertEqual(re.findall(r"^(\w+)$", out, re.M), ["eager", "script", "compiled"])
        self.assertEqual(len(re.findall(r"Time \(mean ± σ\): +[\d.]+ \S+ ± [\d.]+ \S+ +median [\d.]+ \S+ +first call [\d.]+ \S+\n"
                                        r"  Range \(min … max\): +[\d.]+ \S+ … [\d.]+ \S+ +20 calls", out)), 3)
        self.assertRegex(out, r"\n\w+ ran\n( +[\d.]+ ± [\d.]+ times faster than \w+\n){2}$")

    def test_json_has_the_times_in_seconds(self):
        measured = json.loads(self.run_it("tsdbg", "bench", *NET, "--runs", "5", "--json"))
        self.assertEqual([one["engine"] for one in measured["engines"]], ["eager", "script", "compiled"])
        for one in measured["engines"]:
            self.assertEqual(one["calls"], 5)
            self.assertTrue(0 < one["min"] <= one["median"] <= one["max"])

    def test_inputs_are_evaluated_once_and_each_call_gets_a_copy(self):
        with open(os.path.join(self.folder, "changing.py"), "w", encoding="utf-8") as out:
            out.write("import torch\n\nmade = []\n\n\ndef inputs():\n    made.append(1)\n    assert len(made) == 1\n"
                      "    return torch.zeros(1)\n\n\ndef f(x):\n    assert x.item() == 0\n    return x.add_(1)\n")
        self.run_it("tsdbg", "bench", "changing.py:f", "--inputs", "inputs()", "--engines", "eager", "--runs", "30")

    def test_a_call_that_raises_is_an_error(self):
        self.assertIn("eager: RuntimeError", self.run_it("tsdbg", "bench", "model.py:wrong", "--inputs", "torch.ones(2)", status=2))

    def test_an_unknown_engine_is_wrong_usage(self):
        self.assertIn("unknown engine `fast`", self.run_it("tsdbg", "bench", *NET, "--engines", "fast", status=2))


class Profile(Scratch):
    def test_the_table_has_lines_and_operators_of_all_engines(self):
        out = self.run_it("tsdbg", "profile", *NET)
        self.assertEqual(out.split("\n")[0].split(), ["eager", "script", "compiled"])
        self.assertIn("model.py", out)
        line = next(line for line in out.split("\n") if "5 | return torch.relu(x * y + 0.5)" in line)
        self.assertEqual(len(re.findall(r"[\d.]+ (?:s|ms|µs|ns)", line)), 3, out)
        for name in ("aten::linear", "aten::mul", "aten::relu"):
            row = next(row for row in out.split("\n") if row.endswith(name))
            self.assertGreaterEqual(len(re.findall(r"[\d.]+ (?:s|ms|µs|ns)", row)), 2, out)

    def test_training_is_divided_into_forward_backward_and_optimizer(self):
        with open(os.path.join(self.folder, "train.py"), "w", encoding="utf-8") as out:
            out.write("import torch\n\nnet = torch.nn.Linear(64, 64)\noptimizer = torch.optim.Adam(net.parameters())\n\n\n"
                      "def step(x):\n    optimizer.zero_grad()\n    loss = torch.tanh(net(x)).sum()\n    loss.backward()\n"
                      "    optimizer.step()\n")
        out = self.run_it("tsdbg", "profile", "train.py:step", "--inputs", "torch.ones(32, 64)", "--gradients", "--engines", "eager",
                          "--html", "flame.html", "--trace", "trace.json")
        times = {label: text for text, label in re.findall(r"^ +([\d.]+ \S+) +(in all|forward|backward|optimizer)$", out, re.M)}
        self.assertEqual(list(times), ["in all", "forward", "backward", "optimizer"], out)
        # Nodes of the tape are at the lines that have recorded them.
        forward = out.split("loss = torch.tanh(net(x)).sum()")[1].split("loss.backward()")[0]
        for name in ("aten::tanh", "TanhBackward0", "AddmmBackward0"):
            self.assertIn(name, forward)
        self.assertIn("AccumulateGrad", out.split("loss.backward()")[1])
        with open(os.path.join(self.folder, "trace.json"), encoding="utf-8") as trace:
            events = json.load(trace)["traceEvents"]
        self.assertEqual({one["cat"] for one in events if "cat" in one}, {"forward", "backward", "optimizer"})
        with open(os.path.join(self.folder, "flame.html"), encoding="utf-8") as page:
            self.assertEqual(page.read().count('class="phase"'), 3)

    def test_gradients_of_a_module_are_a_part_of_its_call(self):
        out = self.run_it("tsdbg", "profile", "model.py:scaled", "--inputs", "torch.ones(4, 8), torch.ones(4, 8)", "--gradients")
        self.assertRegex(out, r"\n( +[\d.]+ \S+){2,3} +backward\n")
        self.assertIn("ReluBackward0", out)
        self.assertNotIn("optimizer", out)

    def test_the_page_is_whole_and_loads_nothing(self):
        self.run_it("tsdbg", "profile", *NET, "--html", "flame.html")
        with open(os.path.join(self.folder, "flame.html"), encoding="utf-8") as page:
            text = page.read()
        self.assertIn("Content-Security-Policy\" content=\"default-src 'none'", text)
        self.assertNotRegex(text, r"https?://|<script|src=")
        self.assertEqual(text.count("<svg"), 3)
        self.assertIn("class=\"fused\"", text)
        self.assertIn("model.py:5", text)

    def test_the_graph_has_the_times_of_all_engines(self):
        self.run_it("tsdbg", "profile", *NET, "--graph", "graph.html")
        with open(os.path.join(self.folder, "graph.html"), encoding="utf-8") as page:
            data = re.search(r'<script id="picture" type="application/json">(.*?)</script>', page.read(), re.S)
        picture = json.loads(data[1])
        self.assertEqual(picture["heat"], "seconds")
        keys = ["eagerSeconds", "seconds", "compiledSeconds"]
        for kind in ("aten::linear", "aten::relu"):
            [stats] = [node["stats"] for node in picture["nodes"] if node["kind"] == kind]
            for key in keys:
                self.assertGreater(stats[key], 0, f"{kind}: {key}")
        for key in keys:
            nodes = [node["stats"].get(key, 0) for node in picture["nodes"] if node["kind"] not in ("prim::If", "prim::Loop")]
            # The page has six digits of each.
            self.assertAlmostEqual(picture["groups"][0]["stats"][key] / sum(nodes), 1, places=4)

    def test_the_graph_of_a_target_that_does_not_compile_is_an_error(self):
        err = self.run_it("tsdbg", "profile", "model.py:dynamic", "--inputs", "torch.ones(2)", "--engines", "eager", "--graph", "graph.html", status=2)
        self.assertRegex(err, "graph.html: .")
        self.assertFalse(os.path.exists(os.path.join(self.folder, "graph.html")))

    def test_the_graph_is_written_for_inputs_that_only_eager_code_accepts(self):
        self.run_it("tsdbg", "profile", "model.py:doubled", "--inputs", "1", "--engines", "eager", "--graph", "graph.html")
        self.assertTrue(os.path.exists(os.path.join(self.folder, "graph.html")))

    def test_the_trace_has_an_event_for_each_operator(self):
        self.run_it("tsdbg", "profile", *NET, "--trace", "trace.json")
        with open(os.path.join(self.folder, "trace.json"), encoding="utf-8") as trace:
            events = json.load(trace)["traceEvents"]
        threads = {event["tid"]: event["args"]["name"] for event in events if event["ph"] == "M"}
        self.assertEqual(list(threads.values()), ["eager", "script", "compiled"])
        for thread in threads:
            names = {event["name"] for event in events if event["tid"] == thread and event["ph"] == "X"}
            self.assertLessEqual({"aten::linear", "aten::relu"}, names)
        self.assertTrue(all(event["dur"] >= 0 for event in events if event["ph"] == "X"))


class MachineCode(Scratch):
    def test_lines_of_llvm_and_assembly_have_their_python_places(self):
        for name, comment in (("llvm", ";"), ("asm", "#")):
            out = self.run_it("tsviz", "model.py:Net", "--format", name)
            # The loop over numbers, and the loop over tensors.
            self.assertRegex(out, rf"\n\s.*{comment} model\.py:16\n")
            self.assertIn(f"{comment} loop 1 of forward", out)
            self.assertIn("aten::relu", out)
            self.assertNotIn("!dbg", out)

    def test_inputs_decide_the_code_of_loops(self):
        inputs = ("--inputs", "torch.ones(3, 8, dtype=torch.float64), torch.ones(8)")
        out = self.run_it("tsviz", "model.py:scaled", "--format", "llvm", *inputs)
        self.assertRegex(out, r"; loop 1 of scaled, for the tensors of the call\n(?:; %.*\n)+; %x\S* : float64\[3, 8\]\n")
        self.assertRegex(out, r"; %y\S* : float32\[8\]\n")
        self.assertRegex(out, r"= load <\d+ x double>")
        # A loop needs elements.
        out = self.run_it("tsviz", "model.py:scaled", "--format", "llvm", "--inputs", "torch.ones(0, 8), torch.ones(8)")
        self.assertIn("; the interpreter runs these operators for such tensors\n", out)
        out = self.run_it("tsviz", "model.py:rare", "--format", "llvm", "--inputs", "torch.ones(3)")
        self.assertIn("; the call does not run it\n", out)
        err = self.run_it("tsviz", "model.py:scaled", "--format", "llvm", "--inputs", "torch.ones(3), torch.ones(4)", status=2)
        self.assertIn("must match the size of tensor b (4)", err)

    def test_fusion_numbers_the_loops_and_says_why_operators_are_not_fused(self):
        out = self.run_it("tsviz", "model.py:Net", "--format", "fusion")
        self.assertRegex(out, r"loop 1 +%\S+ : Tensor = aten::relu\(.*# \S*model\.py:5\n")
        self.assertRegex(out, r"\n +%\S+ : Tensor = aten::linear\(")
        self.assertNotIn("not with", out)
        out = self.run_it("tsviz", "model.py:scaled", "--fusion")
        self.assertRegex(out, r'<g class="open">\n<title>loop 1</title>\n<rect class="frame" ')
        err = self.run_it("tsviz", "model.py:scaled", "--fusion", "--format=code", status=2)
        self.assertIn("--fusion needs a picture or a page", err)
        out = self.run_it("tsviz", "model.py:Net", "--format", "fusion", "--explain-fusion")
        self.assertRegex(out, r"not with aten::linear: aten::linear is a kernel of its own")


if __name__ == "__main__":
    unittest.main()
