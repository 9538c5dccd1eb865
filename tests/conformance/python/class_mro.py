class O: pass
class A(O): pass
class B(O): pass
class C(A, B): pass
class D(B): pass
class E(C, D): pass


print([c.__name__ for c in E.__mro__])
print([c.__name__ for c in C.mro()], C.__bases__ == (A, B), C.__base__.__name__)
try:
    class F(A, O, B): pass
    print([c.__name__ for c in F.__mro__])
    class G(O, A): pass
except TypeError as error:
    print(error)
try:
    class H(A, A): pass
except TypeError as error:
    print(error)
try:
    class I(bool): pass
except TypeError as error:
    print(error)
try:
    class J(int, str): pass
except TypeError as error:
    print(error)
try:
    class K(3): pass
except TypeError as error:
    print("TypeError")


class Base:
    def who(self):
        return ["Base"]


class Left(Base):
    def who(self):
        return ["Left"] + super().who()


class Right(Base):
    def who(self):
        return ["Right"] + super().who()


class Both(Left, Right):
    def who(self):
        return ["Both"] + super().who()


print(Both().who())
print(super(Left, Both()).who(), super(Left, Both).who(Both()))
print(sorted(c.__name__ for c in Base.__subclasses__()))
print(issubclass(Both, Right), issubclass(Left, Right), issubclass(Both, (int, Base)))
print(isinstance(Both(), Base), isinstance(3, (str, int)), isinstance(True, int))


class L(list):
    def __len__(self):
        return 99


class M(L):
    pass


print(len(M([1])), list(M([1, 2])), M.__mro__)
Base.who = lambda self: ["patched"]
print(Both().who())
Base.extra = 5
print(Both.extra, Both().extra)
del Base.extra
print(hasattr(Both, "extra"))
