"""Unit tests. TestResult.outcomes has the results by test name; nothing is printed."""

import re
import warnings

__all__ = ["TestCase", "TestSuite", "TestLoader", "TestResult", "TextTestRunner", "FunctionTestCase",
           "SkipTest",
           "main", "skip", "skipIf", "skipUnless", "expectedFailure", "defaultTestLoader", "TestProgram"]


class SkipTest(Exception):
    pass


def skip(reason=""):
    def decorate(item):
        item.__unittest_skip__ = True
        item.__unittest_skip_why__ = reason
        return item
    if callable(reason):
        item, reason = reason, ""
        return decorate(item)
    return decorate


def _unchanged(item):
    return item


def skipIf(condition, reason):
    return skip(reason) if condition else _unchanged


def skipUnless(condition, reason):
    return _unchanged if condition else skip(reason)


def expectedFailure(test_item):
    test_item.__unittest_expecting_failure__ = True
    return test_item


class TestResult:
    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.failures = []
        self.errors = []
        self.skipped = []
        self.expectedFailures = []
        self.unexpectedSuccesses = []
        self.testsRun = 0
        self.shouldStop = False
        self.failfast = False
        self.outcomes = {}      # test name to "ok", "failure: ...", "error: ...", "skipped: ..."

    def record(self, test, outcome, text=""):
        self.outcomes[test.id()] = outcome + (f": {text}" if text else "")

    def startTest(self, test):
        self.testsRun += 1

    def stopTest(self, test):
        pass

    def startTestRun(self):
        pass

    def stopTestRun(self):
        pass

    def addSuccess(self, test):
        self.record(test, "ok")

    def addError(self, test, err):
        self.errors.append((test, f"{err[0].__name__}: {err[1]}"))
        self.record(test, "error", self.errors[-1][1])

    def addFailure(self, test, err):
        self.failures.append((test, f"{err[0].__name__}: {err[1]}"))
        self.record(test, "failure", str(err[1]))

    def addSkip(self, test, reason):
        self.skipped.append((test, reason))
        self.record(test, "skipped", reason)

    def addExpectedFailure(self, test, err):
        self.expectedFailures.append((test, f"{err[0].__name__}: {err[1]}"))
        self.record(test, "ok")

    def addUnexpectedSuccess(self, test):
        self.unexpectedSuccesses.append(test)
        self.record(test, "failure", "the test passed, which was not expected")

    def addSubTest(self, test, subtest, err):
        if err is not None:
            (self.addFailure if issubclass(err[0], test.failureException) else self.addError)(test, err)

    def wasSuccessful(self):
        return not self.failures and not self.errors and not self.unexpectedSuccesses

    def stop(self):
        self.shouldStop = True


class _Raises:
    """The context of assertRaises and assertRaisesRegex."""

    def __init__(self, case, expected, pattern=None, msg=None):
        self.case = case
        self.expected = expected
        self.pattern = pattern
        self.msg = msg
        self.exception = None

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        if kind is None:
            wanted = self.expected if isinstance(self.expected, tuple) else (self.expected,)
            self.case._fail(self.msg, f"{' or '.join([one.__name__ for one in wanted])} was not raised")
        if not issubclass(kind, self.expected):
            return False
        self.exception = value
        if self.pattern is not None and not re.search(self.pattern, str(value)):
            self.case._fail(self.msg, f"{str(value)!r} does not match {self.pattern!r}")
        return True

    def run(self, args, kwargs):
        if not args:
            self.msg = kwargs.pop("msg", None)
            return self
        function, *args = args
        with self:
            function(*args, **kwargs)
        return None


class _Warns(_Raises):
    def __enter__(self):
        self._catch = warnings.catch_warnings(record=True)
        self.warnings = self._catch.__enter__()
        warnings.simplefilter("always")
        return self

    def __exit__(self, kind, value, traceback):
        self._catch.__exit__(kind, value, traceback)
        if kind is not None:
            return False
        for found in self.warnings:
            if issubclass(found.category, self.expected) \
                    and (self.pattern is None or re.search(self.pattern, str(found.message))):
                self.warning = found.message
                self.filename, self.lineno = found.filename, found.lineno
                return False
        self.case._fail(self.msg, "there was no such warning")


