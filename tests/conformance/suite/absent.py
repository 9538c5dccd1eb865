"""A module that the evaluator does without: tests that use what it has are skipped."""
import unittest


class Absent:
    def __call__(self, *args, **kwargs):
        raise unittest.SkipTest("the module is not there")

    def __iter__(self):
        return iter(())

    def __mro_entries__(self, bases):
        return ()


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return Absent()
