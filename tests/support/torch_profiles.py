"""The profiles of PyTorch, as core/base/torch_profiles.def lists them."""
import importlib.metadata
import os
import re

_LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "core", "base", "torch_profiles.def")
with open(_LIST, encoding="utf-8") as _file:
    _ROWS = re.findall(r'^PROFILE\(\w+, "([\d.]+)", (\d+), (\d+),', _file.read(), re.M)
PROFILES = tuple(name for name, _, _ in _ROWS)  # the oldest first
_FIRST = {name: (int(major), int(minor)) for name, major, minor in _ROWS}


def profile_of(version):
    """The profile that serves a version of PyTorch, as core/base/torch_profile.h chooses it."""
    wanted = tuple(map(int, re.match(r"(\d+)\.(\d+)", version).groups()))
    return [name for name in PROFILES if _FIRST[name] <= wanted][-1]


def in_use():
    """The profile of the environment: that of tests/support/torch-VERSION, which ./dev and CTest set, else that of the installed PyTorch."""
    name = os.path.basename(os.environ.get("VIRTUAL_ENV", "")).removeprefix("torch-")
    return name if name in PROFILES else profile_of(importlib.metadata.version("torch"))


def covers(mark, profile):
    """Whether a mark of a data file, such as "1.13", "2.6+" or "1.13-2.6", includes a profile."""
    first, dash, last = mark.rstrip("+").partition("-")
    last = PROFILES[-1] if mark.endswith("+") else last if dash else first
    return PROFILES.index(first) <= PROFILES.index(profile) <= PROFILES.index(last)


def mark_of(profiles):
    """The mark of some profiles that follow one another; empty for all."""
    first, last = profiles[0], profiles[-1]
    if last == PROFILES[-1]:
        return "" if first == PROFILES[0] else f"{first}+"
    return first if first == last else f"{first}-{last}"
