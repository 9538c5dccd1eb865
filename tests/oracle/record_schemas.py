#!/usr/bin/env python3
"""Writes core/ops/data/schemas.txt: every operator schema that PyTorch and torchvision register.

The file is sorted by operator name; the overloads of an operator keep the order in which PyTorch tries them. profiles.py says how
it holds the schemas of both profiles.

Usage: record_schemas.py [FILE]
"""

import re
import sys

sys.path.append(sys.path.pop(0))  # behind the libraries, whose modules these scripts must not hide

import torch
import torchvision

import profiles

OUTPUT = sys.argv[1] if len(sys.argv) > 1 else "core/ops/data/schemas.txt"
COMMENTS = ["Operator schemas of PyTorch 1.13 with torchvision 0.14, and of PyTorch 2.6 with torchvision 0.21,",
            "written by tests/oracle/record_schemas.py. Sorted by operator; overloads in the order of trial."]


def main():
    names = sorted({schema.name for schema in torch._C._jit_get_all_schemas()}, key=str.encode)
    lines = [str(schema) for name in names for schema in torch._C._jit_get_schemas_for_operator(name)]
    profiles.write(OUTPUT, torch.__version__, lines, COMMENTS, lambda line: re.match(r"[^.(]*(::[^.(]*)?", line)[0])


main()
