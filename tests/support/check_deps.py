#!/usr/bin/python3
"""Holds the arrows between folders: who may include whom, and what the light programs may link.

Prints each breach as FILE:LINE: REASON and exits with 1 when there is one. A folder that is in no
table is a breach too: its place has to be decided.
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# From the bottom up: a folder may include those in rows above its own, and itself.
LAYERS = [
    ["core/base"],
    ["core/source"],
    ["core/diag"],
    ["core/syntax", "core/types"],
    ["core/ops", "core/tensor", "core/name_index"],
    ["core/ir", "core/kernels"],
    ["core/passes"],
    ["core/interp", "core/shapes"],
    ["core/prelude"],
    ["core/eval"],
    ["core/eval_stdlib"],
    ["core/eval_torch"],
    ["core/compiler"],
    ["core/fixes"],
    ["core/archive"],
    ["core/trace"],
    ["core/eager"],
    ["core/driver"],
    ["core/ide"],
    ["core/check", "lsp", "viz", "debugger"],
]

# Arrows that the order of layers would allow and that are not wanted all the same.
FORBIDDEN = [
    ("core/ops", "core/syntax"),
    ("core/ir", "core/syntax"),
    ("core/passes", "core/syntax"),
]

# Programs that must start in milliseconds, and the libraries that they must not load.
LIGHT_PROGRAMS = ["tscheck", "tsls"]
HEAVY_LIBRARIES = re.compile(r"lib(LLVM|gvc|cgraph|cdt|pathplan|dnnl|openblas|torch)\b")

LEVEL = {folder: level for level, row in enumerate(LAYERS) for folder in row}
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')


def folder_of(path):
    """The folder of the map that a path relative to the root lies in, or None."""
    matches = [folder for folder in LEVEL if path.startswith(folder + "/")]
    return max(matches, key=len) if matches else None


def breach(source, target):
    """Why a file in one folder may not include one in the other; None when it may."""
    if source == target:
        return None
    if LEVEL[target] >= LEVEL[source]:
        return f"{source} may not include {target}: includes go downwards only"
    if (source, target) in FORBIDDEN:
        return f"{source} may not include {target}"
    return None


def check_file(path):
    source = folder_of(path)
    if source is None:
        yield f"{path}:1: its folder has no place in the layers"
        return
    with open(os.path.join(ROOT, path), encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            included = match.group(1)
            target = folder_of(included)
            if target is None:
                if not os.path.exists(os.path.join(ROOT, included)) and not is_generated(included):
                    yield f'{path}:{number}: "{included}" is not written from the root of the repository'
                continue
            reason = breach(source, target)
            if reason:
                yield f"{path}:{number}: {reason}"


def is_generated(included):
    """Headers that the build makes are included by their bare name."""
    return "/" not in included


def check_links():
    folder = os.environ.get("JITSCOPE_BIN", os.path.join(ROOT, "build/release/bin"))
    for program in LIGHT_PROGRAMS:
        path = os.path.join(folder, program)
        if not os.path.exists(path):
            continue
        libraries = subprocess.run(["ldd", path], capture_output=True, text=True, check=False).stdout
        for library in HEAVY_LIBRARIES.findall(libraries):
            yield f"{program}: links lib{library}, and has to start in milliseconds"


def sources():
    for top in ["core", "lsp", "viz", "debugger"]:
        for folder, _, names in os.walk(os.path.join(ROOT, top)):
            for name in sorted(names):
                if name.endswith((".h", ".cpp", ".def", ".inc")):
                    yield os.path.relpath(os.path.join(folder, name), ROOT)


def main():
    paths = sorted(sources())
    found = [reason for path in paths for reason in check_file(path)] + list(check_links())
    print("\n".join(found) if found else f"{len(paths)} files keep to the arrows")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
