"""Temporary files and folders with unique names, removed when they are closed."""

import os

tempdir = None
template = "tmp"


def gettempdir():
    return tempdir or os.environ.get("TMPDIR") or "/tmp"


# An unused path made of random letters.
def _fresh(suffix, prefix, dir):
    letters = "abcdefghijklmnopqrstuvwxyz0123456789_"
    while True:
        name = "".join(letters[byte % len(letters)] for byte in os.urandom(8))
        path = os.path.abspath(os.path.join(dir or gettempdir(), (prefix or template) + name + (suffix or "")))
        if not os.path.lexists(path):
            return path


def mkdtemp(suffix=None, prefix=None, dir=None):
    path = _fresh(suffix, prefix, dir)
    os.mkdir(path)
    return path


def mktemp(suffix="", prefix=template, dir=None):
    return _fresh(suffix, prefix, dir)


class TemporaryDirectory:
    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False):
        self.name = mkdtemp(suffix, prefix, dir)

    def __repr__(self):
        return f"<TemporaryDirectory {self.name!r}>"

    def __enter__(self):
        return self.name

    def __exit__(self, *exc_info):
        self.cleanup()

    def cleanup(self):
        from shutil import rmtree
        rmtree(self.name, ignore_errors=True)


class _TemporaryFile:
    def __init__(self, file, delete):
        self.file = file
        self.name = file.name
        self.delete = delete

    def __getattr__(self, name):
        return getattr(self.file, name)

    def __iter__(self):
        return iter(self.file)

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self.close()

    def close(self):
        if self.file.closed:
            return
        self.file.close()
        if self.delete and os.path.exists(self.name):
            os.remove(self.name)


def NamedTemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None,
                       delete=True, *, errors=None):
    path = _fresh(suffix, prefix, dir)
    return _TemporaryFile(open(path, mode, buffering, encoding, errors, newline), delete)


TemporaryFile = NamedTemporaryFile