class _SubTest:
    def __init__(self, case):
        self.case = case

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        result = self.case._result
        if kind is None or result is None or not issubclass(kind, Exception):
            return False
        if issubclass(kind, SkipTest):
            result.addSkip(self.case, str(value))
        else:
            result.addSubTest(self.case, self, (kind, value, traceback))
            self.case._failed = True
        return True


class TestCase:
    failureException = AssertionError
    longMessage = True
    maxDiff = 640

    def __init__(self, methodName="runTest"):
        self._testMethodName = methodName
        self._cleanups = []
        self._result = None
        self._failed = False
        self._equalities = {}

    def setUp(self):
        pass

    def tearDown(self):
        pass

    @classmethod
    def setUpClass(cls):
        pass

    @classmethod
    def tearDownClass(cls):
        pass

    def id(self):
        return f"{type(self).__module__}.{type(self).__qualname__}.{self._testMethodName}"

    def __str__(self):
        return f"{self._testMethodName} ({self.id()})"

    def shortDescription(self):
        doc = getattr(self, self._testMethodName).__doc__
        return doc.strip().split("\n")[0].strip() if doc else None

    def countTestCases(self):
        return 1

    def addCleanup(self, function, /, *args, **kwargs):
        self._cleanups.append((function, args, kwargs))

    def enterContext(self, cm):
        value = type(cm).__enter__(cm)
        self.addCleanup(type(cm).__exit__, cm, None, None, None)
        return value

    def doCleanups(self):
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            function(*args, **kwargs)

    def addTypeEqualityFunc(self, typeobj, function):
        self._equalities[typeobj] = function

    def skipTest(self, reason):
        raise SkipTest(reason)

    def subTest(self, msg=None, **params):
        return _SubTest(self)

    def defaultTestResult(self):
        return TestResult()

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def _attempt(self, function, expecting):
        """Runs one part of the test; returns True when the test can continue."""
        result = self._result
        try:
            function()
            return True
        except SkipTest as error:
            result.addSkip(self, str(error))
        except Exception as error:
            details = (type(error), error, error.__traceback__)
            if expecting:
                result.addExpectedFailure(self, details)
            elif isinstance(error, self.failureException):
                result.addFailure(self, details)
            else:
                result.addError(self, details)
        self._failed = True
        return False

    def run(self, result=None):
        self._result = result = self.defaultTestResult() if result is None else result
        self._failed = False
        method = getattr(self, self._testMethodName)
        result.startTest(self)
        for item in (type(self), method):
            if getattr(item, "__unittest_skip__", False):
                result.addSkip(self, item.__unittest_skip_why__)
                result.stopTest(self)
                return result
        expecting = getattr(method, "__unittest_expecting_failure__", False) \
            or getattr(type(self), "__unittest_expecting_failure__", False)
        if self._attempt(self.setUp, False):
            self._attempt(method, expecting)
            self._attempt(self.tearDown, False)
        self._attempt(self.doCleanups, False)
        if not self._failed:
            (result.addUnexpectedSuccess if expecting else result.addSuccess)(self)
        result.stopTest(self)
        return result

    def debug(self):
        self.setUp()
        getattr(self, self._testMethodName)()
        self.tearDown()
        self.doCleanups()

    def _fail(self, msg, standard):
        raise self.failureException(standard if msg is None else f"{standard} : {msg}")

    def _check(self, holds, msg, standard):
        if not holds:
            self._fail(msg, standard())

    def fail(self, msg=None):
        raise self.failureException(msg)

    def assertTrue(self, expr, msg=None):
        self._check(expr, msg, lambda: f"{expr!r} is not true")

    def assertFalse(self, expr, msg=None):
        self._check(not expr, msg, lambda: f"{expr!r} is not false")

    def assertEqual(self, first, second, msg=None):
        own = self._equalities.get(type(first)) if type(first) is type(second) else None
        if own is not None:
            own(first, second, msg=msg)
        else:
            self._check(first == second, msg, lambda: f"{first!r} != {second!r}")

    def assertNotEqual(self, first, second, msg=None):
        self._check(first != second, msg, lambda: f"{first!r} == {second!r}")

    def assertIs(self, expr1, expr2, msg=None):
        self._check(expr1 is expr2, msg, lambda: f"{expr1!r} is not {expr2!r}")

    def assertIsNot(self, expr1, expr2, msg=None):
        self._check(expr1 is not expr2, msg, lambda: f"both are {expr1!r}")

    def assertIsNone(self, obj, msg=None):
        self._check(obj is None, msg, lambda: f"{obj!r} is not None")

    def assertIsNotNone(self, obj, msg=None):
        self._check(obj is not None, msg, lambda: "the value is None")

    def assertIn(self, member, container, msg=None):
        self._check(member in container, msg, lambda: f"{member!r} is not in {container!r}")

    def assertNotIn(self, member, container, msg=None):
        self._check(member not in container, msg, lambda: f"{member!r} is in {container!r}")

    def assertIsInstance(self, obj, cls, msg=None):
        self._check(isinstance(obj, cls), msg, lambda: f"{obj!r} is not an instance of {cls!r}")

    def assertNotIsInstance(self, obj, cls, msg=None):
        self._check(not isinstance(obj, cls), msg, lambda: f"{obj!r} is an instance of {cls!r}")

    def assertGreater(self, a, b, msg=None):
        self._check(a > b, msg, lambda: f"{a!r} is not greater than {b!r}")

    def assertGreaterEqual(self, a, b, msg=None):
        self._check(a >= b, msg, lambda: f"{a!r} is less than {b!r}")

    def assertLess(self, a, b, msg=None):
        self._check(a < b, msg, lambda: f"{a!r} is not less than {b!r}")

    def assertLessEqual(self, a, b, msg=None):
        self._check(a <= b, msg, lambda: f"{a!r} is greater than {b!r}")

    def _close(self, first, second, places, delta):
        if first == second:
            return True
        difference = abs(first - second)
        return difference <= delta if delta is not None else round(difference, 7 if places is None
                                                                   else places) == 0

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        self._check(self._close(first, second, places, delta), msg,
                    lambda: f"{first!r} is not close to {second!r}")

    def assertNotAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        self._check(not self._close(first, second, places, delta), msg,
                    lambda: f"{first!r} is close to {second!r}")

    def assertCountEqual(self, first, second, msg=None):
        left = list(second)
        missing = []
        for item in first:
            if item in left:
                left.remove(item)
            else:
                missing.append(item)
        self._check(not left and not missing, msg,
                    lambda: f"only in the first: {missing!r}, in the second: {left!r}")

    def assertRegex(self, text, expected_regex, msg=None):
        self._check(re.search(expected_regex, text), msg,
                    lambda: f"{text!r} does not match {expected_regex!r}")

    def assertNotRegex(self, text, unexpected_regex, msg=None):
        self._check(not re.search(unexpected_regex, text), msg,
                    lambda: f"{text!r} matches {unexpected_regex!r}")

    def _typed_equal(self, first, second, kind, msg):
        self.assertIsInstance(first, kind, msg)
        self.assertIsInstance(second, kind, msg)
        self._check(first == second, msg, lambda: f"{first!r} != {second!r}")

    def assertListEqual(self, list1, list2, msg=None):
        self._typed_equal(list1, list2, list, msg)

    def assertTupleEqual(self, tuple1, tuple2, msg=None):
        self._typed_equal(tuple1, tuple2, tuple, msg)

    def assertDictEqual(self, d1, d2, msg=None):
        self._typed_equal(d1, d2, dict, msg)

    def assertSetEqual(self, set1, set2, msg=None):
        self._typed_equal(set1, set2, object, msg)

    def assertMultiLineEqual(self, first, second, msg=None):
        self._typed_equal(first, second, str, msg)

    def assertSequenceEqual(self, seq1, seq2, msg=None, seq_type=None):
        if seq_type is not None:
            self.assertIsInstance(seq1, seq_type, msg)
            self.assertIsInstance(seq2, seq_type, msg)
        self._check(list(seq1) == list(seq2), msg, lambda: f"{seq1!r} != {seq2!r}")

    def assertRaises(self, expected_exception, *args, **kwargs):
        return _Raises(self, expected_exception).run(args, kwargs)

    def assertRaisesRegex(self, expected_exception, expected_regex, *args, **kwargs):
        return _Raises(self, expected_exception, expected_regex).run(args, kwargs)

    def assertWarns(self, expected_warning, *args, **kwargs):
        return _Warns(self, expected_warning).run(args, kwargs)

    def assertWarnsRegex(self, expected_warning, expected_regex, *args, **kwargs):
        return _Warns(self, expected_warning, expected_regex).run(args, kwargs)


