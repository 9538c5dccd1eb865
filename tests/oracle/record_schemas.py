#!/usr/bin/env python3
"""Writes core/ops/data/schemas.txt: every operator schema that PyTorch and torchvision register.

The file is sorted by operator name; the overloads of an operator keep the order in which PyTorch tries them. profiles.py says how
it holds the schemas of all profiles.

Usage: record_schemas.py [FILE]
       record_schemas.py --changes OLD NEW VERSION [FILE]
The second form needs no PyTorch. OLD and NEW list the schemas that the profile before and VERSION have, both recorded in the same way.
VERSION gets the lines of the profile before with these changes. A changed schema stays in its place; new overloads are tried last.
"""

import re
import sys

sys.path.append(sys.path.pop(0))  # behind the libraries, whose modules these scripts must not hide

import profiles

OUTPUT = "core/ops/data/schemas.txt"
COMMENTS = ["Operator schemas of PyTorch 1.13 with torchvision 0.14, of PyTorch 2.6 with torchvision 0.21, and of PyTorch 2.11,",
            "written by tests/oracle/record_schemas.py. Sorted by operator; overloads in the order of trial."]


def operator(line):
    return re.match(r"[^.(]*(::[^.(]*)?", line)[0]


def installed():
    """The version of the installed PyTorch, and its schemas."""
    import torch
    import torchvision  # registers operators
    assert torchvision
    names = sorted({schema.name for schema in torch._C._jit_get_all_schemas()}, key=str.encode)
    return torch.__version__, [str(schema) for name in names for schema in torch._C._jit_get_schemas_for_operator(name)]


def listed(path):
    with open(path, encoding="utf-8") as file:
        return [line for line in file.read().splitlines() if line and not line.startswith("#")]


def changed(path, old, new, version):
    """The schemas of a version, from those of the profile before."""
    before = profiles.lines_of(path, profiles.PROFILES[profiles.PROFILES.index(profiles.profile_of(version)) - 1])
    gone, added = set(old) - set(new), {line.partition("(")[0]: line for line in new if line not in set(old)}
    lines = []
    for line in before:
        name = line.partition("(")[0]
        if line not in gone:
            lines.append(line)
        elif name in added:
            lines.append(added.pop(name))
    return lines + list(added.values())


def main():
    if sys.argv[1:2] == ["--changes"]:
        old, new, version, *rest = sys.argv[2:]
        path = rest[0] if rest else OUTPUT
        lines = changed(path, listed(old), listed(new), version)
    else:
        path = sys.argv[1] if len(sys.argv) > 1 else OUTPUT
        version, lines = installed()
    profiles.write(path, version, lines, COMMENTS, operator)


main()
