d = {"a": 1, "b": 2}
d["c"] = 3
print(d, len(d), d["a"], d.get("z"), d.get("z", 0), "a" in d, "z" not in d)
print(d.setdefault("a", 9), d.setdefault("e", 5), d.pop("a"), d.pop("a", "gone"), d)
print(d.popitem(), d, list(d), list(d.keys()), list(d.values()), list(d.items()))
d.update({"x": 1}, y=2)
d.update([("p", 1), ["q", 2]])
d.update(z=3)
d.update()
print(d)
c = d.copy()
c["new"] = True
print("new" in d, dict.fromkeys("ab"), dict.fromkeys([1, 2], 0))
print(dict(), dict(a=1), dict({"k": 1}, v=2), dict([(1, 2)]), dict(zip("ab", (1, 2))))
d.clear()
print(d, bool(d))
print({"a": 1} | {"b": 2, "a": 3})
e = {"a": 1}
e |= {"b": 2}
e |= [("c", 3)]
print(e, {**e, "d": 4}, {**{}, **e})
print({1: "int", 1.0: "float", True: "bool"}, {"a": 1} == {"a": 1.0}, {"a": 1} != {"a": 2})
print({"a": 1, "b": 2} == {"b": 2, "a": 1}, list(reversed({"a": 1, "b": 2})))


def attempt(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


attempt(lambda: {}["missing"])
attempt(lambda: {}[1, 2])
attempt(lambda: {}.pop("x"))
attempt(lambda: {}.popitem())
attempt(lambda: {[]: 1})
attempt(lambda: {}[{}])
attempt(lambda: dict(5))
attempt(lambda: dict([1]))
attempt(lambda: dict([(1, 2, 3)]))
attempt(lambda: dict("ab"))
attempt(lambda: dict({}, {}))
attempt(lambda: {} < {})
attempt(lambda: {}.update(1, 2))
attempt(lambda: {} | [])


def remove():
    del e["zz"]


attempt(remove)
del e["a"]
print(e)
