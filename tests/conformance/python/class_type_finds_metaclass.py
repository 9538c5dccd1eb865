# type() calls the metaclass of the bases.
class Meta(type):
    def __new__(mcs, name, bases, space):
        print("new", name)
        return super().__new__(mcs, name, bases, space)

    def __init__(cls, name, bases, space):
        print("init", name)
        super().__init__(name, bases, space)


class A(metaclass=Meta):
    pass


B = type("B", (A,), {"x": 1})
print(type(B).__name__, B.x, B.__mro__ == (B, A, object))


class Sub(Meta):
    pass


C = Meta("C", (), {})
D = Sub("D", (C, B), {})
print(type(D).__name__, [c.__name__ for c in D.__mro__])
