class Meta(type):
    def __new__(mcs, name, bases, space, **keywords):
        print("new", name, [b.__name__ for b in bases], sorted(k for k in space if not k.startswith("__")), keywords)
        cls = super().__new__(mcs, name, bases, space)
        cls.added = name.lower()
        return cls

    def __init__(cls, name, bases, space, **keywords):
        print("init", name, keywords)
        super().__init__(name, bases, space)

    def __call__(cls, *args, **kwargs):
        print("call", cls.__name__, args, kwargs)
        return super().__call__(*args, **kwargs)

    def __len__(cls):
        return 7

    def __iter__(cls):
        return iter("xyz")

    def __contains__(cls, item):
        return item == 5

    def __getitem__(cls, item):
        return (cls.__name__, item)

    def __repr__(cls):
        return f"<{cls.__name__}!>"

    @property
    def shout(cls):
        return cls.__name__.upper()

    def method(cls):
        return "of " + cls.__name__


class A(metaclass=Meta):
    x = 1

    def __init__(self, v=0):
        self.v = v


class B(A, flag=True):
    y = 2


b = B(v=4)
print(b.v, B.added, A.shout, B.method(), len(B), list(A), 5 in A, 6 in A, B["k"], A, [B])
print(type(B) is Meta, isinstance(B, Meta), type(b).__name__)
try:
    b.method()
except AttributeError as error:
    print(error)


class Other(type):
    pass


try:
    class C(A, metaclass=Other):
        pass
except TypeError as error:
    print(error)


class Singleton(type):
    instances = {}

    def __call__(cls, *args):
        if cls not in cls.instances:
            cls.instances[cls] = super().__call__(*args)
        return cls.instances[cls]


class One(metaclass=Singleton):
    pass


print(One() is One())


class Checks(type):
    def __instancecheck__(cls, instance):
        return instance == 3

    def __subclasscheck__(cls, other):
        return other is int


class Three(metaclass=Checks):
    pass


print(isinstance(3, Three), isinstance(4, Three), issubclass(int, Three), issubclass(str, Three))


class Prepared(type):
    @classmethod
    def __prepare__(mcs, name, bases, **kw):
        return {"prepared": name}


class P(metaclass=Prepared):
    seen = prepared


print(P.seen, P.prepared)
