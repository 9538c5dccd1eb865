#!/usr/bin/python3
"""Compares our passes with PyTorch's, on random graphs and on each operator with constant arguments.

Both sides read a graph as text and run one pass. The results must have the same canonical text.

    passes.py [--json] [--count N] [--seed N] [--only PASS] [--show]

JITSCOPE_BIN is the folder of the built programs. known/passes-VERSION.txt lists the graphs that differ, of the usual seed.
"""

import os
import sys

# This file's own folder would hide the standard library's ast.
sys.path = [p for p in sys.path if os.path.abspath(p) != os.path.dirname(os.path.abspath(__file__))]

import argparse
import json
import random
import re
import subprocess

import torch

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
from known_failures import KnownFailures  # noqa: E402

PASSES = {
    "dead-code-elimination-without-aliases": "_jit_pass_dce",
    "constant-propagation": "_jit_pass_constant_propagation",
    "constant-propagation-immutable-types": "_jit_pass_constant_propagation_immutable_types",
    "constant-pooling": "_jit_pass_constant_pooling",
    "common-subexpression-elimination": "_jit_pass_cse",
    "lower-all-tuples": "_jit_pass_lower_all_tuples",
    "peephole": "_jit_pass_peephole",
}
SHOWN = 5


class Batch:
    """Our passes in their own process, which answers graph by graph."""

    def __init__(self):
        program = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "passes_batch")
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, name, text):
        # PyTorch prints an = before a node without outputs, and cannot parse it.
        data = re.sub(r"^( *)(?=(prim|aten)::)", r"\1 = ", text, flags=re.M).encode()
        self.process.stdin.write(f"{name} {len(data)}\n".encode() + data)
        self.process.stdin.flush()
        head = self.process.stdout.readline()
        if not head:
            self.__init__()
            return "crash"
        return self.process.stdout.read(int(head)).decode("utf-8", "replace")


def reference(name, text):
    """PyTorch's result for the graph. Raises when PyTorch rejects the graph or the pass."""
    graph = torch._C.parse_ir(text)
    getattr(torch._C, PASSES[name])(graph)
    return torch._C._jit_pass_canonicalize(graph).str(False)


