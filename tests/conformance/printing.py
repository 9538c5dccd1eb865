#!/usr/bin/python3
"""Compares the text of tensors with PyTorch's: Python's repr() and the output of TorchScript's print().

usage: printing.py [--json] [--show] [--count N]
Needs Debian's python3-torch. The tensors come from a fixed seed: every dtype, shapes from empty to summarised, integers and
fractions, tiny, huge, infinite and NaN values, and several options of torch.set_printoptions.
"""
import argparse
import json
import math
import os
import random
import subprocess
import sys
import warnings

# The last entry, because this folder has scripts with the names of modules that PyTorch imports.
sys.path.append(sys.path.pop(0))
sys.path.append(os.path.join(sys.path[-1], "interp"))

import torch

import wire

FLOATS = [torch.float32, torch.float64, torch.float16, torch.bfloat16]
DTYPES = FLOATS + [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.bool, torch.complex64, torch.complex128]
SHAPES = [(), (0,), (1,), (2,), (7,), (30,), (1001,), (2, 3), (3, 0), (0, 2, 1), (25, 4), (1, 40), (2, 2, 2), (40, 30), (2, 3, 1, 2),
          (11, 10, 10), (5, 1, 1), (1, 1, 1, 3), (8, 130)]
OPTIONS = [{}, {}, {}, {"precision": 2}, {"precision": 8}, {"threshold": 5}, {"edgeitems": 1, "threshold": 10}, {"linewidth": 40},
           {"sci_mode": True}, {"sci_mode": False}]


def numbers(rng, kind, count):
    """`count` doubles of one kind, so that every form of output occurs."""
    make = {"whole": lambda: float(rng.randint(-9, 9)), "large": lambda: float(rng.randint(-10**6, 10**6)),
            "unit": rng.random, "normal": lambda: rng.gauss(0, 3), "tiny": lambda: rng.random() * 1e-6,
            "huge": lambda: rng.gauss(0, 1) * 1e9, "spread": lambda: rng.choice([1e-5, 1.0, 12345.678, 1e7]) * rng.choice([1, -1]),
            "odd": lambda: rng.choice([math.inf, -math.inf, math.nan, 0.0, -0.0, 1.0, 2.5]), "zero": lambda: 0.0,
            "thousands": lambda: rng.uniform(900, 1100)}[kind]
    return [make() for _ in range(count)]


KINDS = ["whole", "large", "unit", "normal", "tiny", "huge", "spread", "odd", "zero", "thousands"]


def tensor(rng, dtype, shape, kind):
    count = math.prod(shape)
    if dtype.is_complex:
        parts = torch.tensor(numbers(rng, kind, 2 * count), dtype=torch.float64).reshape(*shape, 2)
        return torch.view_as_complex(parts).to(dtype)
    values = torch.tensor(numbers(rng, kind, count), dtype=torch.float64).reshape(shape)
    if dtype in FLOATS:
        if dtype == torch.bfloat16:  # it does not keep the sign of NaN
            values = values.nan_to_num(nan=1.0, posinf=math.inf, neginf=-math.inf)
        made = values.to(dtype)
        return made.requires_grad_() if rng.random() < 0.1 else made
    return torch.nan_to_num(values, 0, 1, -1).clamp(-2**62, 2**62).to(torch.int64).to(dtype)


def columns(value):
    """The output of TorchScript's print(); the text of a list is '[' TEXT ']'."""
    return str_of([value.detach()])[1:-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--count", type=int, default=1200)
    args = parser.parse_args()
    rng = random.Random(20221031)
    cases = []
    for i in range(args.count):
        dtype, shape = DTYPES[i % len(DTYPES)], SHAPES[rng.randrange(len(SHAPES))]
        cases.append((tensor(rng, dtype, shape, rng.choice(KINDS)), rng.choice(OPTIONS)))
    requests = [json.dumps({"text": [wire.pack(value)], "options": options}) for value, options in cases]
    batch = os.path.join(os.environ.get("JITSCOPE_BIN", "build/release/bin"), "interp_batch")
    done = subprocess.run([batch], input="\n".join(requests) + "\n", capture_output=True, text=True, check=False)
    answers = [json.loads(line)["texts"][0] for line in done.stdout.splitlines()]
    if len(answers) != len(cases):
        sys.exit(f"interp_batch ended with {done.returncode}: {done.stderr[-2000:]}")
    groups = {"repr": [0, 0, []], "TorchScript's print": [0, 0, []]}
    for number, ((value, options), ours) in enumerate(zip(cases, answers)):
        torch.set_printoptions(profile="default")
        torch.set_printoptions(**options)
        for group, got, wanted in [("repr", ours[0], repr(value)), ("TorchScript's print", ours[1], columns(value))]:
            groups[group][1] += 1
            if got == wanted:
                groups[group][0] += 1
                continue
            groups[group][2].append(number)
            if args.show:
                print(f"--- {number}: {value.dtype} {tuple(value.shape)} {options}\nwanted:\n{wanted}\ngot:\n{got}")
    for group, (passed, total, fails) in groups.items():
        if args.json:
            print(json.dumps({"suite": "printing", "group": group, "passed": passed, "total": total, "fails": fails}))
        else:
            print(f"{group:24} {passed:5} of {total:5}  {100 * passed / total:6.2f}%   {fails[:10] or ''}")
    sys.exit(any(passed != total for passed, total, _ in groups.values()))


@torch.jit.script
def str_of(x: list[torch.Tensor]):
    return str(x)


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # a complex number loses its imaginary part
    main()
