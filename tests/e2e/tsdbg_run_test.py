#!/usr/bin/python3
"""tsdbg run from a user's view: interrupts, output that cannot be written, and files, which compare may not write."""
import json
import os
import signal
import subprocess
import tempfile
import time
import unittest
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TSDBG = os.path.join(os.environ.get("JITSCOPE_BIN", os.path.join(ROOT, "build/release/bin")), "tsdbg")

PATIENCE = 60  # seconds
TICKS = 5  # of processor time, a hundredth of a second each: by then a program is in its loop

# Programs that wait in different ways, each after a line of output.
WAITS = {
    "loop": "while True:\n        pass",
    "calls": "def f(n):\n        return f(n - 1) if n else 0\n    while f(10) == 0:\n        pass",
    "builtin": "sum(range(10 ** 15))",
    "sleep": "import time\n    time.sleep(1000)",
    "input": "input()",
    "fifo": "open('fifo').read()",
}


def said(done):
    """The standard error of a run, without PyTorch 2.11's warnings that torch.jit is deprecated."""
    return "".join(line for line in done.stderr.splitlines(True) if "DeprecationWarning: `torch.jit." not in line)


class Scratch(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as out:
            out.write(text)

    def run_it(self, *arguments, **options):
        options = dict(dict(stdout=subprocess.PIPE, stderr=subprocess.PIPE), **options)
        return subprocess.run([TSDBG, *arguments], cwd=self.folder, text=True, check=False, timeout=60,
                              stdin=subprocess.DEVNULL, **options)


class Interrupt(Scratch):
    def start(self, text, *options):
        """Starts the script and waits for its first line."""
        self.write("a.py", text)
        # A background job ignores SIGINT, and so would its children.
        process = subprocess.Popen([TSDBG, "run", *options, "a.py"], cwd=self.folder, text=True, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        self.addCleanup(self.drop, process)
        self.assertEqual(process.stdout.readline(), "ready\n")
        return process

    def drop(self, process):
        process.kill()
        process.communicate()

    def until_it_waits(self, process):
        """Returns when the program has computed for TICKS since the call, or when all its threads sleep."""
        def threads():
            states, ticks = "", 0
            for task in os.listdir(f"/proc/{process.pid}/task"):
                with open(f"/proc/{process.pid}/task/{task}/stat", encoding="utf-8") as stat:
                    fields = stat.read().rpartition(")")[2].split()
                states, ticks = states + fields[0], ticks + int(fields[11])
            return states, ticks

        end, start, asleep = time.monotonic() + PATIENCE, threads()[1], 0
        while asleep < 3:
            self.assertLess(time.monotonic(), end, "the program neither computes nor sleeps")
            states, ticks = threads()
            if ticks - start >= TICKS:
                return
            asleep = asleep + 1 if set(states) == {"S"} else 0
            os.sched_yield()

    def end(self, process):
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def test_it_raises_keyboard_interrupt_and_runs_finally(self):
        os.mkfifo(os.path.join(self.folder, "fifo"))
        for name, wait in WAITS.items():
            with self.subTest(name):
                process = self.start(f"print('ready', flush=True)\ntry:\n    {wait}\nfinally:\n    print('cleaned up')\n")
                self.until_it_waits(process)
                process.send_signal(signal.SIGINT)
                status, out, err = self.end(process)
                self.assertEqual((status, out), (130, "cleaned up\n"))
                self.assertRegex(err, r'^Traceback \(most recent call last\):\n  File "/\S*/a.py", line \d+, in <module>\n(.*\n)*KeyboardInterrupt\n$')

    def test_a_script_can_catch_it_more_than_once(self):
        process = self.start("count = 0\nprint('ready', flush=True)\nwhile count < 3:\n    try:\n        while True:\n"
                             "            pass\n    except KeyboardInterrupt:\n        count += 1\n"
                             "        print('caught', count, flush=True)\n")
        for count in (1, 2, 3):
            self.until_it_waits(process)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.stdout.readline(), f"caught {count}\n")
        self.assertEqual(self.end(process), (0, "", ""))

    def test_it_interrupts_an_interpreted_loop_of_scripted_code(self):
        process = self.start("import torch\n\n\n@torch.jit.script\ndef f(n: int):\n    i = 0\n    while i < n:\n        i += 1 + i % 3\n"
                             "    return i\n\n\nprint('ready', flush=True)\nf(10 ** 15)\n", "--jit=interpret")
        self.until_it_waits(process)
        process.send_signal(signal.SIGINT)
        status, _, err = self.end(process)
        self.assertEqual((status, err.splitlines()[-1]), (130, "KeyboardInterrupt"))

    def test_a_second_one_ends_a_program_that_does_not_react(self):
        process = self.start("import torch\nx = torch.rand(4000, 4000)\nprint('ready', flush=True)\ntorch.linalg.svd(x)\n")
        self.until_it_waits(process)
        process.send_signal(signal.SIGINT)
        with self.assertRaises(subprocess.TimeoutExpired):
            process.wait(0.5)  # the time in which the program shows that it does not react
        process.send_signal(signal.SIGINT)
        self.assertEqual(self.end(process)[0], -signal.SIGINT)

    def test_a_script_that_ignores_nothing_ends_with_python_s_status(self):
        self.write("a.py", "raise KeyboardInterrupt\n")
        self.assertEqual(self.run_it("run", "a.py").returncode, 130)


class Notebooks(Scratch):
    def notebook(self, *cells, **metadata):
        self.write("n.ipynb", json.dumps({"nbformat": 4, "metadata": metadata, "cells": [
            {"cell_type": "code", "source": cell} for cell in cells]}))

    def test_cells_run_as_one_program(self):
        self.notebook("import sys\nimport torch\nx = torch.ones(2)\n", "%time 1\n!ls\nx", "",
                      "@torch.jit.script\ndef f(y):\n    return y + 1\nprint(f(x).tolist(), sys.argv[1:], __name__)")
        done = self.run_it("run", "n.ipynb", "a")
        self.assertEqual((done.returncode, done.stdout, said(done)), (0, "[2.0, 2.0] ['a'] __main__\n", ""))

    def test_a_traceback_names_the_cell(self):
        self.notebook("def f():\n    raise KeyError(1)", "\nf()", "print('unreached')")
        done = self.run_it("run", "n.ipynb")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr, f'Traceback (most recent call last):\n  File "{self.folder}/n.ipynb#cell2", line 2, in <module>\n    f()\n'
                                      f'  File "{self.folder}/n.ipynb#cell1", line 2, in f\n    raise KeyError(1)\nKeyError: 1\n')

    def test_wrong_notebooks_are_refused(self):
        self.notebook("x = 1", "y = (")
        done = self.run_it("run", "n.ipynb")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"^tsdbg: /\S+/n\.ipynb#cell2 is not valid Python:\n/\S+/n\.ipynb#cell2:1:\d+: error: ")
        self.notebook("x <- 1", language_info={"name": "R"})
        self.assertEqual(self.run_it("run", "n.ipynb").stderr, "tsdbg: n.ipynb: the notebook's kernel runs `R`; only Python is supported\n")
        self.write("n.ipynb", "{\n]")
        self.assertEqual(self.run_it("run", "n.ipynb").stderr, "tsdbg: n.ipynb: the notebook is not valid JSON: line 2, column 1\n")
        self.assertEqual(self.run_it("run", "missing.ipynb").stderr, "tsdbg: missing.ipynb: no such file\n")


