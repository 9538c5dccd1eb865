"""Runs the tests of one of CPython's files: writes a line for each, with its name after the file's, a tab and how it ended."""
import unittest

from test import NAME as module

for case in unittest.defaultTestLoader.loadTestsFromModule(module):
    result = unittest.TestResult()
    case(result)
    for name, outcome in result.outcomes.items():
        print(name.replace("test.NAME.", "", 1), " ".join(outcome.split()), sep="\t")
