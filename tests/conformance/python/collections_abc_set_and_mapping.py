from collections.abc import Mapping, MutableMapping, MutableSet, Set


class Bits(MutableSet):
    def __init__(self, items=()):
        self.items = []
        for item in items:
            self.add(item)

    def __contains__(self, item):
        return item in self.items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    def add(self, item):
        if item not in self.items:
            self.items.append(item)

    def discard(self, item):
        if item in self.items:
            self.items.remove(item)


class Table(MutableMapping):
    def __init__(self):
        self.rows = {}

    def __getitem__(self, key):
        return self.rows[key]

    def __setitem__(self, key, value):
        self.rows[key] = value

    def __delitem__(self, key):
        del self.rows[key]

    def __iter__(self):
        return iter(self.rows)

    def __len__(self):
        return len(self.rows)


a, b = Bits([1, 2, 3]), Bits([2, 3, 4])
print(list(a | b), list(a & b), list(a - b), list(a ^ b), a <= b, a < Bits([1, 2, 3, 4]), a == {1, 2, 3}, a.isdisjoint([9]))
a |= [7]
a -= b
a ^= [7, 8]
print(list(a), a.pop(), a.remove(8), len(a), list({5, 6} & Bits([5])), list([1] | Bits([2])), a != b, b >= Bits([2]))
t = Table()
t.update({"a": 1}, b=2)
t.update([("c", 3)])
print(dict(t), t.get("a"), t.get("q", 0), "a" in t, list(t.keys()), list(t.values()), list(t.items()), t == {"a": 1, "b": 2, "c": 3})
print(t.pop("a"), t.pop("q", None), t.setdefault("b", 9), t.setdefault("n", 8), t.popitem(), len(t.items()), t.keys() & {"b"}, ("b", 2) in t.items(), 3 in t.values())
t.clear()
for bad in (lambda: t.pop("q"), lambda: t.popitem(), lambda: a.remove("q")):
    try:
        bad()
    except KeyError as error:
        print(type(error).__name__)
print(isinstance(t, Mapping), isinstance(a, Set), isinstance(t.keys(), Set))
