import contextlib
import sys
import unittest


def import_module(name, deprecated=False, *, required_on=()):
    """A module under a plain or dotted name; without it the test is skipped."""
    try:
        __import__(name)
    except ImportError:
        raise unittest.SkipTest(f"no module {name}")
    return sys.modules[name]


def import_fresh_module(name, fresh=(), blocked=(), deprecated=False):
    """There is one of each module, written in C++ or in Python: it stands for both that CPython has."""
    return import_module(name)


@contextlib.contextmanager
def frozen_modules(enabled=True):
    yield


class DirsOnSysPath:
    def __init__(self, *paths):
        raise unittest.SkipTest("no files")
