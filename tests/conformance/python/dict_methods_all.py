d = {"a": 1, "b": 2, "c": 3}
print(d.get("a"), d.get("z"), d.get("z", 0), d.pop("a"), d.pop("a", None), d.setdefault("b", 9), d.setdefault("q", 9), d)
d.update({"b": 20}, e=5)
d.update([("f", 6), ("g", 7)])
print(d, list(d), list(d.values()), list(d.items()), len(d), "b" in d, d.popitem(), d)
d |= {"z": 1}
print(d | {"a": 0}, {"b": 1} | d == {**{"b": 1}, **d}, list(reversed(d)), dict.fromkeys("ab", 0), dict([(1, 2)], x=3), dict(zip("ab", range(2))))
print(d.keys() & {"b", "z"} == {"b", "z"}, d.keys() - {"b"} == {"c", "q", "e", "f", "z"}, ("b", 20) in d.items(), d.keys() | {"n"} >= d.keys(), d.items() ^ d.items(), d.keys().isdisjoint(["x"]))
k = d.keys()
d["new"] = 1
print(len(k), "new" in k, {1: "a", 1.0: "b", True: "c"}, {(1, 2): 3}[1, 2], sorted({"b": 1, "a": 2}.items(), key=lambda kv: kv[1]), max(d, key=d.get))
for f in (lambda: d["none"], lambda: d.pop("none"), lambda: {}.popitem(), lambda: {[]: 1}, lambda: dict([1]), lambda: dict([(1, 2, 3)]), lambda: {} < {}, lambda: d.update(5), lambda: dict(5)):
    try:
        print(f())
    except (KeyError, TypeError, ValueError) as error:
        print(type(error).__name__, error)
try:
    for key in d:
        d[key + "x"] = 1
except RuntimeError as error:
    print(error)
try:
    for key in d:
        del d[key]
        d[key] = 1
        d.pop("b", None)
except RuntimeError as error:
    print(error)
e = d.copy()
e.clear()
print(e, d == d.copy(), d is d.copy(), {} == [], {"a": [1]} == {"a": [1]}, repr({"a": {}}), str({1: "x", "y": 2.0}), bool({}), {**{}})
a = {}
a["self"] = a
print(a, a["self"]["self"] is a)
class D(dict):
    def __missing__(self, key):
        return key * 2
print(D(a=1)["zz"], D().get("zz"), D(a=1) | {"b": 2}, type(D() | {}).__name__, type(D().copy()).__name__)
