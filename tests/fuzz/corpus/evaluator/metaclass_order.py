class Meta(type):
    @classmethod
    def __prepare__(mcs, name, bases, **kw):
        print("prepare", name, kw)
        return {"prepared": True}

    def __new__(mcs, name, bases, space, **kw):
        print("new", name, [k for k in space if not k.startswith("__")])
        return super().__new__(mcs, name, bases, space)

    def __init__(cls, name, bases, space, **kw):
        print("init", name, sorted(kw))
        super().__init__(name, bases, space)

    def __call__(cls, *args):
        print("call", cls.__name__, args)
        return super().__call__(*args)

    def __repr__(cls):
        return f"<{cls.__name__}>"

    def __len__(cls):
        return 7

    def __getattr__(cls, name):
        return f"meta {name}"

    def __iter__(cls):
        return iter("abc")

    def __contains__(cls, x):
        return x == 1

    @property
    def p(cls):
        return cls.__name__ + ".p"


class A(metaclass=Meta, option=1):
    x = 1
    print("body", prepared)

    def __new__(cls, *args):
        print("A.new", args)
        return super().__new__(cls)

    def __init__(self, *args):
        print("A.init", args)


class B(A):
    y = 2


a = A(1, 2)
print(A, len(A), A.unknown, list(B), 1 in A, A.p, type(B) is Meta, B.x, bool(A))
try:
    a.unknown
except AttributeError as error:
    print(error)
try:
    a.p
except AttributeError as error:
    print(error)
C = Meta("C", (B,), {"z": 3})
print(C, C.z, C.__mro__)
