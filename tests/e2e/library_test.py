#!/usr/bin/python3
"""libjitscope as users have it: installed, found by CMake and pkg-config, called from C, C++, Fortran and Python.

    library_test.py BUILD
"""
import glob
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXAMPLES = os.path.join(ROOT, "api/examples")
ARCHIVES = os.path.join(ROOT, "tests/fuzz/corpus/archive")
TSDBG = os.path.join(os.environ.get("JITSCOPE_BIN", os.path.join(ROOT, "build/release/bin")), "tsdbg")
MOST_LIBRARY_BYTES = 40_000_000
HAS_NUMPY = importlib.util.find_spec("numpy") is not None

ENDLESS = """
import sys
import torch

@torch.jit.script
def spin(x):
    n = 0
    while n >= 0:
        n = (n + 1) % 7
    return x

spin.save(sys.argv[1])
"""

# A program as people have them for libtorch.
TORCH_PROJECT = """
cmake_minimum_required(VERSION 3.5)
project(loader LANGUAGES CXX)
find_package(Torch REQUIRED)
add_executable(loader loader.cpp)
target_link_libraries(loader "${TORCH_LIBRARIES}")
set_property(TARGET loader PROPERTY CXX_STANDARD 14)
"""
TORCH_PROGRAM = """
#include <torch/script.h>

int main(int, const char** argv) {
  torch::jit::script::Module module;
  try {
    module = torch::jit::load(argv[1]);
  } catch (const c10::Error& error) {
    std::cout << "no model\\n";
    return 1;
  }
  module.eval();
  torch::NoGradGuard off;
  std::vector<torch::jit::IValue> inputs;
  inputs.push_back(torch::ones({1, 2}));
  at::Tensor output = module.forward(inputs).toTensor();
  std::cout << output << "\\n" << output.sum() * 0.5 + output.max() << "\\n" << output.sizes() << "\\n";
  float numbers[] = {1.5, -0.25, 2, 30};
  torch::Tensor borrowed = torch::from_blob(numbers, {2, 2});
  std::cout << borrowed << "\\n" << std::get<1>(borrowed.max(1)) << "\\n" << borrowed.argmax().item<int64_t>() << "\\n";
  for (const auto& parameter : module.named_parameters()) std::cout << parameter.name << parameter.value.sizes() << "\\n";
}
"""
# The output of libtorch 1.13.
TORCH_OUTPUT = """\
  3   7  11
[ CPUFloatType{1,3} ]
21.5
[ CPUFloatType{} ]
[1, 3]
  1.5000  -0.2500
  2.0000  30.0000
[ CPUFloatType{2,2} ]
 0
 1
[ CPULongType{2} ]
3
weight[3, 2]
"""
OPERATOR_OUTPUT = """\
 0.0000
 0.5000
 2.0000
[ CPUFloatType{3} ]
 0
 1
 0
[ CPUFloatType{3} ]
"""
# Programs that do not compile, and what the compiler says.
ABSENT = {
    "#include <torch/extension.h>": "torch/extension.h: libjitscope has no extensions of Python",
    "#include <torch/torch.h>\ntorch::optim::LBFGS optimizer;": "torch::optim::LBFGS is not in libjitscope",
    "#include <torch/torch.h>\nvoid f(at::Tensor x) { x.register_hook([](at::Tensor) {}); }": "Tensor::register_hook is not in libjitscope",
    "#include <torch/torch.h>\nTORCH_LIBRARY_IMPL(mine, Autograd, m) {}": "TORCH_LIBRARY_IMPL of libjitscope has the keys",
    "#include <torch/torch.h>\nstruct Net : torch::nn::Module {};": "torch::nn::Module is not in libjitscope",
}


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=250, **options)
    if done.returncode:
        raise AssertionError(f"{' '.join(command)}\n{done.stdout}\n{done.stderr}")
    return done.stdout


