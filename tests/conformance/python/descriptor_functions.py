class C:
    def m(self, x=1):
        return self, x

    def __repr__(self):
        return "c"


def free(self):
    return ("free", self)


c = C()
print(C.m(5), c.m(2), C.m.__get__(c, C)(3), C.m.__get__(None, C) is C.m, free.__get__(7)())
c.f = free
C.g = free
try:
    c.f()
except TypeError as error:
    print(error)
print(c.g(), c.m.__self__ is c, c.m.__func__ is C.m, c.m == c.m, c.m is c.m, hash(c.m) == hash(c.m))
b = c.m
c = None
print(b(4), b.__name__, b.__qualname__)
print(type(C.__dict__["m"]).__name__, type(C().m).__name__, type(len).__name__, type([].append).__name__, type(str.join).__name__)
print(str.upper("a"), list(map(str.strip, [" a ", "b "])), [].__len__(), (5).__add__(3), int.__add__(1, 2), "a".__eq__("a"))
sm, cm = staticmethod(free), classmethod(free)
print(sm.__get__(1, int)(2), cm.__get__(1, int)(), sm.__func__ is free, sm(3))
D = type("D", (), {"sm": sm, "cm": cm, "lam": lambda self: 9, "const": len})
print(D.sm(1), D().cm()[1].__name__, D().lam(), D().const([1, 2]))
try:
    str.upper(5)
except TypeError as error:
    print(error)
try:
    C.m()
except TypeError as error:
    print(error)
