class T:
    def __bool__(self):
        return False


class L:
    def __len__(self):
        return 0


class Bad:
    def __bool__(self):
        return 3

    def __len__(self):
        return -1

    def __str__(self):
        return 3

    def __repr__(self):
        return None

    def __hash__(self):
        return "x"

    def __index__(self):
        return "i"

    def __iter__(self):
        return 3

    def __init__(self):
        return None


print(bool(T()), bool(L()), bool(object()), not T(), T() or "or", bool(L() and "and"))
for f in [bool, len, str, repr, hash, iter, lambda b: [1][b], lambda b: range(b), lambda b: f"{b}",
          lambda b: "%s" % b, lambda b: list(b), lambda b: b()]:
    try:
        print(f(Bad()))
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)


class InitReturns:
    def __init__(self):
        return 5


class NoArgs:
    pass


class WithNew:
    def __new__(cls, a):
        self = super().__new__(cls)
        self.a = a
        return self


class Other:
    def __new__(cls):
        return 3

    def __init__(self):
        print("not reached")


print(WithNew(4).a, Other())
for f in [InitReturns, lambda: NoArgs(1), lambda: NoArgs(x=1), lambda: WithNew(), lambda: object(1),
          lambda: object.__new__(3), lambda: object.__new__(int), lambda: int.__new__(str), lambda: NoArgs().__init__(3)]:
    try:
        print(f())
    except TypeError as error:
        print(error)


class Fmt:
    def __format__(self, spec):
        return f"<{spec}>"

    def __str__(self):
        return "str"

    def __repr__(self):
        return "repr"


print(f"{Fmt()} {Fmt():abc} {Fmt()!s} {Fmt()!r} {Fmt()!s:>5}", format(Fmt(), "q"), format(Fmt()), "{:z}".format(Fmt()))
try:
    format(object(), "x")
except TypeError as error:
    print(error)
print(str(NoArgs()).startswith("<__main__.NoArgs object at 0x"), repr(object())[:18], str(NoArgs))


class OnlyRepr:
    def __repr__(self):
        return "only"


print(str(OnlyRepr()), f"{OnlyRepr()}", [OnlyRepr()], "%s %r" % (OnlyRepr(), OnlyRepr()))


class SubStr(str):
    def __repr__(self):
        return "R" + super().__repr__()

    def __str__(self):
        return "S"


print(SubStr("a"), [SubStr("a")], str(SubStr("b")), SubStr("x") + "y", len(SubStr("abc")), f"{SubStr('q')}")


class SubInt(int):
    def __repr__(self):
        return "SubInt!"

    def __add__(self, other):
        return SubInt(int(self) + other)


i = SubInt(4)
print(i, i + 1, type(i + 1).__name__, i * 2, type(i * 2).__name__, 1 + i, f"{i:03d}", i == 4, {4: "x"}[i])
