class Plugin:
    known = {}

    def __init_subclass__(cls, /, key=None, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.known[key or cls.__name__] = cls


class One(Plugin, key="1"):
    pass


class Two(Plugin):
    pass


class Three(Two, key="3"):
    pass


print({k: v.__name__ for k, v in Plugin.known.items()})


class Name:
    def __set_name__(self, owner, name):
        self.where = (owner.__name__, name)


class Holder:
    a = Name()
    b = c = Name()


print(Holder.a.where, Holder.b.where, Holder.b is Holder.c)
n = Name()
Holder.late = n
print(hasattr(n, "where"))
print(type("Dyn", (Holder,), {"z": Name()}).z.where)


class Boom:
    def __set_name__(self, owner, name):
        raise ValueError("no")


try:
    class Bad:
        x = Boom()
except (RuntimeError, ValueError) as error:
    print(type(error).__name__)


class Getitem:
    def __class_getitem__(cls, item):
        return f"{cls.__name__}[{item}]"


class Child(Getitem):
    pass


print(Getitem[int], Child["x", 1])
try:
    class Wrong(Holder, flag=True):
        pass
except TypeError as error:
    print(error)


class Base:
    def __init_subclass__(cls):
        cls.order = getattr(cls, "order", ()) + (cls.__name__,)


class X(Base): pass
class Y(X): pass
class Z(Y, Base): pass


print(X.order, Y.order, Z.order)
