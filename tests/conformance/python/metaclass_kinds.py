class M1(type):
    pass


class M2(M1):
    pass


class M3(type):
    pass


class A(metaclass=M1):
    pass


class B(A, metaclass=M2):
    pass


class C(A):
    pass


print(type(A).__name__, type(B).__name__, type(C).__name__, type(type("D", (B, C), {})).__name__)
try:
    class E(A, metaclass=M3):
        pass
except TypeError as error:
    print(str(error)[:18])


def make(name, bases, space):
    print("function", name, sorted(k for k in space if k[0] != "_"))
    return type(name, bases, {**space, "made": 1})


class F(metaclass=make):
    v = 5


print(F.made, F.v, type(F).__name__)


class Registry(type):
    classes = {}

    def __init__(cls, name, bases, space):
        super().__init__(name, bases, space)
        if bases:
            cls.classes[name.lower()] = cls


class Base(metaclass=Registry):
    pass


class One(Base):
    pass


class Two(One):
    pass


print({k: v.__name__ for k, v in Registry.classes.items()})


class Checks(type):
    def __instancecheck__(cls, x):
        return x == cls.magic

    def __subclasscheck__(cls, other):
        return other.__name__.startswith(cls.__name__)


class Is(metaclass=Checks):
    magic = 5


class Island:
    pass


print(isinstance(5, Is), isinstance("x", Is), issubclass(Island, Is), issubclass(int, Is), isinstance(Is(), Is))


class Single(type):
    def __call__(cls, *a):
        if "_one" not in cls.__dict__:
            cls._one = super().__call__(*a)
        return cls._one


class Conf(metaclass=Single):
    def __init__(self, v):
        self.v = v


print(Conf(1) is Conf(2), Conf(3).v)
print(type.__call__(int, "5"), type(5).__name__, type("N", (), {}).__name__, type(type).__name__)
