import contextlib
import unittest


def requires_working_threading(*, module=False):
    return unittest.skip("threads run one after the other")


def reap_threads(function):
    return function


def setUpModule():
    pass


tearDownModule = setUpModule


def threading_setup():
    return ()


def threading_cleanup(*values):
    pass


@contextlib.contextmanager
def start_threads(threads, unlock=None):
    raise unittest.SkipTest("threads run one after the other")
    yield


def join_thread(thread, timeout=None):
    thread.join(timeout)
