from collections import OrderedDict

d = OrderedDict([("a", 1), ("b", 2), ("c", 3)])
print(d, OrderedDict(), repr(OrderedDict(x=1)))
d.move_to_end("a")
print(list(d))
d.move_to_end("c", last=False)
print(list(d.items()), list(reversed(d)))
print(d.popitem(), d.popitem(last=False), d)
d["z"] = 26
d.update(y=25)
print(d, d.pop("z"), d.pop("none", 0), d.setdefault("w", 5), d)
print(OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1), OrderedDict(a=1, b=2) == dict(b=2, a=1))
print(OrderedDict(a=1) != OrderedDict(a=1), OrderedDict.fromkeys("ab", 0), d.copy() == d, type(d.copy()).__name__)
print(OrderedDict(a=1) | {"b": 2}, {"b": 2} | OrderedDict(a=1), isinstance(d, dict))
d.clear()
for bad in (lambda: d.popitem(), lambda: d.move_to_end("q"), lambda: d["q"]):
    try:
        bad()
    except KeyError as error:
        print(type(error).__name__)


class Named(OrderedDict):
    pass


print(Named(a=1), Named(a=1).copy())
