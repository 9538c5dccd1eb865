"""Finds the paths that match a pattern with *, ?, [...] and **."""

import os
from pathlib import _matches


def has_magic(s):
    return any(character in s for character in "*?[")


def escape(pathname):
    return "".join("[" + character + "]" if character in "*?[" else character for character in pathname)


def _folders(top):
    yield top
    for name in os.listdir(top or "."):
        inner = os.path.join(top, name)
        if os.path.isdir(inner) and not os.path.islink(inner) and not name.startswith("."):
            yield from _folders(inner)


def _steps(found, part, recursive):
    for path in found:
        if not os.path.isdir(path or "."):
            continue
        if part == "**" and recursive:
            yield from _folders(path)
        elif has_magic(part):
            for name in os.listdir(path or "."):
                if _matches(name, part) and (part.startswith(".") or not name.startswith(".")):
                    yield os.path.join(path, name)
        elif os.path.lexists(os.path.join(path, part)):
            yield os.path.join(path, part)


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    found = ["/" if pathname.startswith("/") else ""]
    for part in pathname.split("/"):
        if part:
            found = _steps(found, part, recursive)
    return iter(found)


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    return list(iglob(pathname, recursive=recursive))
