"""Matches names with the patterns *, ? and [...]."""

from pathlib import _matches


def fnmatchcase(name, pat):
    return bool(_matches(name, pat))


fnmatch = fnmatchcase


def filter(names, pat):
    return [name for name in names if _matches(name, pat)]
