d = {"a": 1, "b": 2, "c": 3}
keys, values, items = d.keys(), d.values(), d.items()
print(keys, values, items, len(keys), len(values))
d["d"] = 4
print(list(keys), list(values), "d" in keys, 4 in values, ("d", 4) in items, ("d", 5) in items, "a" in items)
print(sorted(keys & {"a", "z"}), sorted(keys | ["q"]), sorted(keys - {"a"}), sorted(keys ^ {"a", "z"}))
print(keys == {"a", "b", "c", "d"}, keys >= {"a"}, keys < {"a"}, keys.isdisjoint(["x"]), {"a"} <= keys)
print(sorted({"a", "y"} - keys), sorted(items & {("a", 1), ("b", 0)}))
print(list(reversed(keys)), list(reversed(items)), list(reversed(values)))
print(type(keys).__name__, type(values).__name__, type(items).__name__)
print({}.keys(), {}.values(), {}.items(), d.values() == d.values(), d.keys() == d.keys())
for key, value in d.items():
    print(key, value, end=" ")
print()
try:
    for key in d:
        d[key + "x"] = 1
except RuntimeError as error:
    print(error)
try:
    for key in list(d):
        del d[key]
    for key in d:
        print("never")
except RuntimeError as error:
    print(error)
e = {1: 1, 2: 2}
try:
    for key, value in e.items():
        del e[key]
except RuntimeError as error:
    print(error)
for key in e:
    e[key] = "changed"
print(e)
try:
    keys["a"]
except TypeError as error:
    print(error)
print(keys.mapping == d, {k: v for k, v in zip("ab", [1, 2])}, {v: k for k, v in {"x": 1}.items()})
print(max({"a": 3, "b": 1}.items(), key=lambda kv: kv[1]), sorted({"b": 1, "a": 2}.items()))