class MachineCode(Scratch):
    SCRIPT = """
import torch

@torch.jit.script
def total(n: int) -> int:
    sum = 0
    for i in range(n):
        sum += i % 7
    return sum

print(total(3000000))
"""

    def setUp(self):
        super().setUp()
        self.write("a.py", self.SCRIPT)

    def run_cached(self, mode, **variables):
        environment = dict(os.environ, XDG_CACHE_HOME=os.path.join(self.folder, "cache"), **variables)
        done = self.run_it("run", f"--jit={mode}", "a.py", env=environment)
        self.assertEqual((done.returncode, done.stdout, said(done)), (0, "8999994\n", ""))

    def entries(self):
        folder = os.path.join(self.folder, "cache/jitscope/objects")
        return sorted(os.listdir(folder)) if os.path.isdir(folder) else []

    def test_every_mode_gives_the_same_result(self):
        for mode in ("off", "interpret", "compile", "tiered"):
            self.run_cached(mode)

    def test_code_is_kept_for_the_next_process(self):
        self.run_cached("compile")
        entries = self.entries()
        self.assertEqual(len(entries), 1)
        self.run_cached("compile")
        self.assertEqual(self.entries(), entries)

    def test_a_damaged_entry_is_made_anew(self):
        self.run_cached("compile")
        path = os.path.join(self.folder, "cache/jitscope/objects", self.entries()[0])
        with open(path, "r+b") as entry:
            entry.seek(-100, os.SEEK_END)
            entry.write(b"damage")
        self.run_cached("compile")
        with open(path, "rb") as entry:
            self.assertNotIn(b"damage", entry.read())

    def test_the_cache_can_be_turned_off(self):
        self.run_cached("compile", JITSCOPE_CACHE="off")
        self.assertEqual(self.entries(), [])

    def test_a_folder_that_cannot_be_made_is_not_missed(self):
        self.write("cache", "a file in place of the folder")
        self.run_cached("compile")

    def test_processes_may_share_the_cache(self):
        environment = dict(os.environ, XDG_CACHE_HOME=os.path.join(self.folder, "cache"))
        running = [subprocess.Popen([TSDBG, "run", "--jit=compile", "a.py"], cwd=self.folder, env=environment, text=True,
                                    stdout=subprocess.PIPE) for _ in range(4)]
        self.assertEqual([process.communicate(timeout=60)[0] for process in running], ["8999994\n"] * 4)
        self.assertEqual(len(self.entries()), 1)


