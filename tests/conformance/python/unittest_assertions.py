import unittest


class Case(unittest.TestCase):
    def runTest(self):
        pass


case = Case()
good = [lambda: case.assertEqual(1, 1.0), lambda: case.assertNotEqual(1, 2), lambda: case.assertTrue([0]), lambda: case.assertFalse(""),
        lambda: case.assertIs(None, None), lambda: case.assertIsNot([], []), lambda: case.assertIsNone(None), lambda: case.assertIn(1, [1]),
        lambda: case.assertNotIn(1, []), lambda: case.assertIsInstance(1, int), lambda: case.assertAlmostEqual(1, 1 + 1e-9), lambda: case.assertGreater(2, 1),
        lambda: case.assertCountEqual([1, 2, 2], [2, 1, 2]), lambda: case.assertRegex("abc", "b+"), lambda: case.assertListEqual([1], [1]),
        lambda: case.assertRaises(ValueError, int, "x"), lambda: case.assertSequenceEqual([1], (1,)), lambda: case.assertDictEqual({}, {})]
bad = [lambda: case.assertEqual(1, 2), lambda: case.assertNotEqual(1, 1), lambda: case.assertTrue(0), lambda: case.assertFalse(1),
       lambda: case.assertIs([], []), lambda: case.assertIsNotNone(None), lambda: case.assertIn(1, []), lambda: case.assertNotIsInstance(1, int),
       lambda: case.assertAlmostEqual(1, 1.1), lambda: case.assertNotAlmostEqual(1, 1), lambda: case.assertLess(2, 1), lambda: case.assertLessEqual(2, 1),
       lambda: case.assertGreaterEqual(1, 2), lambda: case.assertCountEqual([1], [1, 1]), lambda: case.assertRegex("abc", "z"), lambda: case.assertNotRegex("abc", "a"),
       lambda: case.assertListEqual([1], (1,)), lambda: case.assertTupleEqual((1,), (2,)), lambda: case.assertRaises(ValueError, int, "1"), lambda: case.fail("no")]
for check in good:
    print(check(), end=" ")
print()
for check in bad:
    try:
        check()
        print("passed")
    except case.failureException as error:
        print(type(error).__name__, end=" ")
print()
with case.assertRaises((KeyError, ValueError)) as caught:
    {}["k"]
print(repr(caught.exception))
with case.assertRaisesRegex(ValueError, "inv.*lit"):
    int("x")
try:
    with case.assertRaises(KeyError):
        raise TypeError("other")
except TypeError as error:
    print(error)
try:
    with case.assertRaisesRegex(ValueError, "nothing like it"):
        int("x")
except AssertionError as error:
    print("regex")
