#!/usr/bin/python3
"""Writes PyTorch's results into the unit tests of passes.

In tests/unit/passes, `out` of PASS_TEST(suite, name, pass, in, out) becomes the result of PyTorch's pass on `in`.
`out` of EMITTED_TEST(suite, name, source, in, out) becomes the graph that PyTorch compiles from `source`. Values are
numbered in order. Needs Debian's python3-torch.

    record_passes.py [--check]     --check writes no file and exits with 1 when a file would change
"""

import argparse
import glob
import os
import re
import sys

import torch

PASSES = {
    "dead-code-elimination-without-aliases": "_jit_pass_dce",
    "constant-propagation": "_jit_pass_constant_propagation",
    "constant-propagation-immutable-types": "_jit_pass_constant_propagation_immutable_types",
    "constant-pooling": "_jit_pass_constant_pooling",
    "common-subexpression-elimination": "_jit_pass_cse",
    "lower-all-tuples": "_jit_pass_lower_all_tuples",
    "peephole": "_jit_pass_peephole",
}
RAW = r'R"IR\(\n(.*?)\)IR"'
PASS = re.compile(r'PASS_TEST\(\w+,\s*\w+,\s*"([\w-]+)",\s*' + RAW + r",\s*" + RAW, re.S)
EMITTED = re.compile(r'EMITTED_TEST\(\w+,\s*\w+,\s*R"PY\(\n(.*?)\)PY",\s*' + RAW + r",\s*" + RAW, re.S)


def numbered(graph):
    text = re.sub(r" # [^\n]*:\d+:\d+$", "", torch._C._jit_pass_canonicalize(graph).str(False), flags=re.M)
    names = {}
    return re.sub(r"%[\w.]+", lambda name: names.setdefault(name[0], f"%{len(names)}"), text)


def after_pass(name, text):
    # PyTorch prints an = before a node without outputs, and cannot parse it.
    graph = torch._C.parse_ir(re.sub(r"^( *) = (?=\w+::)", r"\1", text, flags=re.M))
    getattr(torch._C, PASSES[name])(graph)
    return numbered(graph)


def compiled(source):
    return numbered(torch.jit.CompilationUnit(source).f.graph)


def replaced(match, group, text):
    start, end = match.start(group) - match.start(), match.end(group) - match.start()
    return match[0][:start] + text + match[0][end:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "unit", "passes")
    changed = []
    for path in sorted(glob.glob(os.path.join(folder, "*_test.cpp"))):
        with open(path) as file:
            old = file.read()
        new = PASS.sub(lambda m: replaced(m, 3, after_pass(m[1], m[2])), old)
        new = EMITTED.sub(lambda m: replaced(m, 3, compiled(m[1])), new)
        if new == old:
            continue
        changed.append(os.path.basename(path))
        if not options.check:
            with open(path, "w") as file:
                file.write(new)
    print("changed: " + (", ".join(changed) or "nothing"))
    sys.exit(bool(changed) and options.check)


if __name__ == "__main__":
    main()
