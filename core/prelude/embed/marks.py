"""Chooses the lines of a module that belong to a version of PyTorch.

A line that ends in a mark, such as `# @2.6+`, `# @1.13` or `# @1.13-2.6`, belongs only to these versions. A mark on the first line of a
statement covers the whole statement; one on a line of `elif` covers only that line. The chosen lines have no marks.
"""
import ast
import re

_MARK = re.compile(r"  # @(?P<first>[\d.]+)(?:-(?P<last>[\d.]+)|(?P<later>\+))?$")


class MarkError(Exception):
    pass


def _covers(mark, profile, profiles):
    first, last = mark["first"], mark["last"] or mark["first"]
    unknown = {first, last} - set(profiles)
    if unknown:
        raise MarkError(f"`{mark[0].strip()}`: {unknown.pop()} is not one of {', '.join(profiles)}")
    end = len(profiles) if mark["later"] else profiles.index(last) + 1
    return profiles.index(first) <= profiles.index(profile) < end


def chosen(text, profile, profiles):
    """The text of a module for a profile, which is one of all profiles, the oldest first."""
    lines = text.splitlines()
    marks = {i: mark for i, line in enumerate(lines) if (mark := _MARK.search(line))}
    if not marks:
        return text
    ends = {}  # of the statements, by the line where they begin
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.stmt) and not lines[node.lineno - 1].lstrip().startswith("elif"):
            ends[node.lineno - 1] = max(ends.get(node.lineno - 1, 0), node.end_lineno)
    dropped = set()
    for i, mark in marks.items():
        if not _covers(mark, profile, profiles):
            dropped.update(range(i, ends.get(i, i + 1)))
    return "".join(_MARK.sub("", line) + "\n" for i, line in enumerate(lines) if i not in dropped)
