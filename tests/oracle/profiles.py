"""Data files with the answers of all profiles of PyTorch: one file, in which lines of some profiles have a mark.

A line that all profiles have has no mark. `@1.13 `, `@2.6+ ` (2.6 and later ones) or `@1.13-2.6 ` stands before a line of some
profiles. A recording script writes the lines of the PyTorch that runs it and keeps those of the other profiles.
"""
import difflib
import itertools
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from torch_profiles import PROFILES, covers, mark_of, profile_of  # noqa: E402


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
            if not mark or covers(mark[1:], profile):
                lines.append(rest)
    return lines


def merged(lists):
    """The lines of all profiles, with marks; `lists` has the lines of each profile, the oldest first."""
    rows = []  # (line, the numbers of its profiles)
    for number, lines in enumerate(lists):
        old, rows = rows, []
        for kind, a, b, c, d in difflib.SequenceMatcher(None, [line for line, _ in old], lines, autojunk=False).get_opcodes():
            if kind == "equal":
                rows += [(line, [*numbers, number]) for line, numbers in old[a:b]]
            else:
                rows += old[a:b] + [(line, [number]) for line in lines[c:d]]
    for line, numbers in rows:
        # Profiles that follow one another share a mark: their distance to their place in the list is the same.
        for _, run in itertools.groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
            mark = mark_of([PROFILES[number] for _, number in run])
            yield f"@{mark} {line}" if mark else line


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
            out.writelines(f"{line}\n" for line in merged([groups[name][profile] for profile in PROFILES]))
