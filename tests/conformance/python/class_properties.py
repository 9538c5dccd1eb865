class Temperature:
    def __init__(self):
        self._c = 0

    @property
    def celsius(self):
        """Degrees."""
        return self._c

    @celsius.setter
    def celsius(self, value):
        if value < -273:
            raise ValueError("too cold")
        self._c = value

    @celsius.deleter
    def celsius(self):
        print("deleted")
        self._c = None

    @property
    def fahrenheit(self):
        return self._c * 9 / 5 + 32


t = Temperature()
t.celsius = 100
print(t.celsius, t.fahrenheit, Temperature.celsius.__doc__)
del t.celsius
print(t.celsius)
for name in ["set", "del", "cold"]:
    try:
        if name == "set":
            t.fahrenheit = 3
        elif name == "del":
            del t.fahrenheit
        else:
            t.celsius = -300
    except (AttributeError, ValueError) as error:
        print(type(error).__name__, error)


class Sub(Temperature):
    @Temperature.celsius.getter
    def celsius(self):
        return "sub"


print(Sub().celsius)


class Made:
    x = property(lambda self: 5, doc="five")
    y = property(fset=lambda self, v: print("set y", v))


m = Made()
print(m.x, Made.x.__doc__, Made.x.fset)
m.y = 2
try:
    m.y
except AttributeError as error:
    print(error)


class Lazy(property):
    def __get__(self, instance, owner):
        if instance is None:
            return self
        return ("lazy", super().__get__(instance, owner))


class Uses:
    @Lazy
    def value(self):
        return 3


print(Uses().value, type(Uses.value).__name__)


class Methods:
    n = 0

    @staticmethod
    def add(a, b=1):
        return a + b

    @classmethod
    def make(cls, n):
        made = cls()
        made.n = n
        return made

    @classmethod
    @property
    def label(cls):
        return cls.__name__


class SubMethods(Methods):
    pass


print(Methods.add(1), Methods().add(1, 2), type(SubMethods.make(3)).__name__, SubMethods.make(3).n, SubMethods.label)
print(Methods.__dict__["add"].__func__(5), Methods.make.__self__ is Methods, Methods.make.__func__.__name__)
s = staticmethod(len)
print(s([1, 2]), s.__name__, s.__wrapped__ is len)
