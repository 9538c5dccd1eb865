import contextlib
import importlib
import unittest


def import_module(name, deprecated=False, *, required_on=()):
    """A module under a plain or dotted name; without it the test is skipped."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise unittest.SkipTest(f"no module {name}")


def import_fresh_module(name, fresh=(), blocked=(), deprecated=False):
    """The pure-Python half of a module is not tested apart: there is one."""
    if blocked:
        return import_module(name)
    return None


@contextlib.contextmanager
def frozen_modules(enabled=True):
    yield


class DirsOnSysPath:
    def __init__(self, *paths):
        raise unittest.SkipTest("no files")
