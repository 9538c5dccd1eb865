import types

n = types.SimpleNamespace(a=1, b="x")
n.c = [2]
print(n, n.a, n == types.SimpleNamespace(a=1, b="x", c=[2]), n == 3, types.SimpleNamespace())
del n.a
print(n, vars(n))


class Meta(type):
    @classmethod
    def __prepare__(cls, name, bases, **kwds):
        return {"prepared": sorted(kwds.items())}

    def __new__(cls, name, bases, namespace, **kwds):
        return super().__new__(cls, name, bases, namespace)

    def __init__(cls, name, bases, namespace, **kwds):
        super().__init__(name, bases, namespace)


def body(namespace):
    namespace["x"] = 5
    namespace["get"] = lambda self: self.x


C = types.new_class("C", (dict,), {"metaclass": Meta, "option": 1}, body)
print(C.__name__, C().get(), C.prepared, type(C) is Meta, C.__bases__)
D = types.new_class("D", (C,))
print(type(D) is Meta, D().x, D.prepared, types.new_class("E").__mro__ == (types.new_class("E").__mro__[0], object) or "object")


class Entry:
    def __mro_entries__(self, bases):
        return (list,)


F = types.new_class("F", (Entry(),))
print(F.__bases__, len(F.__orig_bases__), types.resolve_bases((int,)), types.prepare_class("G", (C,))[0] is Meta)


class Dynamic:
    @types.DynamicClassAttribute
    def value(self):
        return 3


print(Dynamic().value)
try:
    Dynamic.value
except AttributeError as error:
    print(type(error).__name__)
