"""Data files with the answers of both profiles of PyTorch: one file, in which lines of one profile only have a mark.

A line that both profiles have has no mark. `@1.13 ` or `@2.6 ` stands before a line of one profile. A recording script writes the
lines of the PyTorch that runs it and keeps those of the other profile.
"""
import difflib
import os

PROFILES = ("1.13", "2.6")


def profile_of(version):
    """The profile for a version of PyTorch, as core/base/torch_profile.h chooses it."""
    return PROFILES[0] if version.startswith("1.") else PROFILES[1]


def lines_of(path, profile):
    """The lines of one profile, without marks and comments."""
    lines = []
    if not os.path.exists(path):
        return lines
    with open(path, encoding="utf-8") as file:
        for line in file.read().splitlines():
            if not line or line.startswith("#"):
                continue
            mark, _, rest = line.partition(" ") if line.startswith("@") else ("", "", line)
            if mark in ("", "@" + profile):
                lines.append(rest)
    return lines


def merged(first, second):
    """The lines of both profiles, with marks."""
    for kind, a, b, c, d in difflib.SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        if kind == "equal":
            yield from first[a:b]
        else:
            yield from (f"@{PROFILES[0]} {line}" for line in first[a:b])
            yield from (f"@{PROFILES[1]} {line}" for line in second[c:d])


def write(path, version, lines, comments, key):
    """Replaces the lines of this version's profile. `key` returns the part of a line by which the table is sorted."""
    mine = profile_of(version)
    groups = {}
    for profile in PROFILES:
        for line in lines if profile == mine else lines_of(path, profile):
            groups.setdefault(key(line), {name: [] for name in PROFILES})[profile].append(line)
    with open(path, "w", encoding="utf-8") as out:
        out.writelines(f"# {comment}\n" for comment in comments)
        for name in sorted(groups, key=str.encode):
            out.writelines(f"{line}\n" for line in merged(*(groups[name][profile] for profile in PROFILES)))