class Generator:
    """Generates well-typed graphs of a few types, with nested control flow, tuples, and writes to lists and tensors."""

    BINARY = {
        "int": ["aten::add", "aten::sub", "aten::mul", "aten::floordiv", "prim::max", "aten::__and__"],
        "float": ["aten::add", "aten::sub", "aten::mul", "aten::div", "prim::min"],
        "bool": ["aten::__and__", "aten::__or__", "aten::eq"],
        "str": ["aten::add"],
    }
    CONSTANTS = {
        "int": ["0", "1", "2", "-3", "7", "9223372036854775807"],
        "float": ["0.", "1.", "0.5", "-2.25", "1e+20"],
        "bool": ["0", "1"],
        "str": ['"a"', '"bc"', '""'],
    }

    def __init__(self, rng):
        self.rng = rng
        self.next = 0
        self.lines = []

    def fresh(self):
        self.next += 1
        return f"%{self.next + 1000}"

    def emit(self, depth, line):
        self.lines.append("  " * depth + line)

    def define(self, depth, scope, kind, call):
        name = self.fresh()
        self.emit(depth, f"{name} : {kind} = {call}")
        scope.append((name, kind))
        return name

    def pick(self, depth, scope, kind):
        known = [name for name, its in scope if its == kind]
        if known and (kind not in self.CONSTANTS or self.rng.random() < 0.7):
            return self.rng.choice(known)
        if kind in self.CONSTANTS:
            return self.define(depth, scope, kind, f"prim::Constant[value={self.rng.choice(self.CONSTANTS[kind])}]()")
        if kind == "Tensor[]":
            return self.define(depth, scope, kind, f"prim::ListConstruct({self.pick(depth, scope, 'Tensor')})")
        if kind == "int[]":
            items = [self.pick(depth, scope, "int") for _ in range(self.rng.randint(0, 3))]
            return self.define(depth, scope, kind, f"prim::ListConstruct({', '.join(items)})")
        if kind == "int?":
            return self.define(depth, scope, kind, "prim::Constant()")
        if kind == "(int, Tensor)":
            parts = [self.pick(depth, scope, part) for part in ("int", "Tensor")]
            return self.define(depth, scope, kind, f"prim::TupleConstruct({', '.join(parts)})")
        raise AssertionError(kind)

    def scalar(self, depth, scope):
        kind = self.rng.choice(list(self.BINARY))
        call = self.rng.choice(self.BINARY[kind])
        self.define(depth, scope, kind, f"{call}({self.pick(depth, scope, kind)}, {self.pick(depth, scope, kind)})")

    def compare(self, depth, scope):
        kind = self.rng.choice(["int", "float", "str"])
        call = self.rng.choice(["aten::lt", "aten::ge", "aten::eq", "aten::ne"])
        self.define(depth, scope, "bool", f"{call}({self.pick(depth, scope, kind)}, {self.pick(depth, scope, kind)})")

    def none(self, depth, scope):
        none = self.define(depth, scope, "NoneType", "prim::Constant()")
        other = self.pick(depth, scope, self.rng.choice(["int", "int?", "Tensor"]))
        self.define(depth, scope, "bool", f"{self.rng.choice(['aten::__is__', 'aten::__isnot__'])}({other}, {none})")

    def tensor(self, depth, scope):
        x, y = self.pick(depth, scope, "Tensor"), self.pick(depth, scope, "Tensor")
        one = self.pick(depth, scope, "int")
        choice = self.rng.randint(0, 8)
        if choice < 2:
            self.define(depth, scope, "Tensor", f"aten::mul({x}, {y})")
        elif choice == 2:
            self.define(depth, scope, "Tensor", f"aten::add({x}, {one}, {one})")
        elif choice == 3:
            self.define(depth, scope, "Tensor", f"aten::t({x})")
        elif choice == 4:
            self.define(depth, scope, "Tensor", f"aten::add_({x}, {y}, {one})")
        elif choice == 5:
            self.define(depth, scope, "Tensor", f"aten::mul({x}, {one})")
        elif choice == 6:
            self.define(depth, scope, "Tensor", f"aten::cat({self.pick(depth, scope, 'Tensor[]')}, {one})")
        elif choice == 7:
            self.define(depth, scope, "Tensor", f"aten::relu_({x})")
        else:
            self.define(depth, scope, "Tensor", f"aten::select({x}, {one}, {one})")

    def lists(self, depth, scope):
        kind = self.rng.choice(["int[]", "Tensor[]"])
        made, item = self.pick(depth, scope, kind), self.pick(depth, scope, kind[:-2])
        choice = self.rng.randint(0, 5)
        if choice == 0:
            self.define(depth, scope, kind, f"aten::append({made}, {item})")
        elif choice == 1:
            self.define(depth, scope, "int", f"aten::len({made})")
        elif choice == 2:
            self.define(depth, scope, kind[:-2], f"aten::__getitem__({made}, {self.pick(depth, scope, 'int')})")
        elif choice == 3:
            self.define(depth, scope, kind, f"aten::add({made}, {self.pick(depth, scope, kind)})")
        else:
            items = [self.pick(depth, scope, kind[:-2]) for _ in range(self.rng.randint(1, 3))]
            self.define(depth, scope, kind, f"prim::ListConstruct({', '.join(items)})")

    def tuples(self, depth, scope):
        kind = "(int, Tensor)"
        made = self.pick(depth, scope, kind)
        choice = self.rng.randint(0, 2)
        if choice == 0:
            names = [self.fresh(), self.fresh()]
            self.emit(depth, f"{names[0]} : int, {names[1]} : Tensor = prim::TupleUnpack({made})")
            scope.extend([(names[0], "int"), (names[1], "Tensor")])
        elif choice == 1:
            index = self.define(depth, scope, "int", "prim::Constant[value=0]()")
            self.define(depth, scope, "int", f"prim::TupleIndex({made}, {index})")
        else:
            parts = [self.pick(depth, scope, part) for part in ("int", "Tensor")]
            self.define(depth, scope, kind, f"prim::TupleConstruct({', '.join(parts)})")

    def effect(self, depth, scope):
        self.emit(depth, f"prim::Print({self.pick(depth, scope, self.rng.choice(['int', 'str', 'Tensor']))})")

    def branch(self, depth, scope):
        kinds = [self.rng.choice(["int", "bool", "Tensor", "int[]"]) for _ in range(self.rng.randint(0, 3))]
        condition = self.pick(depth, scope, "bool")
        names = [self.fresh() for _ in kinds]
        head = ", ".join(f"{name} : {kind}" for name, kind in zip(names, kinds))
        self.emit(depth, f"{head + ' = ' if head else ''}prim::If({condition})")
        for block in range(2):
            self.emit(depth + 1, f"block{block}():")
            inner = list(scope)
            self.body(depth + 2, inner, 2)
            outputs = [self.pick(depth + 2, inner, kind) for kind in kinds]
            self.emit(depth + 2, f"-> ({', '.join(outputs)})")
        scope.extend(zip(names, kinds))

    def loop(self, depth, scope):
        kinds = [self.rng.choice(["int", "bool", "Tensor", "int[]"]) for _ in range(self.rng.randint(0, 3))]
        count, start = self.pick(depth, scope, "int"), self.pick(depth, scope, "bool")
        before = [self.pick(depth, scope, kind) for kind in kinds]
        names = [self.fresh() for _ in kinds]
        head = ", ".join(f"{name} : {kind}" for name, kind in zip(names, kinds))
        self.emit(depth, f"{head + ' = ' if head else ''}prim::Loop({', '.join([count, start] + before)})")
        iteration = self.fresh()
        carried = [self.fresh() for _ in kinds]
        inputs = [f"{iteration} : int"] + [f"{name} : {kind}" for name, kind in zip(carried, kinds)]
        self.emit(depth + 1, f"block0({', '.join(inputs)}):")
        inner = list(scope) + [(iteration, "int")] + list(zip(carried, kinds))
        self.body(depth + 2, inner, 2)
        outputs = [name if self.rng.random() < 0.3 else self.pick(depth + 2, inner, kind)
                   for name, kind in zip(carried, kinds)]
        self.emit(depth + 2, f"-> ({', '.join([self.pick(depth + 2, inner, 'bool')] + outputs)})")
        scope.extend(zip(names, kinds))

    def body(self, depth, scope, length):
        simple = [self.scalar, self.compare, self.tensor, self.lists, self.none, self.tuples]
        for _ in range(self.rng.randint(1, length)):
            chance = self.rng.random()
            if chance < 0.18 and depth < 6:
                self.rng.choice([self.branch, self.loop])(depth, scope)
            elif chance < 0.22:
                self.effect(depth, scope)
            else:
                self.rng.choice(simple)(depth, scope)

    def graph(self):
        scope = [("%x", "Tensor"), ("%y", "Tensor"), ("%n", "int"), ("%c", "bool"), ("%l", "int[]"), ("%o", "int?")]
        self.emit(0, "graph(" + ", ".join(f"{name} : {kind}" for name, kind in scope) + "):")
        self.body(1, scope, 12)
        results = [self.rng.choice(scope)[0] for _ in range(self.rng.randint(0, 3))]
        self.emit(1, f"return ({', '.join(results)})")
        return "\n".join(self.lines) + "\n"


