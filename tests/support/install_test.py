#!/usr/bin/python3
"""The installed programs compile code, and the installed CMake package serves a program outside of the project.

    install_test.py BUILD COMPILER

BUILD is the folder of a build without sanitizers, COMPILER the C++ compiler of the build.
"""
import glob
import os
import subprocess
import sys
import tempfile
import unittest

PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES CXX)
find_package(jitscope 0.1 REQUIRED)
add_executable(user user.cpp)
target_link_libraries(user PRIVATE jitscope::runtime)
"""
PROGRAM = """
#include <cstdio>
#include <string>

#include "core/jit/llvm.h"
#include "core/runtime/runtime.h"

int main() {
  using namespace ts;
  for (const TorchProfile profile : {TorchProfile::Torch1_13, TorchProfile::Torch2_6}) {
    runtime::Runtime runtime({.profile = profile});
    const runtime::Runtime::Scope scope(runtime);
    std::printf("%s %d\\n", std::string(profileName(torchProfile())).c_str(),
                kernels::find("aten::rms_norm") != nullptr);
  }
  std::printf("%d\\n", jit::compileModule("define void @f() { ret void }").empty());
}
"""
CHAIN = """
import torch

@torch.jit.script
def chain(x):
    return torch.relu(x * x + 1) - x
"""
MOST_LIBRARY_BYTES = 60_000_000


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=250)
    if done.returncode:
        raise AssertionError(f"{' '.join(command)}\n{done.stdout}\n{done.stderr}")
    return done.stdout


class Install(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory(prefix="jitscope-install-")
        self.addCleanup(self.scratch.cleanup)

    def install(self, component):
        prefix = os.path.join(self.scratch.name, component)
        run("cmake", "--install", BUILD, "--prefix", prefix, "--component", component)
        return prefix

    def test_a_program_outside_of_the_project_links_the_installed_libraries(self):
        prefix = self.install("Development")
        source = os.path.join(self.scratch.name, "user")
        os.mkdir(source)
        for name, text in (("CMakeLists.txt", PROJECT), ("user.cpp", PROGRAM)):
            with open(os.path.join(source, name), "w", encoding="utf-8") as file:
                file.write(text)
        build = os.path.join(source, "build")
        run("cmake", "-G", "Ninja", "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}",
            f"-DCMAKE_CXX_COMPILER={COMPILER}")
        run("cmake", "--build", build)
        self.assertEqual(run(os.path.join(build, "user")), "1.13 0\n2.6 1\n0\n")

    def test_the_programs_compile_code_with_the_library_of_their_package(self):
        prefix = self.install("Unspecified")
        files = glob.glob(os.path.join(prefix, "**"), recursive=True)
        self.assertTrue(any(file.endswith("bin/tscheck") for file in files))
        self.assertEqual([file for file in files if file.endswith((".a", ".h", ".cmake"))], [])
        llvm = os.path.join(prefix, "lib/jitscope/libjitscope_llvm.so")
        self.assertLessEqual(os.path.getsize(llvm), MOST_LIBRARY_BYTES)
        # As in the .deb, and as in the .vsix.
        self.assertEqual(self.compiles(os.path.join(prefix, "bin/tsdbg")), "")
        server = os.path.join(self.scratch.name, "server")
        os.mkdir(server)
        os.rename(os.path.join(prefix, "lib/jitscope"), os.path.join(server, "lib"))
        os.rename(os.path.join(prefix, "bin/tsdbg"), os.path.join(server, "tsdbg"))
        self.assertEqual(self.compiles(os.path.join(server, "tsdbg")), "")
        os.remove(os.path.join(server, "lib/libjitscope_llvm.so"))
        self.assertIn("libjitscope_llvm.so is missing", self.compiles(os.path.join(server, "tsdbg")))

    def compiles(self, tsdbg):
        """Compiles a loop without cached code. Returns what is wrong."""
        target = os.path.join(self.scratch.name, "chain.py")
        with open(target, "w", encoding="utf-8") as file:
            file.write(CHAIN)
        cache = tempfile.TemporaryDirectory(dir=self.scratch.name)
        self.addCleanup(cache.cleanup)
        done = subprocess.run(
            [tsdbg, "bench", f"{target}:chain", "--inputs", "torch.ones(4096)", "--engines", "compiled", "--runs", "3"],
            capture_output=True, text=True, check=False, timeout=100, env={"XDG_CACHE_HOME": cache.name})
        kept = [name for _, _, names in os.walk(cache.name) for name in names if name.endswith(".object")]
        if done.returncode == 0 and "compiled" in done.stdout and kept:
            return ""
        return f"exit status {done.returncode}, code files: {kept}\n{done.stdout}{done.stderr}"


if __name__ == "__main__":
    BUILD, COMPILER = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1])
