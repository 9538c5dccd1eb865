A = type("A", (), {"x": 1, "f": lambda self: self.x + 1})
print(A.__name__, A().f(), A.__bases__, A.__module__, A.__qualname__)
B = type("B", (A,), dict(y=2))
print(B().f(), B.y, isinstance(B(), A), type(B) is type, type(type) is type)
print(type(3), type("s"), type(None), type(...), type(NotImplemented), type(len), type(lambda: 0), type(print))
print(type([].append), type(list.append), type(int.__add__), type((1).__add__), type(A.f), type(A().f))
for args in [(1, 2), ("N", [], {}), (1, (), {}), ("N", (), 3), ("N", (1,), {})]:
    try:
        type(*args)
    except TypeError as error:
        print("TypeError" if args == ("N", (1,), {}) else error)


class Outer:
    """Doc of Outer."""

    class Inner:
        def method(self):
            pass

    def make(self):
        class Local:
            pass
        return Local


print(Outer.__doc__, Outer.Inner.__doc__, Outer.Inner.__qualname__, Outer.Inner.method.__qualname__)
print(Outer().make().__qualname__, Outer().__doc__, Outer.__module__)
Outer.__name__ = "Renamed"
Outer.__doc__ = "new"
print(Outer.__name__, Outer, Outer.__doc__)
try:
    Outer.__name__ = 3
except TypeError as error:
    print(error)
print(Outer.__dict__["make"] is Outer.make, type(Outer.__dict__).__name__, "Inner" in Outer.__dict__)
try:
    Outer.__dict__["z"] = 1
except TypeError as error:
    print(error)


class P:
    kind = "p"


class Q:
    kind = "q"


p = P()
p.own = 1
p.__class__ = Q
print(type(p).__name__, p.kind, p.own, p.__class__ is Q)
try:
    p.__class__ = 3
except TypeError as error:
    print(error)
try:
    (1).__class__ = Q
except TypeError as error:
    print("TypeError")
p.__dict__ = {"other": 2}
print(p.other, hasattr(p, "own"), vars(p))
p.__dict__["third"] = 3
print(p.third, sorted(p.__dict__))


class Annotated:
    x: int
    y: str = "a"


print(Annotated.__annotations__, hasattr(Annotated, "x"), Annotated.y)
print(P.__annotations__)
