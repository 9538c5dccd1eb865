#!/usr/bin/python3
"""Checks which folders include which, and which libraries the light programs link.

The picture in docs/architecture.md, section "The map", defines the layers. A folder may include the
folders in lower rows and itself. A folder that the picture lacks is a breach: it needs a place first.
A section "Inside FOLDER" has a picture of the rooms of one folder, with the same rule for includes between
them. A room is a path below the folder; the room `.` has the files directly in the folder.
Models are loaded and engines are wired in core/runtime only.
Prints each breach as FILE:LINE: REASON and exits with 1 when there is one.
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MAP = "docs/architecture.md"
TOPS = ["core", "api", "lsp", "viz", "debugger"]

# Includes that the picture allows and the design does not.
FORBIDDEN = [
    ("core/ops", "core/syntax"),
    ("core/ir", "core/syntax"),
    ("core/passes", "core/syntax"),
]

# Calls that wire models and engines to a runtime, and the files that may have them: other code goes through runtime::Runtime.
WIRING = {
    re.compile(r"\b(archive::loadModule|archive::readOnnx)\("): ["core/archive/", "core/runtime/"],
    re.compile(r"\b(ir::parseGraph)\("): ["core/ir/", "core/runtime/", "core/ide/ir_document.cpp"],  # an editor's text is not run
    re.compile(r"\bmake_unique<(jit::Engine)>|\b(interp::Interpreter) \w+[({;]"): [
        "core/jit/", "core/interp/", "core/runtime/", "core/autodiff/tape.cpp"],  # the tape runs its own functions below any runtime
}

# Programs that have to start in milliseconds. LIBRARIES matches the file names of libraries that
# they must not link, SYMBOLS a few functions of those libraries, for a program that contains them.
LIGHT_PROGRAMS = ["tscheck", "tsls"]
LIBRARIES = re.compile(r"\blib(LLVM|gvc|gvplugin|cgraph|cdt|pathplan|dnnl|openblas|torch|c10)\w*(?:-\d+)?\.(?:a|so)\b")
SYMBOLS = re.compile(r" (agopen|agread|gvContext|gvLayout|dtopen|LLVM(?:Context|Module)Create\w*|dnnl_\w+|cblas_\w+)(?:@|$)", re.M)


def read_picture(section):
    """The rows of a section's picture from the bottom up, each as a list of folders; empty without a picture."""
    picture = re.search(r"^```text\n(.*?)^```$", section, re.M | re.S)
    if not picture:
        return []
    rows = re.split(r"^[─┼]+\n", picture.group(1), flags=re.M)
    return [[word for line in row.splitlines() for word in line.partition("│")[0].split()]
            for row in reversed(rows)]


def read_layers(text):
    """The rows of the map; empty without a picture."""
    return read_picture(re.split(r"^##+ ", text.partition("\n## The map\n")[2], flags=re.M)[0])


def read_inner_maps(text):
    """The pictures of sections such as "### Inside core/compiler", by folder: the rows of rooms."""
    sections = re.split(r"^##+ ", text, flags=re.M)
    headings = [(re.match(r"Inside `?([\w/]+)`?\n", section), section) for section in sections]
    return {match.group(1): read_picture(section) for match, section in headings if match}


with open(os.path.join(ROOT, MAP), encoding="utf-8") as page:
    PAGE = page.read()
LAYERS = read_layers(PAGE)
INNER_MAPS = read_inner_maps(PAGE)

LEVEL = {folder: level for level, row in enumerate(LAYERS) for folder in row}
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')


def folder_of(path):
    """The folder of the map that contains a path; None when the map has none."""
    matches = [folder for folder in LEVEL if path.startswith(folder + "/")]
    return max(matches, key=len) if matches else None


def breach(source, target):
    """The reason why a file in one folder may not include a file in the other; None when it may."""
    if source == target:
        return None
    if LEVEL[target] >= LEVEL[source]:
        return f"{source} may not include {target}: includes go downwards only"
    if (source, target) in FORBIDDEN:
        return f"{source} may not include {target}"
    return None


def room_of(folder, rows, path):
    """The room of a folder's inner map that contains a path below the folder; None when the map has none."""
    inside = path[len(folder) + 1:]
    rooms = [room for row in rows for room in row if inside.startswith(room + "/")]
    if rooms:
        return max(rooms, key=len)
    return "." if "/" not in inside and any("." in row for row in rows) else None


