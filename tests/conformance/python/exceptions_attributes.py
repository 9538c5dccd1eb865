for error in (ValueError(), ValueError("a"), ValueError("a", 1), KeyError("k"), KeyError(1, 2), OSError(2, "no file", "f.txt"), StopIteration(5), SystemExit(3), ImportError("m", name="n", path="p"), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"), AttributeError("x", name="n", obj=5), NameError("q", name="z")):
    print(type(error).__name__, error, repr(error), error.args)
print(type(OSError(2, "x")).__name__, OSError(13, "p").errno, OSError(2, "no", "f").filename, StopIteration(5).value, SystemExit(3).code, ImportError("m", name="n").name, AttributeError("x", name="n").name)
print([c.__name__ for c in ZeroDivisionError.__mro__], issubclass(KeyError, LookupError), issubclass(FileNotFoundError, OSError), IOError is OSError, issubclass(KeyboardInterrupt, Exception), issubclass(RecursionError, RuntimeError))
e = ValueError("x")
e.extra = 1
e.add_note("note 1")
e.add_note("note 2")
print(e.extra, e.__notes__, e.__cause__, e.__context__, e.__traceback__, e.__suppress_context__, e == ValueError("x"), e == e)
e.args = ("new", 2)
print(e, e.args)


class Own(Exception):
    def __init__(self, code, *, detail=None):
        self.code, self.detail = code, detail


class Sub(Own, KeyError):
    pass


try:
    raise Own(5, detail="d")
except Own as error:
    print(error.args, error.code, error.detail, repr(error), str(error))
try:
    raise Sub(1)
except LookupError as error:
    print(type(error).__name__, error.code)
try:
    raise Own
except TypeError as error:
    print(error)
def deep(n):
    return deep(n + 1)
try:
    deep(0)
except RecursionError as error:
    print(error)
try:
    raise ValueError("with tb")
except ValueError as error:
    print(error.__traceback__ is not None, error.with_traceback(None).__traceback__)