def operator_graphs():
    """Graphs of one node with constant arguments: every operator on plain values, with a few values of each type."""
    samples = {
        "int": ["0", "1", "-7", "3", "-9223372036854775808"],
        "float": ["0.", "-2.5", "3.5", "1e+300"],
        "bool": ["0", "1"],
        "str": ['"aBc a"', '""', '"b"', '"12"'],
        "complex": [],
    }
    # These would end the process or never return.
    deadly = {"aten::remainder", "aten::floordiv", "aten::__round_to_zero_floordiv", "aten::divmod", "aten::count",
              "aten::replace", "aten::factorial", "aten::zfill", "aten::ljust", "aten::rjust", "aten::center",
              "aten::expandtabs"}
    # PyTorch 2.6 crashes when the number is not that of a dtype; dtype_graphs() has numbers of dtypes.
    deadly |= {"aten::promote_types"}
    # These depend on the machine.
    deadly |= {"aten::_cufft_get_plan_cache_max_size", "aten::_cufft_get_plan_cache_size"}
    rng = random.Random(1)
    for schema in torch._C._jit_get_all_schemas():
        kinds = [argument.type.annotation_str for argument in schema.arguments]
        results = [result.type.annotation_str for result in schema.returns]
        if not kinds or not results or not all(samples.get(kind) for kind in kinds):
            continue
        if not all(kind in samples for kind in results) or schema.name in deadly:
            continue
        for _ in range(8):
            lines = ["graph():"]
            for i, kind in enumerate(kinds):
                lines.append(f"  %{i} : {kind} = prim::Constant[value={rng.choice(samples[kind])}]()")
            arguments = ", ".join(f"%{i}" for i in range(len(kinds)))
            outputs = ", ".join(f"%{len(kinds) + i} : {kind}" for i, kind in enumerate(results))
            returned = ", ".join(f"%{len(kinds) + i}" for i in range(len(results)))
            lines += [f"  {outputs} = {schema.name}({arguments})", f"  return ({returned})", ""]
            yield "\n".join(lines)
    yield from dtype_graphs()