def inner_breaches(path, included, maps):
    """The reasons why one file may not include the other: one for each folder that contains both and has a map."""
    for folder, rows in maps.items():
        if not path.startswith(folder + "/") or not included.startswith(folder + "/"):
            continue
        source, target = room_of(folder, rows, path), room_of(folder, rows, included)
        if None in (source, target) or source == target:
            continue
        level = {room: level for level, row in enumerate(rows) for room in row}
        if level[target] >= level[source]:
            yield f"inside {folder}, {source} may not include {target}: includes go downwards only"


def check_map():
    if not LAYERS:
        yield f"{MAP}:1: the section \"The map\" has no picture"
    yield from check_picture("the picture", "", LAYERS)
    for folder, rows in INNER_MAPS.items():
        if not rows:
            yield f"{MAP}:1: the section \"Inside {folder}\" has no picture"
        yield from check_picture(f"the picture inside {folder}", folder, rows)


def check_picture(picture, top, rows):
    folders = [folder for row in rows for folder in row]
    for folder in folders:
        if not os.path.isdir(os.path.join(ROOT, top, folder)):
            yield f"{MAP}:1: {picture} has {folder}, which does not exist"
    for folder in sorted({folder for folder in folders if folders.count(folder) > 1}):
        yield f"{MAP}:1: {picture} has {folder} twice"


def check_file(path):
    source = folder_of(path)
    if source is None:
        yield f"{path}:1: its folder is not in the picture in {MAP}"
        return
    for folder, rows in INNER_MAPS.items():
        if path.startswith(folder + "/") and room_of(folder, rows, path) is None:
            yield f"{path}:1: its folder is not in the picture inside {folder} in {MAP}"
    with open(os.path.join(ROOT, path), encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            for reason in wiring(path, line):
                yield f"{path}:{number}: {reason}"
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
            for reason in inner_breaches(path, included, INNER_MAPS):
                yield f"{path}:{number}: {reason}"


def wiring(path, line):
    """The reasons why a line may not stand in a file: calls that belong to the runtime."""
    for call, places in WIRING.items():
        match = None if path.startswith(tuple(places)) else call.search(line.partition("//")[0])
        if match:
            yield f"{next(filter(None, match.groups()))} belongs to core/runtime: call runtime::Runtime"


def is_generated(included):
    """Generated headers are included by their bare name."""
    return "/" not in included


def linked_libraries(ninja, program):
    """The heavy libraries on the link line of bin/PROGRAM in a build.ninja; None without a link line."""
    rule = re.search(rf"^build bin/{program}: .*\n(?:  .*\n)*", ninja, re.M)
    return sorted({match.group(0) for match in LIBRARIES.finditer(rule.group(0))}) if rule else None


def contained_symbols(path):
    """The functions of heavy libraries that a program defines or imports, from its symbol tables."""
    listings = [subprocess.run(["nm", *options, path], capture_output=True, text=True, check=False).stdout
                for options in ([], ["--dynamic"])]
    return sorted({name for listing in listings for name in SYMBOLS.findall(listing)})


def check_links(build, programs):
    """Breaches of programs in a build folder. A program that is not built yet has only its link line."""
    ninja = os.path.join(build, "build.ninja")
    if not os.path.exists(ninja):
        yield f"{ninja}:1: does not exist, so the links of {', '.join(programs)} are unknown: ./dev build"
        return
    with open(ninja, encoding="utf-8") as text:
        rules = text.read()
    for program in programs:
        libraries = linked_libraries(rules, program)
        if libraries is None:
            yield f"{ninja}:1: has no link line of {program}"
        for library in libraries or []:
            yield f"{ninja}:1: {program} links {library}, but has to start in milliseconds"
        path = os.path.join(build, "bin", program)
        for name in contained_symbols(path) if os.path.exists(path) else []:
            yield f"{path}:1: contains {name}, but has to start in milliseconds"


def build_folder():
    return os.path.dirname(os.environ.get("JITSCOPE_BIN", os.path.join(ROOT, "build/release/bin")).rstrip("/"))


def sources():
    for top in TOPS:
        for folder, _, names in os.walk(os.path.join(ROOT, top)):
            for name in sorted(names):
                if name.endswith((".h", ".cpp", ".def", ".inc")):
                    yield os.path.relpath(os.path.join(folder, name), ROOT)


def main():
    paths = sorted(sources())
    found = list(check_map())
    found += [reason for path in paths for reason in check_file(path)]
    found += check_links(build_folder(), LIGHT_PROGRAMS)
    print("\n".join(found) if found else f"{len(paths)} files keep to the map")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
