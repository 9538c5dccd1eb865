class Base:
    kind = "base"
    items: list = []
    count: int

    def __init__(self, x):
        self.x = x

    def hello(self):
        return f"{type(self).__name__} {self.x}"


class Child(Base):
    """Doc of child."""

    def __init__(self, x, y):
        super().__init__(x)
        self.y = y

    def hello(self):
        return super().hello() + f" {self.y}"

    @classmethod
    def make(cls):
        return cls(1, 2)

    @staticmethod
    def plain(a):
        return a * 2

    @property
    def total(self):
        return self.x + self.y

    @total.setter
    def total(self, value):
        self.x = value


c = Child.make()
print(c.hello(), Child.plain(4), c.total, Child.__doc__, Base.__doc__)
c.total = 10
print(c.total, Base.__annotations__, Child.__mro__[1].__name__, Child.__qualname__, Child.__module__)


class Private:
    __secret = 1

    def __init__(self):
        self.__value = 2

    def get(self):
        return self.__value + self.__secret

    def __hidden(self):
        return 3

    def call(self):
        return self.__hidden()


p = Private()
print(p.get(), p.call(), sorted(vars(p)), hasattr(p, "__value"), p._Private__value)


class Meta(type):
    def __new__(mcs, name, bases, ns, **kw):
        cls = super().__new__(mcs, name, bases, ns)
        cls.kw = kw
        return cls

    def __init__(cls, name, bases, ns, **kw):
        super().__init__(name, bases, ns)

    @classmethod
    def __prepare__(mcs, name, bases, **kw):
        return {"prepared": name}

    def __call__(cls, *args):
        made = super().__call__(*args)
        made.called = True
        return made


class WithMeta(metaclass=Meta, flag=1):
    def __init__(self, a=0):
        self.a = a


print(WithMeta.kw, WithMeta.prepared, WithMeta(3).a, WithMeta().called, type(WithMeta).__name__)


class Sub(WithMeta, flag=2):
    pass


print(Sub.kw, type(Sub) is Meta)


class Hook:
    subs = []

    def __init_subclass__(cls, tag=None, **kw):
        super().__init_subclass__(**kw)
        cls.subs.append((cls.__name__, tag))


class H1(Hook, tag="x"):
    pass


class H2(Hook):
    pass


print(Hook.subs)


class Named:
    def __set_name__(self, owner, name):
        self.where = owner.__name__, name

    def __get__(self, obj, owner=None):
        return self.where


class Owner:
    field = Named()


print(Owner.field, Owner().field)


def factory(n):
    class Local:
        value = n

        def get(self):
            return n, __class__.__name__

        class Inner:
            deep = n + 1

    return Local


L = factory(4)
print(L.value, L().get(), L.Inner.deep, L.__qualname__, L.Inner.__qualname__)
x = "global"


class Scope:
    x = "class"
    y = [x for _ in range(2)]
    z = x

    def get(self):
        return x


print(Scope.y, Scope.z, Scope().get())
try:
    class Bad(1):
        pass
except TypeError as e:
    print(type(e).__name__)
try:
    class Dup(Base, Base):
        pass
except TypeError as e:
    print(e)


def deco(cls):
    cls.decorated = True
    return cls


@deco
class D:
    for i in range(3):
        pass
    if i:
        t = "yes"
    del i


print(D.decorated, D.t, hasattr(D, "i"))


class A:
    def who(self):
        return ["A"]


class B(A):
    def who(self):
        return ["B"] + super().who()


class C(A):
    def who(self):
        return ["C"] + super().who()


class E(B, C):
    def who(self):
        return ["E"] + super().who()


print(E().who(), [k.__name__ for k in E.__mro__])
print(isinstance(E(), A), issubclass(E, (int, C)), callable(E), callable(E().who))


class Call:
    def __call__(self, *args, **kw):
        return args, kw

    def __getattr__(self, name):
        return f"<{name}>"

    def __getitem__(self, key):
        return key


k = Call()
print(k(1, a=2), k.anything, k[1:2], k[1, ..., ::3])


class Slots:
    __slots__ = ("a", "b")


s = Slots()
s.a = 1
try:
    s.c = 2
except AttributeError as e:
    print(type(e).__name__, s.a)
try:
    super()
except RuntimeError as e:
    print(e)