def dtype_graphs():
    """promote_types of pairs of int64, float32 and bool."""
    dtypes = 4, 6, 11
    for first in dtypes:
        for second in dtypes:
            yield (f"graph():\n  %0 : int = prim::Constant[value={first}]()\n  %1 : int = prim::Constant[value={second}]()\n"
                   "  %2 : int = aten::promote_types(%0, %1)\n  return (%2)\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--count", type=int, default=300, help="random graphs for each pass")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=[*PASSES, "fold"])
    parser.add_argument("--show", action="store_true", help="print the first graphs that differ")
    options = parser.parse_args()

    batch = Batch()
    rows = []
    known = KnownFailures.of("passes")
    groups = [(name, name, None) for name in PASSES] + [("fold", "constant-propagation-immutable-types", operator_graphs)]
    for group, name, graphs in groups:
        if options.only not in (None, group):
            continue
        passed, total, failing = 0, 0, []
        texts = graphs() if graphs else (Generator(random.Random(options.seed * 1000003 + i)).graph()
                                         for i in range(options.count))
        for i, text in enumerate(texts):
            try:
                expected = reference(name, text)
            except Exception as error:
                if options.show and "tuple" not in str(error).lower():
                    print(f"refused: {str(error).strip().splitlines()[0][:120]}", file=sys.stderr)
                continue
            total += 1
            found = batch.ask(name, text)
            known.judge(group, i, found == expected)
            if found == expected:
                passed += 1
                continue
            failing.append(i)
            if options.show and len(failing) <= SHOWN:
                print(f"==== {group} {i}\n{text}---- PyTorch\n{expected}---- ours\n{found}\n", file=sys.stderr)
        rows.append({"suite": "passes", "group": group, "passed": passed, "total": total, "failing": failing[:50]})

    for row in rows:
        if options.json:
            print(json.dumps(row))
        else:
            print(f"{row['group']:40} {row['passed']:5} of {row['total']:5}")
    is_usual = options.seed == parser.get_default("seed") and options.count == parser.get_default("count")
    sys.exit(0 if known.tell(whole=is_usual and not options.only) else 1)


if __name__ == "__main__":
    main()
