class A:
    name = "A"

    def __init__(self, **kw):
        self.log = ["A"]
        self.kw = kw

    @classmethod
    def make(cls):
        return ["A", cls.__name__]

    @staticmethod
    def s():
        return "A.s"

    @property
    def p(self):
        return "A.p"

    def __repr__(self):
        return "A()"


class B(A):
    name = "B"

    def __init__(self, b=1, **kw):
        super().__init__(**kw)
        self.log.append("B")

    @classmethod
    def make(cls):
        return super().make() + ["B"]

    @staticmethod
    def s():
        return super(B, B).s() + " B.s"

    @property
    def p(self):
        return super().p + " B.p"

    def cell(self):
        return [super(B, self).name for _ in range(2)], (lambda: super().name if False else __class__.__name__)()

    def __repr__(self):
        return "B" + super().__repr__()

    def captured(self):
        def inner():
            return self
        return super().name, inner() is self

    def generator(self):
        yield super().name


class C(B):
    def __init__(self, c=2, **kw):
        super().__init__(**kw)
        self.log.append("C")


c = C(c=1, b=2, extra=3)
print(c.log, c.kw, C.make(), C.s(), c.p, c.cell(), c, c.captured(), list(c.generator()))
print(super(B, c).name, super(B, C).name, super(B, c).__init__.__func__ is A.__init__, super(C, c).p)
print(type(super(B, c)).__name__, super(B, c).__thisclass__ is B, super(B, c).__self__ is c, super(B, c).__self_class__ is C)
for bad in [lambda: super(), lambda: super(int, "a"), lambda: super(3, 4), lambda: super(B, c).nope]:
    try:
        print(bad())
    except (RuntimeError, TypeError, AttributeError) as error:
        print(type(error).__name__, error)


def late(self):
    return super(B, self).name


B.late = late
print(c.late())


class Setter(A):
    def __setattr__(self, name, value):
        super().__setattr__(name, (name, value))

    def __getattribute__(self, name):
        if name == "magic":
            return "magic"
        return super().__getattribute__(name)


s = Setter()
s.v = 1
print(s.v, s.magic, s.log)


class Root:
    def __new__(cls, *args, **kw):
        self = super().__new__(cls)
        self.made = cls.__name__
        return self


class Leaf(Root):
    def __init__(self, v):
        super().__init__()
        self.v = v


print(Leaf(3).v, Leaf(3).made)
