import contextlib
import sys
import unittest


def import_module(name, deprecated=False, *, required_on=()):
    """Imports a module by a plain or dotted name. Skips the test when the module is missing."""
    try:
        __import__(name)
    except ImportError:
        raise unittest.SkipTest(f"no module {name}")
    return sys.modules[name]


def import_fresh_module(name, fresh=(), blocked=(), deprecated=False):
    """The evaluator has one version of each module, in C++ or in Python. It replaces both versions of CPython."""
    return import_module(name)


@contextlib.contextmanager
def frozen_modules(enabled=True):
    yield


class DirsOnSysPath:
    def __init__(self, *paths):
        raise unittest.SkipTest("no files")
