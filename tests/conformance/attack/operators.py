"""Programs that call PyTorch's operators with hostile arguments: shapes without dimensions or elements, numbers near the limits
of 64 bits, lists of the wrong length, tensors of each dtype."""
import dataclasses
import os
import random
import re

import cases

HERE = os.path.dirname(os.path.abspath(__file__))
SCHEMAS = os.path.join(HERE, "../../../core/ops/data/schemas.txt")
CALLS = 50  # of a program
RUN_SECONDS, RUN_MEGABYTES = 60, 2000  # of a program that runs

SHAPES = ("()", "(0,)", "(1,)", "(3,)", "(7,)", "(2, 3)", "(0, 3)", "(3, 0)", "(3, 3)", "(1, 1, 1)", "(2, 3, 4)", "(1, 2, 4, 4)",
          "(2, 0, 2, 2)", "(1, 1, 3, 3, 3)", "(1, 1, 1, 1, 1, 1, 1)")
DTYPES = ("float32", "float32", "float64", "int64", "int32", "int16", "int8", "uint8", "bool", "float16", "bfloat16", "complex64",
          "complex128")
INTEGERS = ("0", "1", "1", "-1", "2", "3", "-2", "5", "17", "64", "1000", "100000", "2**31", "-2**31", "2**32", "2**53", "2**62",
            "2**63 - 1", "-2**63")
# A run does the work that a call asks for, so these numbers are small, or too large for any memory.
RUN_INTEGERS = tuple(one for one in INTEGERS if one not in ("2**31", "2**32", "2**53"))
EXPANDED = tuple(one for one in RUN_INTEGERS if not one.startswith("2**"))
REALS = ("0.0", "0.5", "-1.0", "2.0", "-0.0", "1e308", "float('inf')", "-float('inf')", "float('nan')", "5e-324")
TEXTS = ("''", "'sum'", "'mean'", "'constant'", "'reflect'", "'circular'", "'linear'", "'ij'", "'floor'", "'trunc'", "'fro'", "'nuc'",
         "'bij,bjk->bik'", "'...i,i'", "'\\u00e9'", "'none'", "'tanh'", "'right'", "'sum\\0'")
SCHEMA = re.compile(r"(aten|torchvision)::(\w+)(?:\.\w+)?\((.*)\) -> ")
# They wait for something, or end the program as they should.
LEFT_OUT = re.compile(r"^(sleep|_debug|warn|set_data|backward|_assert|.*cuda.*|.*mkldnn.*|.*_quantize.*|.*fbgemm.*|.*nested.*|from_file)")


def split(text):
    """The arguments of a schema; commas within brackets don't part them."""
    depth, start = 0, 0
    for at, letter in enumerate(text + ","):
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            yield text[start:at].strip()
            start = at + 1


def read_schemas():
    with open(SCHEMAS, encoding="utf-8") as file:
        for line in file:
            match = SCHEMA.search(line)
            if match and not LEFT_OUT.match(match[2]):
                yield match[1], match[2], [one for one in split(match[3]) if one]


class Calls:
    """Draws calls. does_run: they run; otherwise they are only checked."""

    def __init__(self, rng, does_run):
        self.rng = rng
        self.integers, self.expanded = (RUN_INTEGERS, EXPANDED) if does_run else (INTEGERS, INTEGERS)

    def tensor(self):
        if self.rng.random() < 0.1:
            return f"torch.ones(1).expand({self.rng.choice(self.expanded)})"
        text = self.rng.choice(("torch.zeros({}, dtype=torch.{}{})", "torch.ones({}, dtype=torch.{}{})", "torch.full({}, -1, dtype=torch.{}{})"))
        device = ", device='meta'" if self.rng.random() < 0.1 else ""
        text = text.format(self.rng.choice(SHAPES), self.rng.choice(DTYPES), device)
        return text + (self.rng.choice((".mT", ".t()", "[..., ::2]", ".flip(0)")) if self.rng.random() < 0.1 else "")

    def value(self, kind):
        if kind.endswith("?"):
            return "None" if self.rng.random() < 0.4 else self.value(kind[:-1])
        if kind.endswith("]"):
            return "[" + "".join(self.value(kind[:kind.rindex("[")]) + ", " for _ in range(self.rng.randrange(5))) + "]"
        kind = re.sub(r"\(.*?\)", "", kind)
        if kind == "Tensor":
            return self.tensor()
        choices = {"int": self.integers, "SymInt": self.integers, "float": REALS, "Scalar": self.integers + REALS, "number": self.integers + REALS,
                   "bool": ("True", "False"), "str": TEXTS, "ScalarType": tuple("torch." + one for one in DTYPES)}
        return self.rng.choice(choices.get(kind, ("None",)))

    def call(self, schema):
        space, name, arguments = schema
        values, is_by_name = [], False
        for one in arguments:
            if one == "*":
                is_by_name = True
                continue
            kind, _, rest = one.rpartition(" ")
            values.append((rest.split("=")[0] + "=" if is_by_name else "") + self.value(kind))
        if values and self.rng.random() < 0.2:
            values.pop()
        if space == "aten" and self.rng.random() < 0.5:
            return f"torch.{name}({', '.join(values)})"
        if space == "aten" and values and arguments[0].startswith("Tensor") and self.rng.random() < 0.5:
            return f"({values[0]}).{name}({', '.join(values[1:])})"
        return f"torch.ops.{space}.{name}({', '.join(values)})"


def hostile_calls(count, seed=1):
    """count calls, in programs that are checked and programs that run in turn."""
    rng = random.Random(seed)
    schemas = list(read_schemas())
    for at in range(count // CALLS):
        does_run = at % 2 == 0
        calls = Calls(rng, does_run)
        lines = ["import torch"]
        for _ in range(CALLS):
            lines.append(f"try: repr({calls.call(rng.choice(schemas))})")
            lines.append("except Exception: pass")
        files = {"a.py": "\n".join(lines) + "\n"}
        if does_run:
            yield cases.Case("operators", f"tsdbg {seed}.{at}", "tsdbg", ["run", "--memory", str(RUN_MEGABYTES), "a.py"], files,
                             seconds=RUN_SECONDS, megabytes=RUN_MEGABYTES + 200)
        else:
            yield cases.Case("operators", f"tscheck {seed}.{at}", "tscheck", ["--roots=all", "a.py"], files)


REACHED = re.compile(r'File "[^"]*a\.py", line (\d+), in <module>')


def run(case, sanitized):
    """Runs all calls of the program. An operator that JitScope lacks ends a program; the calls behind it run in a new one."""
    worst = cases.Outcome(0, 0)
    while True:
        outcome = cases.run(case, sanitized)
        worst = cases.Outcome(max(worst.seconds, outcome.seconds), max(worst.megabytes, outcome.megabytes), outcome.problem)
        places = REACHED.findall(outcome.said)
        if outcome.problem or not places:
            return worst
        lines = case.files["a.py"].splitlines(keepends=True)
        rest = lines[:1] + lines[int(places[0]) + 1:]
        if len(rest) == 1:
            return worst
        case = dataclasses.replace(case, files={"a.py": "".join(rest)})
