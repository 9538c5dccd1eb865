class O:
    def f(self):
        return "O"


class A(O):
    def f(self):
        return "A" + super().f()


class B(O):
    def f(self):
        return "B" + super().f()


class C(A, B):
    def f(self):
        return "C" + super().f()


class D(B):
    pass


class E(C, D):
    pass


for cls in (C, D, E):
    print([c.__name__ for c in cls.__mro__], cls().f())
try:
    class X(O, A):
        pass
except TypeError as error:
    print(str(error).splitlines()[0])
try:
    class Y(A, A):
        pass
except TypeError as error:
    print(error)
try:
    Z = type("Z", (type("P", (A, B), {}), type("Q", (B, A), {})), {})
except TypeError as error:
    print(type(error).__name__)
print(super(A, E()).f(), super(C, E()).f(), A.f(E()), E.mro() == list(E.__mro__))
print(E.__bases__, O.__subclasses__(), E.__base__)
print(issubclass(E, (int, D)), isinstance(E(), O), C.__mro__.index(B))
