import unittest

log = []


class First(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        log.append("class")

    def setUp(self):
        log.append("up")
        self.addCleanup(log.append, "cleanup")

    def tearDown(self):
        log.append("down")

    def test_good(self):
        """Says something."""
        self.assertTrue(True)

    def test_fails(self):
        self.assertEqual(1, 2)

    def test_error(self):
        raise KeyError("k")

    @unittest.skip("why not")
    def test_skipped(self):
        raise ValueError

    def test_skips_itself(self):
        self.skipTest("later")

    @unittest.expectedFailure
    def test_expected(self):
        self.fail()

    def test_subtests(self):
        for i in range(4):
            with self.subTest(i=i):
                self.assertEqual(i % 2, 0)

    @unittest.skipIf(1 > 2, "no")
    @unittest.skipUnless(2 > 1, "no")
    def test_conditions(self):
        with self.subTest("fine"):
            pass


@unittest.skip("whole class")
class Second(unittest.TestCase):
    def test_never(self):
        log.append("never")


suite = unittest.TestSuite([unittest.defaultTestLoader.loadTestsFromTestCase(First), unittest.defaultTestLoader.loadTestsFromTestCase(Second)])
result = unittest.TestResult()
suite.run(result)
print(suite.countTestCases(), result.testsRun, len(result.failures), len(result.errors), len(result.skipped), len(result.expectedFailures), result.wasSuccessful())
print(sorted(test.id().split(".")[-1] for test, _ in result.errors), sorted(reason for _, reason in result.skipped), log.count("up"), log.count("cleanup"), log.count("down"), log.count("class"), "never" in log)
print(First("test_good").shortDescription(), unittest.defaultTestLoader.getTestCaseNames(First))
