class Data:
    def __set_name__(self, owner, name):
        print("named", owner.__name__, name)
        self.name = name

    def __get__(self, instance, owner=None):
        return (self.name, instance and instance.__dict__.get("_" + self.name), owner.__name__)

    def __set__(self, instance, value):
        instance.__dict__["_" + self.name] = value

    def __delete__(self, instance):
        del instance.__dict__["_" + self.name]


class NonData:
    def __get__(self, instance, owner):
        return "computed"


class SetOnly:
    def __set__(self, instance, value):
        instance.__dict__["so"] = value * 2


class C:
    d = Data()
    n = NonData()
    so = SetOnly()


c = C()
print(c.d, C.d[2], c.n)
c.d = 5
c.n = "own"
c.so = 4
print(c.d, c.n, C.n, c.so, sorted(c.__dict__))
c.__dict__["d"] = "hidden"
print(c.d[1])
del c.d, c.n
print(c.d[1], c.n)
try:
    del c.d
except KeyError as error:
    print(error)
try:
    del c.so
except AttributeError as error:
    print(type(error).__name__)


class Typed:
    def __init__(self, kind):
        self.kind = kind

    def __set_name__(self, owner, name):
        self.key = "_" + name

    def __get__(self, instance, owner):
        return self if instance is None else getattr(instance, self.key)

    def __set__(self, instance, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{self.key[1:]} is no {self.kind.__name__}")
        setattr(instance, self.key, value)


class P:
    x = Typed(int)
    y = Typed(str)

    def __init__(self, x, y):
        self.x, self.y = x, y


p = P(1, "a")
print(p.x, p.y, vars(p), type(P.x).__name__)
try:
    p.x = "one"
except TypeError as error:
    print(error)
