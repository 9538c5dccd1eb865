import unittest
import warnings


class Case(unittest.TestCase):
    def test_warns(self):
        with self.assertWarns(DeprecationWarning) as caught:
            warnings.warn("old", DeprecationWarning)
        print(caught.warning)
        with self.assertWarnsRegex(UserWarning, "ne.*w"):
            warnings.warn("brand new")

    def test_silent(self):
        with self.assertWarns(UserWarning):
            pass


result = unittest.TestResult()
unittest.defaultTestLoader.loadTestsFromTestCase(Case).run(result)
print(result.testsRun, len(result.failures), len(result.errors))
