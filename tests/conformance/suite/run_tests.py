"""Runs the tests of one of CPython's files. Prints a line for each test: its name without the file's, a tab, its outcome."""
import unittest

from test import NAME as module

for case in unittest.defaultTestLoader.loadTestsFromModule(module):
    result = unittest.TestResult()
    case(result)
    for name, outcome in result.outcomes.items():
        print(name.replace("test.NAME.", "", 1), " ".join(outcome.split()), sep="\t")