class FunctionTestCase(TestCase):
    def __init__(self, testFunc, setUp=None, tearDown=None, description=None):
        super().__init__("runTest")
        self._parts = (setUp, testFunc, tearDown)

    def setUp(self):
        if self._parts[0] is not None:
            self._parts[0]()

    def runTest(self):
        self._parts[1]()

    def tearDown(self):
        if self._parts[2] is not None:
            self._parts[2]()


class TestSuite:
    def __init__(self, tests=()):
        self._tests = list(tests)

    def __iter__(self):
        return iter(self._tests)

    def addTest(self, test):
        self._tests.append(test)

    def addTests(self, tests):
        self._tests.extend(tests)

    def countTestCases(self):
        return sum([test.countTestCases() for test in self._tests])

    def __call__(self, result):
        return self.run(result)

    def run(self, result, debug=False):
        current = None
        for test in self._tests:
            if result.shouldStop:
                break
            cls = type(test) if isinstance(test, TestCase) else None
            if cls is not current:
                self._leave(current)
                current = cls
                if cls is not None and not self._enter(cls, test, result):
                    current = None
                    continue
            elif cls is not None and getattr(cls, "_class_failed", False):
                continue
            test(result)
        self._leave(current)
        return result

    def _enter(self, cls, test, result):
        cls._class_failed = False
        if getattr(cls, "__unittest_skip__", False):
            return True
        try:
            cls.setUpClass()
            return True
        except SkipTest as error:
            result.addSkip(test, str(error))
        except Exception as error:
            result.addError(test, (type(error), error, error.__traceback__))
        cls._class_failed = True
        return False

    def _leave(self, cls):
        if cls is not None and not getattr(cls, "__unittest_skip__", False):
            cls.tearDownClass()


