class A:
    x = "A.x"

    @property
    def p(self):
        return "A.p"

    @classmethod
    def c(cls):
        return "A.c " + cls.__name__

    @staticmethod
    def s():
        return "A.s"

    def __getitem__(self, i):
        return i

    def __repr__(self):
        return "A()"


class B(A):
    x = "B.x"

    @property
    def p(self):
        return "B.p " + super().p

    @classmethod
    def c(cls):
        return "B.c " + super().c()

    def s(self):
        return super().s() + super().x + str(super().__getitem__(3))

    def __repr__(self):
        return "B" + super().__repr__()


b = B()
print(b.p, B.c(), b.c(), b.s(), b)
s = super(B, b)
print(s.x, s.p, s.c(), s.__thisclass__.__name__, s.__self_class__.__name__, s.__self__ is b)
print(super(B, B).c(), type(super(B, B).p).__name__)
for f in (lambda: s.missing, lambda: s[0], lambda: super(B, A()), lambda: super(5, b)):
    try:
        print(f())
    except (AttributeError, TypeError) as error:
        print(type(error).__name__, error)


def no_class(self):
    return super().x


try:
    no_class(b)
except RuntimeError as error:
    print(error)


class C(B):
    def s(self):
        self = 5
        return super(C, b2).s()

    def nested(self):
        return [super(C, self).x for _ in range(1)], (lambda: super(C, self).p)()


b2 = C()
print(b2.s(), b2.nested())
