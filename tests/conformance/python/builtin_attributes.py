class A:
    x = 1

    def f(self):
        return "f"


a = A()
setattr(a, "y", 2)
print(getattr(a, "y"), getattr(a, "z", None), hasattr(a, "x"), hasattr(a, "nope"), a.__dict__, vars(a) is a.__dict__)
delattr(a, "y")
print(hasattr(a, "y"), [n for n in dir(a) if not n.startswith("_")], "__init__" in dir(a), "x" in dir(A))
for bad in [lambda: getattr(a, "nope"), lambda: getattr(a, 3), lambda: setattr(a, 3, 4), lambda: delattr(a, "nope"), lambda: vars(3),
            lambda: getattr(a), lambda: setattr(a, "x"), lambda: hasattr(a, 3), lambda: delattr(A, "nope"), lambda: getattr(3, "x"),
            lambda: isinstance(3, 4), lambda: issubclass(3, int), lambda: issubclass(int, 3), lambda: isinstance(3, (int, "a")) and isinstance(3, ("a", int)),
            lambda: isinstance([], list[int])]:
    try:
        print(bad())
    except (TypeError, AttributeError) as error:
        print(type(error).__name__, error)
print(callable(len), callable(A), callable(a), callable(a.f), callable(3), callable(lambda: 0), callable(int))
print(isinstance(3, int | str), isinstance(None, int | None), issubclass(bool, int | str), isinstance([], (str, (int, list))))
print(id(a) == id(a), id(a) != id(A()), id(None) == id(None), id(A) == id(A))
print(repr("a'b"), repr('a"b'), repr("\n\t\\"), ascii("é😀a"), repr(b"a\x00"), repr(None), repr(...), repr(1.0), repr(int))
print(format(3.14159, ".2f"), format(255, "x"), format("a", ">3"), format(True), format(None), format([1]))
f = A.f
print(f.__name__, f.__qualname__, f.__module__, f.__doc__, f.__defaults__, f.__kwdefaults__, f.__dict__)
print(a.f.__self__ is a, a.f.__func__ is A.f, a.f.__name__, a.f == a.f, a.f is a.f, hash(a.f) == hash(a.f), A().f == a.f)
a.f.__func__.tag = "t"
print(a.f.tag, A.f.tag)
try:
    a.f.other = 1
except AttributeError as error:
    print(error)
print("f" in vars(A), vars(A)["x"], len.__name__, len.__qualname__, len.__module__, [].append.__name__, list.append.__qualname__)
print(repr(len), repr(list.append), repr(int.__add__), repr([].append)[:39], repr((1).__add__)[:37])
print(str(A.f)[:16], str(a.f)[:16], A.f.__get__(a)() == "f", A.f.__get__(None, A) is A.f)
n = 3
print("n" in globals(), globals()["n"], type(globals()).__name__, __name__)


def local(p, q=2):
    r = 3
    return sorted(locals().items())


print(local(1))
globals()["made"] = 5
print(made)
