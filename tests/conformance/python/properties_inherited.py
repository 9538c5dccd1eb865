class Base:
    def __init__(self):
        self._v = 1

    @property
    def v(self):
        return self._v

    @v.setter
    def v(self, x):
        self._v = x

    @property
    def template(self):
        return f"<{self.part}>"

    @property
    def part(self):
        return "base"

    total = property(lambda self: self.v * 10)


class A(Base):
    @property
    def part(self):
        return "A" + super().part

    @Base.v.setter
    def v(self, x):
        Base.v.fset(self, x * 2)


class B(A):
    part = "plain"
    v = 99


a, b = A(), B()
a.v = 5
print(a.v, a.total, a.template, b.v, b.template, b.total)
b.v = 7
print(b.v, vars(b), type(B.__dict__["v"]).__name__)


class Mixin:
    @property
    def both(self):
        return ("mixin",) + super().both


class Root:
    both = ("root",)


class M(Mixin, Root):
    pass


print(M().both)


class Cls:
    _n = 0

    @classmethod
    @property
    def n(cls):
        return cls.__name__


print(Cls.n, Cls().n)


class Validated:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, owner=None):
        return self if obj is None else obj.__dict__.get(self.name, 0)

    def __set__(self, obj, value):
        self.check(value)
        obj.__dict__[self.name] = value


class Positive(Validated):
    def check(self, value):
        if value < 0:
            raise ValueError(f"{self.name} < 0")


class Order:
    price = Positive()
    count = Positive()

    def __init__(self, price, count):
        self.price, self.count = price, count

    @property
    def total(self):
        return self.price * self.count


print(Order(3, 4).total, vars(Order(1, 2)), isinstance(Order.price, Positive))
try:
    Order(-1, 1)
except ValueError as error:
    print(error)