class Library(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="jitscope-library-")
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.prefix = os.path.join(cls.scratch.name, "prefix")
        run("cmake", "--install", BUILD, "--prefix", cls.prefix, "--component", "Library")
        cls.library = os.path.join(cls.prefix, "lib/libjitscope.so.0")
        cls.model = cls.save(os.path.join(EXAMPLES, "save_model.py"), "model.pt")

    @classmethod
    def save(cls, script, name):
        path = os.path.join(cls.scratch.name, name)
        run(TSDBG, "run", script, path)
        return path

    def python(self, code, **options):
        environment = {**os.environ, "PYTHONPATH": os.path.join(self.prefix, "lib/python3/dist-packages"), "PYTHONDONTWRITEBYTECODE": "1"}
        return run(sys.executable, "-c", code, env=environment, **options)

    def test_examples_build_as_a_project_of_a_user_and_run(self):
        build = os.path.join(self.scratch.name, "build")
        run("cmake", "-G", "Ninja", "-S", EXAMPLES, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        run("cmake", "--build", build)
        self.assertEqual(run(os.path.join(build, "run_model_c"), self.model), "0 0 0\n2 6 10\n")
        self.assertEqual(run(os.path.join(build, "run_model_cpp"), self.model), "0 0 0 2 6 10 0 0 9 12 \n")
        if shutil.which("gfortran"):
            self.assertEqual(run(os.path.join(build, "run_model_fortran"), self.model), "0 0 0\n2 6 10\n")
        with self.assertRaisesRegex(AssertionError, "missing.pt"):
            run(os.path.join(build, "run_model_cpp"), "missing.pt")

    def test_examples_with_pytorchs_names_train_and_define_operators(self):
        run("cmake", "--install", BUILD, "--prefix", self.prefix, "--component", "Torch")
        build = os.path.join(self.scratch.name, "torch_build")
        run("cmake", "-G", "Ninja", "-S", EXAMPLES, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        run("cmake", "--build", build, "--target", "train_model", "custom_operator")
        trained = os.path.join(self.scratch.name, "trained.pt")
        self.assertEqual(run(os.path.join(build, "train_model"), self.model, trained), "loss below 0.01: 1\nerror below 0.3: 1\n")
        if importlib.util.find_spec("torch") is not None:  # tsdbg knows no operators of programs
            operators = os.path.join(self.scratch.name, "operators.pt")
            run(sys.executable, os.path.join(EXAMPLES, "save_operator_model.py"), operators)
            self.assertEqual(run(os.path.join(build, "custom_operator"), operators), OPERATOR_OUTPUT)

    def test_uses_that_are_not_there_are_errors_that_name_them(self):
        run("cmake", "--install", BUILD, "--prefix", self.prefix, "--component", "Torch")
        includes = [f"-I{self.prefix}/include", f"-I{self.prefix}/include/jitscope_torch"]
        source = os.path.join(self.scratch.name, "absent.cpp")
        for code, text in ABSENT.items():
            with open(source, "w", encoding="utf-8") as file:
                file.write(code)
            with self.assertRaisesRegex(AssertionError, text):
                run("c++", "-std=c++17", "-fsyntax-only", *includes, source)

    def test_a_program_for_libtorch_builds_and_runs_unchanged(self):
        run("cmake", "--install", BUILD, "--prefix", self.prefix, "--component", "Torch")
        source = os.path.join(self.scratch.name, "loader")
        os.mkdir(source)
        for name, text in (("CMakeLists.txt", TORCH_PROJECT), ("loader.cpp", TORCH_PROGRAM)):
            with open(os.path.join(source, name), "w", encoding="utf-8") as file:
                file.write(text)
        build = os.path.join(source, "build")
        run("cmake", "-G", "Ninja", "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        run("cmake", "--build", build)
        self.assertEqual(run(os.path.join(build, "loader"), self.model), TORCH_OUTPUT)
        with self.assertRaisesRegex(AssertionError, "no model"):
            run(os.path.join(build, "loader"), "missing.pt")

    def test_pkg_config_names_the_flags(self):
        environment = {**os.environ, "PKG_CONFIG_PATH": os.path.join(self.prefix, "lib/pkgconfig")}
        flags = run("pkg-config", "--cflags", "--libs", "jitscope", env=environment).split()
        program = os.path.join(self.scratch.name, "run_model")
        run("cc", os.path.join(EXAMPLES, "run_model.c"), "-o", program, *flags)
        loaded = {**os.environ, "LD_LIBRARY_PATH": os.path.join(self.prefix, "lib")}
        self.assertEqual(run(program, self.model, env=loaded), "0 0 0\n2 6 10\n")

    @unittest.skipUnless(HAS_NUMPY, "numpy is not installed")
    def test_the_example_in_python_runs(self):
        with open(os.path.join(EXAMPLES, "run_model.py"), encoding="utf-8") as script:
            code = f"import sys; sys.argv = ['', {self.model!r}]\n" + script.read()
        self.assertEqual(self.python(code), "[[ 0.  0.  0.]\n [ 2.  6. 10.]]\n[[0.0, 0.0, 0.0], [1.0, 3.0, 5.0]]\n[[0.0, 0.0], [9.0, 12.0]]\n")

    def test_only_the_c_interface_is_exported(self):
        symbols = run("nm", "-D", "--defined-only", self.library).split("\n")
        names = {line.split()[2] for line in symbols if line and " A " not in line}
        self.assertTrue(names)
        self.assertEqual([name for name in names if not name.startswith("jitscope_")], [])
        with open(os.path.join(ROOT, "api/include/jitscope/jitscope_c.h"), encoding="utf-8") as header:
            declared = set(re.findall(r"\b(jitscope_\w+)\(", re.sub(r"/\*.*?\*/", "", header.read(), flags=re.S)))
        self.assertEqual({name.partition("@")[0] for name in names}, declared)
        self.assertLessEqual(os.path.getsize(self.library), MOST_LIBRARY_BYTES)

    def test_python_raises_errors_and_shows_graphs(self):
        self.assertEqual(
            self.python(f"""
import jitscope
model = jitscope.load({self.model!r})
assert "aten::relu" in model.graph and "torch.relu" in model.code, model.graph
assert model.methods() == ["forward"] and list(model.parameters()) == ["weight"], model.methods()
runtime = jitscope.Runtime()
try:
    model(runtime.call("aten::ones", [101, 2]))
except jitscope.RunError as error:
    print(error.message, error.frames[0].function)
for source in ("missing.pt", b"no archive"):
    try:
        jitscope.load(source)
    except jitscope.FileError as error:
        print("file")
found, = jitscope.check_source("import torch\\n@torch.jit.script\\ndef f(x):\\n    return x + missing\\n")
print(found.rule, found.severity.value, found.line, found.column)
print(model(runtime.call("aten::ones", [1, 2]), scale=2.0).tolist() if {HAS_NUMPY} else [[6.0, 14.0, 22.0]])
"""), "too many rows Net.forward\nfile\nfile\nTS3109 error 4 16\n[[6.0, 14.0, 22.0]]\n")

    def test_control_c_ends_a_run_in_python(self):
        script = os.path.join(self.scratch.name, "endless.py")
        with open(script, "w", encoding="utf-8") as file:
            file.write(ENDLESS)
        model = self.save(script, "endless.pt")
        environment = {**os.environ, "PYTHONPATH": os.path.join(self.prefix, "lib/python3/dist-packages")}
        code = f"import jitscope\nmodel = jitscope.load({model!r})\nx = jitscope.Runtime().call('aten::ones', [1])\nprint('runs', flush=True)\nmodel(x)\n"
        with subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True) as process:
            guard = threading.Timer(60, process.kill)
            guard.start()
            self.assertEqual(process.stdout.readline(), "runs\n")
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            self.assertIn("KeyboardInterrupt", process.communicate()[1])
            guard.cancel()

    def test_damaged_archives_are_errors(self):
        outcomes = self.python(f"""
import glob, random
import jitscope
draw = random.Random(3)
outcomes = set()
for path in sorted(glob.glob({ARCHIVES!r} + "/*.pt")):
    with open(path, "rb") as file:
        whole = file.read()
    for _ in range(20):
        damaged = bytearray(whole)
        for _ in range(draw.choice((1, 8, 64))):
            damaged[draw.randrange(len(damaged))] = draw.randrange(256)
        if draw.random() < 0.3:
            del damaged[draw.randrange(len(damaged)):]
        try:
            jitscope.load(bytes(damaged))
            outcomes.add("loaded")
        except jitscope.Error as error:
            outcomes.add(type(error).__name__)
print(*sorted(outcomes))
""").split()
        self.assertIn("FileError", outcomes)
        self.assertNotIn("Error", outcomes)  # a defect of the library
        self.assertTrue(glob.glob(ARCHIVES + "/*.pt"))


if __name__ == "__main__":
    BUILD = sys.argv.pop(1)
    unittest.main()
