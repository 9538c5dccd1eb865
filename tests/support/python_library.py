#!/usr/bin/env python3
"""Compares our standard library (core/prelude/lib) with CPython's.

CPython runs each program in tests/conformance/python twice: with its own standard library, and with our modules in
place of its own. The outputs must be equal.

    python_library.py [PATTERN...]      run the programs whose names contain a pattern; all without one
"""

import ast
import importlib.machinery
import importlib.util
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve()
PROGRAMS = HERE.parents[1] / "conformance" / "python"
LIBRARY = HERE.parents[2] / "core" / "prelude" / "lib"
# Modules that the evaluator has in C++. Our library may import them; here it gets CPython's.
NATIVE = ("sys", "math", "builtins", "typing", "re")
FAILED = "!! exit status"
# Packages of the prelude that other suites compare with PyTorch.
NOT_OURS = ("torch", "torchvision")


def modules():
    """{name: path} of the modules of our library."""
    found = {}
    for path in sorted(LIBRARY.rglob("*.py")):
        parts = path.relative_to(LIBRARY).with_suffix("").parts
        if parts[0] in NOT_OURS:
            continue
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


class OurFinder:
    def __init__(self, found):
        self.found = found

    def find_spec(self, name, path=None, target=None):
        source = self.found.get(name)
        if source is None:
            return None
        package = [str(source.parent)] if source.name == "__init__.py" else None
        loader = importlib.machinery.SourceFileLoader(name, str(source))
        return importlib.util.spec_from_file_location(name, source, loader=loader,
                                                      submodule_search_locations=package)


def run_replaced(program):
    """In the child process: puts our modules before CPython's, then runs the program as __main__."""
    for name in NATIVE:
        __import__(name)
    found = modules()
    sys.dont_write_bytecode = True
    code = compile(pathlib.Path(program).read_text(), program, "exec")
    for name in list(sys.modules):
        if name in found:
            del sys.modules[name]
    sys.meta_path.insert(0, OurFinder(found))
    main = type(sys)("__main__")
    sys.modules["__main__"] = main
    exec(code, main.__dict__)


def output_of(*command):
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, timeout=120)
    return done.stdout + (f"{FAILED} {done.returncode}\n{done.stderr}" if done.returncode else "")


def foreign_imports(found):
    """Imports in our modules that neither our library nor the evaluator provides."""
    for name, path in found.items():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                wanted = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                wanted = [node.module]
            else:
                continue
            for module in wanted:
                if module not in found and module not in NATIVE:
                    yield f"{name} imports {module}, which does not exist for the evaluator"


def main(patterns):
    failures = list(foreign_imports(modules()))
    programs = [path for path in sorted(PROGRAMS.glob("*.py"))
                if not patterns or any(pattern in path.name for pattern in patterns)]
    for path in programs:
        real = output_of("-B", str(path))
        ours = output_of("-B", str(HERE), "--replaced", str(path))
        if real != ours or FAILED in real or not real:
            failures.append(f"{path.name}\n--- CPython\n{real}--- ours\n{ours}")
    for failure in failures:
        print("FAILED", failure)
    print(f"{len(programs)} programs, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--replaced"]:
        run_replaced(sys.argv[2])
    else:
        sys.exit(main(sys.argv[1:]))
