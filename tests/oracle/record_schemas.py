#!/usr/bin/env python3
"""Writes core/ops/data/schemas.txt: every operator schema that PyTorch and torchvision register.

The file is sorted by operator name; the overloads of an operator keep the order in which PyTorch tries them.

Usage: record_schemas.py [FILE]
"""

import sys

import torch
import torchvision

OUTPUT = sys.argv[1] if len(sys.argv) > 1 else "core/ops/data/schemas.txt"


def main():
    names = sorted({schema.name for schema in torch._C._jit_get_all_schemas()}, key=str.encode)
    with open(OUTPUT, "w") as out:
        out.write(f"# Operator schemas of PyTorch {torch.__version__} and torchvision {torchvision.__version__},\n")
        out.write("# written by tests/oracle/record_schemas.py. Sorted by operator; overloads in the order of trial.\n")
        for name in names:
            for schema in torch._C._jit_get_schemas_for_operator(name):
                out.write(f"{schema}\n")


main()