GRADIENTS = """\
import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.norm = nn.LayerNorm(4)
        self.weight = nn.Parameter(torch.arange(4.0))
        self.register_buffer("fixed", torch.ones(4))

    def forward(self, x):
        hidden = F.relu(self.layer(x)) * self.weight
        chosen = torch.where(self.weight > 1, self.fixed, self.fixed * 2) + 1
        first, second = torch.chunk(self.weight * 2 + 1, 2)
        written = (self.fixed * 3 + 1).mul_(self.weight).relu_()
        free = (hidden * 2).detach().sigmoid().tanh()
        return hidden, chosen, first.sigmoid().tanh() * second, written, free, x * 2 + 1, (hidden * 2).tanh().mean(), self.norm(hidden)


net = torch.jit.script(Net())
for result in net(torch.ones(2, 4)):
    print(result.requires_grad, result.grad_fn and result.grad_fn.name())
with torch.no_grad():
    print(any(result.requires_grad for result in net(torch.ones(2, 4))))
"""


class Debug(Scratch):
    def test_a_breakpoint_stops_in_a_module_of_a_relative_folder(self):
        os.mkdir(os.path.join(self.folder, "app"))
        os.mkdir(os.path.join(self.folder, "lib"))
        self.write("app/main.py", "import sys\nsys.path.insert(0, 'lib')\nimport helper\nprint(helper.twice(3))\n")
        self.write("lib/helper.py", "def twice(n):\n    m = n * 2\n    return m\n")
        for name in ("lib/helper.py", os.path.join(self.folder, "lib/helper.py")):
            done = subprocess.run([TSDBG, "debug", "app/main.py"], cwd=self.folder, text=True, check=False, timeout=60,
                                  input=f"b {name}:2\nc\np n + 40\nc\n", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertIn("> lib/helper.py(2)twice()\n-> m = n * 2\n", done.stdout)
            self.assertIn("43\n", done.stdout)

    def test_names_that_the_console_binds_stay(self):
        self.write("m.py", "def f(x):\n    y = x + 1\n    return g(y)\n\n\ndef g(z):\n    return z * 2\n")
        commands = "!q = 5\n!import math\n!def triple(a): return a * 3\nn\np q + 37\n!q += 1\n!y = 10\ns\n" \
                   "p triple(q)\np math.floor(7.5)\nc\n"
        done = subprocess.run([TSDBG, "debug", "m.py:f", "--inputs", "3", "--engines=eager"], cwd=self.folder, text=True, check=False,
                              timeout=60, input=commands, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for text in "42\n", "18\n", "7\n", "returned 20\n":
            self.assertIn(text, done.stdout)


class Gradients(Scratch):
    def test_results_have_the_gradients_of_eager_code_in_every_engine(self):
        self.write("a.py", GRADIENTS)
        eager = self.run_it("run", "--jit=off", "a.py").stdout
        self.assertIn("True MulBackward0\nFalse None\n", eager)
        for engine in ("interpret", "compile", "tiered"):
            self.assertEqual(self.run_it("run", f"--jit={engine}", "a.py").stdout, eager, engine)


class Output(Scratch):
    def run_full(self, text):
        self.write("a.py", text)
        with open("/dev/full", "w", encoding="utf-8") as full:
            return self.run_it("run", "a.py", stdout=full)

    def test_print_raises_when_the_disk_is_full(self):
        run = self.run_full("import sys\ntry:\n    for i in range(10000):\n        print('x')\nexcept OSError as error:\n"
                            "    print(error, file=sys.stderr)\n")
        self.assertIn("[Errno 28] No space left on device\n", run.stderr)
        for flush in ("print('x', flush=True)", "print('x'); sys.stdout.flush()"):
            run = self.run_full(f"import sys\ntry:\n    {flush}\nexcept OSError as error:\n    print('E', error.errno, file=sys.stderr)\n")
            self.assertEqual((run.returncode, run.stderr), (0, "E 28\n"))

    def test_the_last_output_is_lost_with_python_s_status(self):
        for text in ("print('x')\n", "import sys\nprint('x')\nsys.exit(3)\n", "import sys\nprint('x')\nsys.stderr.write('')\n"):
            run = self.run_full(text)
            self.assertEqual(run.returncode, 120)
            self.assertRegex(run.stderr, r"^Exception ignored in: .*\nOSError: \[Errno 28\] No space left on device\n$")

    def test_a_reader_that_leaves_raises_broken_pipe(self):
        self.write("a.py", "import sys\ntry:\n    while True:\n        print('x')\nexcept BrokenPipeError:\n"
                           "    print('broken', file=sys.stderr)\n")
        process = subprocess.Popen([TSDBG, "run", "a.py"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdout.readline()
        process.stdout.close()
        self.assertIn(b"broken\n", process.stderr.read())
        process.stderr.close()
        self.assertEqual(process.wait(60), 120)


# Statements that change files. Each raises PermissionError in compare.
WRITES = {
    "open": "open('new', 'w')",
    "append": "open('old', 'a')",
    "makedirs": "import os; os.makedirs('folder/new')",
    "remove": "import os; os.remove('old')",
    "rmdir": "import os; os.rmdir('folder')",
    "rename": "import os; os.rename('old', 'new')",
    "save": "import torch; torch.save(torch.ones(2), 'new')",
    "jit_save": "import torch; torch.jit.save(torch.jit.script(torch.nn.ReLU()), 'new')",
}


class Tracing(Scratch):
    def test_bytes_of_a_bool_storage_that_are_no_bools_count_as_true(self):
        self.write("save.py", "import torch\ntorch.save(torch.tensor([True, False, True]), 'a.pt')\n")
        self.assertEqual(self.run_it("run", "save.py").returncode, 0)
        paths = [os.path.join(self.folder, name) for name in ("a.pt", "b.pt")]
        with zipfile.ZipFile(paths[0]) as whole, zipfile.ZipFile(paths[1], "w") as damaged:
            for name in whole.namelist():
                damaged.writestr(name, b"\x02\x00\xff" if name.endswith("data/0") else whole.read(name))
        self.write("load.py", "import torch\nx = torch.load('b.pt')\nprint(x, x.sum(), x == True, x.view(torch.uint8))\n")
        done = self.run_it("run", "load.py")
        shown = "tensor([ True, False,  True])"
        self.assertEqual(done.stdout, f"{shown} tensor(2) {shown} tensor([1, 0, 1], dtype=torch.uint8)\n", done.stderr)

    def test_tensors_of_a_zip_file_without_padding_are_aligned_in_memory(self):
        self.write("save.py", "import torch\ntorch.save(torch.arange(3.0), 'a.pt')\n")
        self.assertEqual(self.run_it("run", "save.py").returncode, 0)
        with zipfile.ZipFile(os.path.join(self.folder, "a.pt")) as whole:
            for shift in range(4):
                with zipfile.ZipFile(os.path.join(self.folder, f"{shift}.pt"), "w") as plain:
                    plain.writestr("archive/" + "y" * (shift + 1), b"")
                    for name in whole.namelist():
                        plain.writestr(name, whole.read(name))
        self.write("load.py", "import torch\nfor i in range(4):\n    x = torch.load(f'{i}.pt')\n    print(x.tolist(), x.data_ptr() % 16)\n")
        done = self.run_it("run", "load.py")
        self.assertEqual(done.stdout, "[0.0, 1.0, 2.0] 0\n" * 4, done.stderr)

    def test_a_traced_size_in_place_of_a_tuple_is_an_empty_list_since_pytorch_2(self):
        self.write("t.py", """import torch
import torch.nn.functional as F

def f(x):
    return F.avg_pool2d(x, 2, x.size(2))

def g(x):
    return F.max_pool2d(x, x.size(2))

for function in f, g:
    try:
        traced = torch.jit.trace(function, torch.rand(1, 1, 4, 4), check_trace=False)
        print(traced(torch.rand(1, 1, 4, 4)).shape[2], 'prim::ListConstruct()' in str(traced.graph))
    except (TypeError, RuntimeError) as e:
        print(type(e).__name__)
""")
        self.assertEqual(self.run_it("run", "--torch=1.13", "t.py").stdout, "TypeError\nTypeError\n")
        self.assertEqual(self.run_it("run", "--torch=2.6", "t.py").stdout, "2 True\nRuntimeError\n")

    def test_the_scripts_own_file_has_an_absolute_path(self):
        os.mkdir(os.path.join(self.folder, "lib"))
        self.write("lib/a.py", "import sys, torch, b\n\n@torch.jit.script\ndef f(x):\n    return x + 1\n\n"
                   "print(__file__, sys.argv[0], b.__file__)\nprint(f.graph)\n")
        self.write("lib/b.py", "")
        folder = os.path.realpath(self.folder)
        for name in ("lib/a.py", "./lib/a.py"):
            done = self.run_it("run", name).stdout
            self.assertEqual(done.splitlines()[0], f"{folder}/{name} {name} {folder}/lib/b.py")
            self.assertIn(f"# {folder}/{name}:5:11\n", done)

    def test_version_names_that_of_llvm(self):
        self.assertRegex(self.run_it("--version").stdout, r"^tsdbg \d+\.\d+\.\d+\nLLVM \d+\.\d+\.\d+\n$")

    def test_torch_version_is_that_of_the_profile(self):
        self.write("t.py", "import torch\n\n@torch.jit.script\ndef f():\n    return torch.__version__\n\nprint(torch.__version__[:4])\n")
        self.assertEqual([self.run_it("run", f"--torch={version}", "t.py").stdout for version in ("1.13", "2.6", "2.11")],
                         ["1.13\n", "2.6.\n", "2.11\n"])

    def test_pytorch_2_11_says_once_of_each_function_of_torch_jit_that_it_is_deprecated(self):
        self.write("t.py", "import torch\n\ndef f(x: int):\n    return x\n\nfor _ in range(2):\n    torch.jit.script(f)\n"
                   "    torch.jit.trace(torch.relu, torch.ones(1)).save('a.pt')\n    torch.jit.load('a.pt')\n")
        said = self.run_it("run", "--torch=2.11", "t.py").stderr
        self.assertEqual([said.count(f"DeprecationWarning: `torch.jit.{name}` is deprecated.") for name in ("script", "trace", "load")], [1, 1, 1],
                         said)
        self.assertEqual(said.count("Warning"), 3)
        self.assertEqual(self.run_it("run", "--torch=2.6", "t.py").stderr, "")
        self.write("m.py", "import torch\n\ndef f(x: int):\n    return x\n\ng = torch.jit.script(f)\n")
        self.assertEqual(self.run_it("compare", "--torch=2.11", "m.py:f", "--inputs", "1").stderr, "")

    def test_a_partial_can_be_scripted_since_2_11(self):
        self.write("t.py", "import functools, torch\n\ndef f(x: int, y: int):\n    return x\n\ntorch.jit.script(functools.partial(f, 1))\nprint(1)\n")
        self.assertEqual(self.run_it("run", "--torch=2.11", "t.py").stdout, "1\n")
        self.assertIn("Error", self.run_it("run", "--torch=2.6", "t.py").stderr)


class Writing(Scratch):
    def setUp(self):
        super().setUp()
        self.write("old", "old")
        os.mkdir(os.path.join(self.folder, "folder"))

    def compare(self, statement, *arguments):
        self.write("m.py", f"{statement}\n\n\ndef f(x: int):\n    return x\n")
        return self.run_it("compare", "m.py:f", "--inputs", "1", "--engines=eager,script", *arguments)

    def test_compare_refuses_to_write(self):
        before = sorted([*os.listdir(self.folder), "m.py"])
        for name, statement in WRITES.items():
            with self.subTest(name):
                run = self.compare(statement)
                self.assertEqual(run.returncode, 2)
                self.assertIn("PermissionError: [Errno 13] writing files needs --allow-write: ", run.stderr)
                self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_compare_writes_when_it_may(self):
        self.assertEqual(self.compare("open('new', 'w').write('x')", "--allow-write").returncode, 0)
        self.assertTrue(os.path.exists(os.path.join(self.folder, "new")))

    def test_compare_reads_regular_files_only(self):
        self.assertEqual(self.compare("assert open('old').read() == 'old'").returncode, 0)
        os.mkfifo(os.path.join(self.folder, "fifo"))
        self.assertIn("OSError", self.compare("open('fifo')").stderr)

    def test_a_folder_that_exists_needs_no_writing(self):
        self.assertEqual(self.compare("import os; os.makedirs('folder', exist_ok=True)").returncode, 0)

    def test_run_may_write_and_says_so(self):
        self.write("a.py", "open('new', 'w').write('x')\n")
        self.assertEqual(self.run_it("run", "a.py").returncode, 0)
        self.assertTrue(os.path.exists(os.path.join(self.folder, "new")))
        self.assertIn("read and write every file", " ".join(self.run_it("run", "--help").stdout.split()))


if __name__ == "__main__":
    unittest.main()
