class T:
    def __init__(self):
        self._c = 0

    @property
    def c(self):
        """Celsius."""
        return self._c

    @c.setter
    def c(self, value):
        if value < -273:
            raise ValueError("too cold")
        self._c = value

    @c.deleter
    def c(self):
        print("deleted")
        self._c = None

    f = property(lambda self: self._c * 9 / 5 + 32, doc="Fahrenheit.")


t = T()
t.c = 100
print(t.c, t.f, T.c.__doc__, T.f.__doc__, T.c.fget.__name__, T.f.fset)
for f in (lambda: setattr(t, "f", 1), lambda: setattr(t, "c", -300), lambda: delattr(t, "f")):
    try:
        f()
    except (AttributeError, ValueError) as error:
        print(type(error).__name__, error)
del t.c
print(t.c)


class U(T):
    @T.c.getter
    def c(self):
        return "U" + str(super().c)


u = U()
u.c = 3
print(u.c, U.c is T.c)


class V(T):
    @property
    def c(self):
        return 1


v = V()
try:
    v.c = 2
except AttributeError as error:
    print(error)


class W:
    @property
    def bad(self):
        return self.missing

    def __getattr__(self, name):
        return "fallback " + name


print(W().bad, W().other)


class NoSet:
    x = property()


try:
    NoSet().x
except AttributeError as error:
    print(error)
print(isinstance(T.c, property), callable(T.c))
