print(repr(ValueError("a")), str(ValueError("a")), str(ValueError()), repr(ValueError()), str(ValueError(1, "b")))
print(repr(KeyError("k")), str(KeyError("k")), str(KeyError(1, 2)), ValueError("x").args, str(IndexError(None)))
e = OSError(2, "No such file", "f.txt")
print(type(e).__name__, e, e.errno, e.strerror, e.filename, e.args, repr(e))
print(str(OSError("plain")), OSError("plain").errno, isinstance(e, OSError), IOError is OSError, EnvironmentError is OSError)
print(type(OSError(13, "x")).__name__, type(OSError(17, "x")).__name__, str(PermissionError(13, "denied")))
u = UnicodeDecodeError("utf-8", b"a\xffb", 1, 2, "invalid start byte")
print(u, u.start, u.end, u.encoding, u.object, u.reason)
print(UnicodeEncodeError("ascii", "é", 0, 1, "ordinal not in range(128)"))
print(UnicodeDecodeError("utf-8", b"abc", 0, 2, "bad"))
for make in [lambda: b"\xff".decode(), lambda: "é".encode("ascii"), lambda: int("x"), lambda: [][1], lambda: {}["k"],
             lambda: (1).x, lambda: undefined, lambda: 1 / 0, lambda: 1 // 0, lambda: 1 % 0, lambda: 1.0 / 0,
             lambda: [].remove(1), lambda: (1, 2).index(3), lambda: "abc".index("z"), lambda: next(iter([])),
             lambda: {}.popitem(), lambda: [].pop(), lambda: float("x"), lambda: [1, 2, 3].index(9), lambda: 2 ** -1 + None]:
    try:
        make()
    except Exception as error:
        print(type(error).__name__, "|", error, "|", error.args)
s = StopIteration(5)
print(s.value, StopIteration().value, SystemExit(3).code, SystemExit().code, SystemExit("a", "b").code)
i = ImportError("m", name="n", path="p")
print(i.msg, i.name, i.path, AttributeError("a", name="q", obj=1).name, NameError("n", name="z").name)
try:
    ValueError(x=1)
except TypeError as error:
    print(error)
for cls in [ZeroDivisionError, KeyError, FileNotFoundError, UnicodeDecodeError, RecursionError, NotImplementedError,
            ModuleNotFoundError, StopIteration, KeyboardInterrupt, DeprecationWarning, TabError, ExceptionGroup]:
    print([c.__name__ for c in cls.__mro__])
n = ValueError("noted")
n.add_note("one")
n.add_note("two")
print(n.__notes__, n.with_traceback(None) is n)
try:
    n.add_note(3)
except TypeError as error:
    print(error)
n.custom = 1
print(n.custom, vars(ValueError()), vars(n))
n.args = (1, 2)
print(n, n.args)
