import unittest


def assert_python_ok(*args, **kwargs):
    raise unittest.SkipTest("no processes")


assert_python_failure = run_python_until_end = spawn_python = kill_python = make_script = assert_python_ok
