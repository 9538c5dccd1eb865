import unittest

log = []


class Base(unittest.TestCase):
    def setUp(self):
        self.items = [1, 2]
        log.append("setUp")

    def test_one(self):
        self.assertIn(1, self.items)
        self.items.append(3)

    def test_two(self):
        self.assertEqual(len(self.items), 2)


class Derived(Base):
    def setUp(self):
        super().setUp()
        self.items.pop()

    def test_two(self):
        self.assertEqual(self.items, [1], "derived")


for case in (Base, Derived):
    result = unittest.TestResult()
    unittest.TestLoader().loadTestsFromTestCase(case).run(result)
    print(case.__name__, result.testsRun, result.wasSuccessful(), result.failures)
print(log)
