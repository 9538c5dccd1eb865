#!/usr/bin/python3
"""Runs CPython 3.11's own tests of the language and the library in our evaluator.

usage: python_suite.py [--json] [--show] [--bless] [FILE...]
The files come from Debian (libpython3.11-testsuite). suite/ has stand-ins for test.support and for modules that we lack. Tests
that need those modules or CPython's internals are skipped. Files that need exec, or another missing feature on import, are not
in the list. python_suite.txt lists the tests that have to pass; --bless adds all tests that pass now. --show prints the reasons
of failures.
"""
import sys

sys.path.pop(0)  # this folder's ast.py would hide the standard library's

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TESTS = pathlib.Path("/usr/lib/python3.11/test")
LIST = HERE / "python_suite.txt"
SECONDS = 120
FILES = """
    test_abc test_asyncgen test_augassign test_baseexception test_binop test_bisect test_bool test_cmath
    test_compare test_complex test_contains test_contextlib test_contextlib_async test_copy test_coroutines
    test_dataclasses test_decorators test_defaultdict test_descr test_dict test_dictcomps
    test_dictviews test_dynamic test_dynamicclassattribute test_except_star test_exception_group
    test_exception_hierarchy test_fstring test_funcattrs test_functools test_generator_stop test_generators
    test_genericclass test_grammar test_heapq test_index test_int test_isinstance test_iter
    test_keywordonlyarg test_list test_math test_module test_named_expressions test_numeric_tower test_opcodes
    test_operator test_ordered_dict test_positional_only_arg test_pow test_pprint test_print test_property
    test_raise test_range test_richcmp test_scope test_set test_slice test_sort test_statistics test_string
    test_subclassinit test_super test_textwrap test_tuple test_type_annotations test_typechecks test_types
    test_unary test_unicode test_userdict test_userlist test_userstring test_weakref test_weakset test_with
    test_yield_from""".split()
# Modules that the files import and our library lacks. Tests that need them are skipped.
ABSENT = """
    _imp _io _pickle _py_abc _random _sre _string _testcapi _testinternalcapi _testmultiphase array ast
    asyncio binascii codecs concurrent.futures copyreg ctypes concurrent.futures.thread datetime decimal dis
    doctest email errno fractions genericpath getpass hashlib importlib importlib.util linecache locale
    marshal mock multiprocessing opcode pickle pickletools platform posixpath pydoc queue reprlib select
    shutil signal socket stat stringprep struct subprocess sysconfig tempfile tokenize unicodedata urllib uuid
    xxsubtype zlib""".split()


def make_folder(folder):
    """Fills the folder with the stand-ins, and with a file for each absent module."""
    absent = (HERE / "suite/absent.py").read_text(encoding="utf-8")
    for name in ABSENT:
        path = folder.joinpath(*name.split(".")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(absent, encoding="utf-8")
        if path.parent != folder:
            (path.parent / "__init__.py").write_text(absent, encoding="utf-8")
    (folder / "programs/test").mkdir(parents=True)
    for name in FILES:
        text = (TESTS / f"{name}.py").read_text(encoding="utf-8")
        if "mock" in text:     # our unittest has no submodule mock, so the stand-in has another name
            (folder / "programs/test" / f"{name}.py").write_text(text.replace("import unittest.mock", "import mock, unittest").replace("from unittest import mock", "import mock")
                .replace("unittest.mock", "mock"), encoding="utf-8")
    (folder / "test").symlink_to(TESTS)


def run(folder, name):
    """{test: outcome} of a file, and the error that ended the file, if any."""
    template = (HERE / "suite/run_tests.py").read_text(encoding="utf-8")
    program = folder / "programs" / f"run_{name}.py"
    program.write_text(template.replace("NAME", name), encoding="utf-8")
    ours = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "python_run")
    command = [ours, "--path", HERE / "suite", "--path", folder, program]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return {}, f"ran for more than {SECONDS} s"
    lines = [line.split("\t", 1) for line in done.stdout.splitlines() if "\t" in line]
    problem = ""
    if done.returncode:
        problem = (done.stderr.strip().splitlines() or [f"ended with {done.returncode}"])[-1]
    return dict(lines), problem


def tests_of(names):
    """{file: number of its tests}, as CPython counts them."""
    program = """import sys, unittest
for name in sys.argv[1:]:
    module = __import__("test." + name, fromlist=["*"])
    cases = [unittest.defaultTestLoader.loadTestsFromTestCase(item) for item in vars(module).values()
             if isinstance(item, type) and issubclass(item, unittest.TestCase)]
    print(name, sum(case.countTestCases() for case in cases))"""
    done = subprocess.run(["/usr/bin/python3", "-B", "-W", "ignore", "-c", program, *names],
                          capture_output=True, text=True, check=True)
    return {line.split()[0]: int(line.split()[1]) for line in done.stdout.splitlines()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--bless", action="store_true")
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    names = [name for name in FILES if not args.files or name in args.files]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        make_folder(folder)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            totals = pool.submit(tests_of, names)
            ends = dict(zip(names, pool.map(lambda name: run(folder, name), names)))
        totals = totals.result()
    wanted = set(LIST.read_text(encoding="utf-8").split()) if LIST.exists() else set()
    passing = set()
    counts = [0, 0, 0]
    for name, (outcomes, problem) in ends.items():
        good = [test for test, outcome in outcomes.items() if outcome == "ok"]
        skipped = sum(outcome.startswith("skipped") for outcome in outcomes.values())
        passing.update(f"{name}.{test}" for test in good)
        counts = [old + new for old, new in zip(counts, (len(good), skipped, totals[name]))]
        fails = sorted(test for test in wanted if test.startswith(name + ".") and test not in passing)
        if args.json:
            print(json.dumps(dict(suite="python_suite", group=name, passed=len(good), skipped=skipped, total=totals[name],
                                  fails=fails)))
            continue
        print(f"{name:26} {len(good):4} and {skipped:3} skipped, of {totals[name]:4}   {problem[:100]}")
        for test, outcome in outcomes.items() if args.show else ():
            if outcome != "ok" and not outcome.startswith("skipped"):
                print(f"    {test}: {outcome[:200]}")
        if fails:
            print("  no longer:", *fails)
    if not args.json:
        print(f"{'all':26} {counts[0]:4} and {counts[1]:3} skipped, of {counts[2]:4}")
    if args.bless:
        LIST.write_text("\n".join(sorted(wanted | passing)) + "\n", encoding="utf-8")
    chosen = {test for test in wanted if test.split(".")[0] in names}
    sys.exit(0 if passing and chosen <= passing else 1)


if __name__ == "__main__":
    main()
