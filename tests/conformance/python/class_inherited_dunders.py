d = {}
dict.__setitem__(d, "k", 1)
print(d, dict.__getitem__(d, "k"), dict.__contains__(d, "k"), list.__len__([1, 2]), int.__add__(1, 2), int.__add__(1, "a"))
print(str.__eq__("a", "a"), object.__eq__(1, 1), object.__eq__(1, 2), object.__ne__(1, 2), int.__lt__(1, 2))
print((5).__sub__(3), (5).__rsub__(3), "a".__add__("b"), [1].__iadd__([2]), (1).__bool__(), "x".__len__(), (2).__pow__(3))
print([1, 2].__contains__(1), (1, 2).__getitem__(0), {1: 2}.__len__(), next([1, 2].__iter__()), "abc".__hash__() == hash("abc"))
for cls, names in [(int, ["__add__", "__len__", "__index__", "__matmul__", "__iadd__", "__bool__", "__hash__"]),
                   (list, ["__add__", "__sub__", "__iadd__", "__getitem__", "__setitem__", "__delitem__", "__hash__"]),
                   (str, ["__mod__", "__rmod__", "__mul__", "__rmul__", "__radd__", "__iter__", "__next__", "__call__"]),
                   (dict, ["__or__", "__ior__", "__add__", "__reversed__", "__missing__", "__eq__", "__lt__"]),
                   (tuple, ["__add__", "__setitem__", "__iadd__", "__hash__"]), (set, ["__and__", "__isub__", "__add__"]),
                   (object, ["__init__", "__new__", "__call__", "__setattr__", "__dict__", "__class__", "__iter__"])]:
    print(cls.__name__, [hasattr(cls, name) for name in names], cls.__hash__ is None)


class D(dict):
    def __setitem__(self, key, value):
        print("set", key)
        super().__setitem__(key, value * 2)

    def __repr__(self):
        return "D" + super().__repr__()

    def __missing__(self, key):
        return "missing " + key

    def __contains__(self, key):
        return True


x = D(a=1)
x["b"] = 2
print(x, x["zz"], "q" in x, x.get("zz"), len(x), x == {"a": 1, "b": 4})


class L(list):
    def append(self, value):
        super().append(value + 1)

    def __getitem__(self, i):
        return ("item", super().__getitem__(i))


y = L([1, 2])
y.append(5)
print(y, y[0], len(y), y == [1, 2, 6], list.__repr__(y), type(y[1:]))
print(int.__repr__(True), object.__repr__(y).startswith("<__main__.L object at"), str(super(L, y).__len__()))


class S(set):
    def add(self, v):
        super().add(v)
        return self


print(sorted(S().add(1).add(2)), S([1]) | {2}, type(S([1]) | {2}).__name__)


class T(tuple):
    def __new__(cls, *items):
        return super().__new__(cls, items)

    def __init__(self, *items):
        self.extra = len(items)


t = T(1, 2)
print(t, t.extra, t + (3,), type(t + (3,)).__name__, t == (1, 2), hash(t) == hash((1, 2)))
for bad in [lambda: list.append(3, 4), lambda: int.__add__("a", 1), lambda: list.__len__(), lambda: str.upper(3),
            lambda: (1).__add__(), lambda: [].append(), lambda: [].append(1, 2), lambda: [].append(x=1), lambda: len(),
            lambda: len([], []), lambda: [].pop(1, 2), lambda: isinstance(1), lambda: {}.get(), lambda: print(x=1),
            lambda: sorted(), lambda: [].clear(1)]:
    try:
        print(bad())
    except TypeError as error:
        print(error)
