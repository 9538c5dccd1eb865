import unittest

TESTFN = "@test_file"


class FakePath:
    def __init__(self, path):
        self.path = path

    def __fspath__(self):
        if isinstance(self.path, BaseException) or isinstance(self.path, type):
            raise self.path
        return self.path


class EnvironmentVarGuard:
    def __enter__(self):
        raise unittest.SkipTest("no environment")

    def __exit__(self, *exc):
        pass


def unlink(path):
    pass


rmtree = rmdir = unlink


def temp_dir(*args, **kwargs):
    raise unittest.SkipTest("no files")


temp_cwd = change_cwd = create_empty_file = temp_dir
