"""The part of test.support that CPython's tests of the language and the library use."""
import contextlib
import gc
import io
import os
import sys
import unittest

verbose = 0
is_apple = is_jython = is_emscripten = is_wasi = False
HAVE_DOCSTRINGS = True
MISSING_C_DOCSTRINGS = False
PIPE_MAX_SIZE = 4 * 1024 * 1024
MAX_Py_ssize_t = sys.maxsize
_1M = 1024 * 1024
_1G = 1024 * _1M
_2G = 2 * _1G
_4G = 4 * _1G
LOOPBACK_TIMEOUT = SHORT_TIMEOUT = LONG_TIMEOUT = 10.0
NHASHBITS = 64


class _AlwaysEqual:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False


class _NeverEqual:
    def __eq__(self, other):
        return False

    def __ne__(self, other):
        return True

    def __hash__(self):
        return 1


class _Extreme:
    """Sorts before or after all other values."""

    def __init__(self, last):
        self.last = last

    def __eq__(self, other):
        return self is other

    def __lt__(self, other):
        return not self.last and self is not other

    def __gt__(self, other):
        return self.last and self is not other

    def __le__(self, other):
        return not self.last or self is other

    def __ge__(self, other):
        return self.last or self is other


ALWAYS_EQ = _AlwaysEqual()
NEVER_EQ = _NeverEqual()
LARGEST = _Extreme(True)
SMALLEST = _Extreme(False)


class Error(Exception):
    pass


class TestFailed(Error):
    pass


class SuppressCrashReport:
    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass


def cpython_only(test):
    return unittest.skip("how CPython is made inside")(test)


def impl_detail(msg=None, **guards):
    return unittest.skip("how CPython is made inside")


def check_impl_detail(**guards):
    return False


def _keep(test):
    return test


def _skipping(*args, **kwargs):
    return unittest.skip("not for this machine")


requires_IEEE_754 = requires_docstrings = skip_if_pgo_task = no_tracing = refcount_test = _keep
skip_emscripten_stack_overflow = skip_wasi_stack_overflow = lambda: _keep
requires_limited_api = requires_legacy_unicode_capi = cpython_only
bigmemtest = requires_mac_ver = requires_resource = run_with_locale = _skipping
requires_subprocess = requires_fork = lambda: unittest.skip("no processes")
requires_gil_enabled = _skipping


def bigaddrspacetest(test):
    return unittest.skip("too much memory")(test)


def requires_working_socket(*, module=False):
    return None if module else unittest.skip("no sockets")


def requires(resource, msg=None):
    raise unittest.SkipTest(resource)


def check_sanitizer(**kinds):
    return False


def skip_if_sanitizer(*args, **kinds):
    return _keep


def gc_collect():
    gc.collect()


@contextlib.contextmanager
def disable_gc():
    yield


@contextlib.contextmanager
def captured_output(name):
    old = getattr(sys, name)
    setattr(sys, name, io.StringIO())
    try:
        yield getattr(sys, name)
    finally:
        setattr(sys, name, old)


def captured_stdout():
    return captured_output("stdout")


def captured_stderr():
    return captured_output("stderr")


def captured_stdin():
    return captured_output("stdin")


@contextlib.contextmanager
def swap_attr(object, name, value):
    missing = not hasattr(object, name)
    old = getattr(object, name, None)
    setattr(object, name, value)
    try:
        yield old
    finally:
        if missing:
            delattr(object, name)
        else:
            setattr(object, name, old)


@contextlib.contextmanager
def swap_item(object, item, value):
    missing = item not in object
    old = None if missing else object[item]
    object[item] = value
    try:
        yield old
    finally:
        if missing:
            del object[item]
        else:
            object[item] = old


@contextlib.contextmanager
def infinite_recursion(max_depth=None):
    yield


@contextlib.contextmanager
def adjust_int_max_str_digits(max_digits):
    yield


@contextlib.contextmanager
def set_recursion_limit(limit):
    yield


class catch_unraisable_exception:
    def __enter__(self):
        raise unittest.SkipTest("the test needs unraisable exceptions")

    def __exit__(self, *exc):
        pass


def check_syntax_error(case, statement, *args, **kwargs):
    raise unittest.SkipTest("text is not run as code")


def get_attribute(object, name):
    try:
        return getattr(object, name)
    except AttributeError:
        raise unittest.SkipTest(name)


def check__all__(case, module, name_of_module=None, extra=(), not_exported=()):
    raise unittest.SkipTest("what a module of CPython exports")


def check_disallow_instantiation(case, tp, *args, **kwds):
    case.assertRaises(TypeError, tp, *args, **kwds)


def check_free_after_iterating(case, iterate, cls, args=()):
    raise unittest.SkipTest("when CPython frees an iterable")


def check_sizeof(*args):
    raise unittest.SkipTest("how CPython is made inside")


def calcobjsize(*args):
    raise unittest.SkipTest("how CPython is made inside")


def calcvobjsize(*args):
    raise unittest.SkipTest("how CPython is made inside")


def maybe_get_event_loop_policy():
    return None


def run_no_yield_async_fn(function, *args, **kwargs):
    """Runs a coroutine that never waits."""
    coroutine = function(*args, **kwargs)
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value
    coroutine.close()
    raise AssertionError("the coroutine waits")


def findfile(name, subdir=None):
    return name


def patch(case, object, name, value):
    old = getattr(object, name)
    case.addCleanup(setattr, object, name, old)
    setattr(object, name, value)


def collision_stats(nbins, nballs):
    raise unittest.SkipTest("hashes of CPython")


def run_unittest(*classes):
    pass


def run_doctest(module, verbosity=None, optionflags=0):
    return 0, 0