class TestLoader:
    testMethodPrefix = "test"

    def getTestCaseNames(self, testCaseClass):
        return sorted([name for name in dir(testCaseClass)
                       if name.startswith(self.testMethodPrefix) and callable(getattr(testCaseClass, name))])

    def loadTestsFromTestCase(self, testCaseClass):
        names = self.getTestCaseNames(testCaseClass) or (["runTest"] if hasattr(testCaseClass, "runTest")
                                                         else [])
        return TestSuite([testCaseClass(name) for name in names])

    def loadTestsFromModule(self, module, *, pattern=None):
        return TestSuite([self.loadTestsFromTestCase(item) for name, item in sorted(vars(module).items())
                          if isinstance(item, type) and issubclass(item, TestCase)
                          and item not in (TestCase, FunctionTestCase)])


defaultTestLoader = TestLoader()


def makeSuite(testCaseClass, prefix="test"):
    return defaultTestLoader.loadTestsFromTestCase(testCaseClass)


class TextTestRunner:
    def __init__(self, *args, **kwargs):
        pass

    def run(self, test):
        result = TestResult()
        test(result)
        return result


class TestProgram:
    """Runs the tests of a module; stores the result in `result` and doesn't exit."""

    def __init__(self, module="__main__", *args, **kwargs):
        import sys
        self.module = sys.modules[module] if isinstance(module, str) else module
        self.result = TextTestRunner().run(defaultTestLoader.loadTestsFromModule(self.module))
        TestProgram.last = self


main = TestProgram
