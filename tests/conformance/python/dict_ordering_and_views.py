d = {}
for k in "cab":
    d[k] = ord(k)
d["c"] = 0
del d["a"]
d["a"] = 1
print(list(d), d, list(d.items())[-1], next(iter(d)), next(reversed(d)), d.popitem())
ks, vs, it = d.keys(), d.values(), d.items()
d["n"] = 5
print(list(ks), list(vs), list(it), len(ks), 5 in vs, ("n", 5) in it, ("n", 6) in it, "n" in ks)
print(sorted(ks & {"c", "x"}), sorted(ks | {"x"}), sorted(ks - {"c"}), sorted(ks ^ {"c", "x"}), ks == {"c", "b", "n"}, ks <= {"c", "b", "n", "z"}, it == d.items(), list(reversed(vs)))
print(repr(ks), repr(vs), repr(it), type(ks).__name__, {1: 2}.keys() == {1}, dict(b=1, a=2) == dict(a=2, b=1), list(dict(b=1, a=2)))
m = {"x": 1} | {"y": 2, "x": 3}
print(m, {**m, "x": 0}, {"x": 9, **m}, dict(m, z=1), [*m], (*m.values(),), {v: k for k, v in m.items()}, max(m.values()), sum(m.values()))
m.update(x=5, **{"w": 6})
print(m, m.setdefault("new", []), m["new"].append(1), m, m.pop("new"), m.get("new"))
try:
    ks.mapping["q"] = 1
except TypeError as error:
    print(error)
for f in (lambda: hash(ks), lambda: ks[0], lambda: iter(ks).__next__() + 1, lambda: {}.keys().x, lambda: ks + ks):
    try:
        print(f())
    except (TypeError, AttributeError) as error:
        print(error)
nested = {}
for path, v in [("a.b.c", 1), ("a.b.d", 2), ("a.e", 3)]:
    at = nested
    *init, last = path.split(".")
    for part in init:
        at = at.setdefault(part, {})
    at[last] = v
print(nested)
big = {i: i * i for i in range(1000)}
for i in range(0, 1000, 2):
    del big[i]
print(len(big), list(big)[:3], big.get(500), big[501], sum(big) == sum(range(1, 1000, 2)))
