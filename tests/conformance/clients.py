#!/usr/bin/python3
"""Builds public programs that were written for libtorch against libjitscope, without a changed line, and runs their own tests.

usage: clients.py --folder DIR [--json] [--show] [NAME...]
DIR has a folder for each program, as it was downloaded:
  - one with a CMakeLists.txt is configured with find_package(Torch) finding libjitscope, built, and its tests are run by ctest. A row
    of PROJECTS has options, and what else its tests need.
  - one with *.cpp files only: each is a program, which is run with the folder's model.pt. Where libtorch-dev is installed, it is
    also built against libtorch, and the outputs must be equal, unless they differ between two runs with libtorch.
No program is part of JitScope: download them yourself, such as github.com/Cambridge-ICCS/FTorch and github.com/openmm/openmm-torch.
"""
import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

BIN = os.path.abspath(os.environ.get("JITSCOPE_BIN", "build/release/bin"))
LIBTORCH = "/usr/include/torch/csrc/api/include"
MOST_SECONDS = 1500


class Failed(Exception):
    pass


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=MOST_SECONDS, **options)
    if done.returncode:
        raise Failed(f"{' '.join(command)[:200]}: {(done.stderr + done.stdout)[-2000:]}")
    return done.stdout


def ftorch(source, scratch, environment):
    """A virtual environment with the project's own package for Python, which its tests call as `pt2ts`."""
    venv = os.path.join(scratch, "venv")
    run("/usr/bin/python3", "-m", "venv", "--system-site-packages", "--without-pip", venv)
    packages, = glob.glob(os.path.join(venv, "lib/python3*/site-packages"))
    with open(os.path.join(packages, "client.pth"), "w", encoding="utf-8") as file:
        file.write(source + "\n")
    command = os.path.join(venv, "bin/pt2ts")
    with open(command, "w", encoding="utf-8") as file:
        file.write(f"#!{venv}/bin/python3\nimport sys\nfrom ftorch_utils.pt2ts import main_cli\nsys.exit(main_cli())\n")
    os.chmod(command, 0o755)
    environment["VIRTUAL_ENV"] = venv
    environment["PATH"] = f"{venv}/bin:{environment['PATH']}"
    return ["-DFTORCH_BUILD_INTEGRATION_TESTS=ON"]


def openmm_torch(_source, scratch, _environment):
    """The part for the CPU, with Debian's libopenmm-dev."""
    return ["-DOPENMM_DIR=/usr", f"-DPYTORCH_DIR={os.path.join(os.path.dirname(scratch), 'prefix')}", "-DNN_BUILD_OPENCL_LIB=OFF",
            "-DNN_BUILD_CUDA_LIB=OFF", "-DNN_BUILD_PYTHON_WRAPPERS=OFF"]


def c_libtorch(source, scratch, _environment):
    """Its test reads an archive from the current folder."""
    shutil.copy(os.path.join(source, "tests/jit-test.pt"), os.path.join(scratch, "build"))
    return ["-DC_LIBTORCH_PYTHON_ENABLED=OFF"]


# Options of CMake by the name of the folder.
PROJECTS = {"FTorch": ftorch, "openmm-torch": openmm_torch, "c-libtorch": c_libtorch}


class Suite:
    def __init__(self, scratch, show):
        self.scratch, self.show = scratch, show
        self.rows = []  # name, built, tests that passed, tests, what failed
        self.prefix = os.path.join(scratch, "prefix")
        for component in ("Library", "Torch"):
            run("cmake", "--install", os.path.dirname(BIN), "--component", component, "--prefix", self.prefix)

    def flags(self):
        includes = os.path.join(self.prefix, "include")
        library = os.path.join(self.prefix, "lib")
        return [f"-I{includes}", f"-I{includes}/jitscope_torch", f"-L{library}", "-ljitscope", f"-Wl,-rpath,{library}"]

    def project(self, name, source):
        scratch = os.path.join(self.scratch, name)
        build = os.path.join(scratch, "build")
        os.makedirs(build)
        environment = dict(os.environ)
        options = PROJECTS[name](source, scratch, environment) if name in PROJECTS else []
        run("cmake", "-S", source, "-B", build, "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_PREFIX_PATH={self.prefix}", *options, env=environment)
        # A test that needs what the machine lacks must not hide the others.
        made = subprocess.run(["cmake", "--build", build, "--", "-k"], capture_output=True, text=True, check=False, timeout=MOST_SECONDS,
                              env=environment)
        errors = re.findall(r".*\berror:.*", made.stderr)
        tests = subprocess.run(["ctest"], cwd=build, capture_output=True, text=True, check=False, timeout=MOST_SECONDS, env=environment).stdout
        passed = len(re.findall(r"^ *\d+/\d+ .* Passed ", tests, flags=re.M))
        failed = re.findall(r"^\t *\d+ - (\S+)", tests, flags=re.M)
        self.rows.append((name, not errors and made.returncode == 0, passed, passed + len(failed), errors[:5] + failed))

    def programs(self, name, source):
        model = os.path.join(source, "model.pt")
        sources = sorted(glob.glob(os.path.join(source, "*.cpp")))
        failed = []
        ways = {"libjitscope": self.flags()}
        if os.path.isdir(LIBTORCH):
            ways["libtorch"] = [f"-I{LIBTORCH}", "-ltorch", "-ltorch_cpu", "-lc10"]
        for path in sources:
            outputs = {}
            try:
                for way, flags in ways.items():
                    program = os.path.join(self.scratch, f"{name}_{os.path.basename(path)[:-4]}_{way}")
                    run("c++", "-std=c++17", "-w", path, "-o", program, *flags)
                    if os.path.exists(model):
                        outputs[way] = [run(program, model) for _ in range(2)]
                theirs = outputs.get("libtorch", [])
                if len(set(theirs)) == 1 and set(outputs["libjitscope"]) != set(theirs):
                    raise Failed("the outputs differ")
            except Failed as problem:
                failed.append(f"{os.path.basename(path)}: {problem}")
        self.rows.append((name, not failed, len(sources) - len(failed), len(sources), failed))

    def client(self, name, source):
        try:
            if os.path.exists(os.path.join(source, "CMakeLists.txt")):
                self.project(name, source)
            else:
                self.programs(name, source)
        except (Failed, subprocess.TimeoutExpired) as problem:
            self.rows.append((name, False, 0, 0, [str(problem)]))
        if self.show:
            print(*self.rows[-1][4], sep="\n", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    if options.folder is None or not os.path.isdir(options.folder):
        parser.exit(77, f"clients: skipped, needs --folder DIR, a folder with public programs, each in a folder of its own.\n{__doc__}")
    names = sorted(name for name in os.listdir(options.folder) if os.path.isdir(os.path.join(options.folder, name)))
    with tempfile.TemporaryDirectory(prefix="jitscope-clients-") as scratch:
        suite = Suite(scratch, options.show)
        for name in names:
            if not options.names or name in options.names:
                # Tests write into their sources.
                copy = os.path.join(scratch, "sources", name)
                shutil.copytree(os.path.join(options.folder, name), copy)
                suite.client(name, copy)
    is_bad = not suite.rows
    for name, is_built, passed, total, failed in suite.rows:
        is_bad |= not is_built or passed < total
        if options.json:
            print(json.dumps({"suite": "clients", "group": name, "built": is_built, "passed": passed, "total": total, "failed": failed}))
        else:
            print(f"{name:20} {'built' if is_built else 'NOT built':9} tests {passed:3} of {total:3}  {'; '.join(failed)[:300]}")
    sys.exit(1 if is_bad else 0)


if __name__ == "__main__":
    main()
