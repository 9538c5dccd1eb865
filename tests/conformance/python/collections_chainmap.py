from collections import ChainMap

base = {"a": 1, "b": 2}
over = {"b": 20, "c": 30}
m = ChainMap(over, base)
print(m, m["a"], m["b"], len(m), sorted(m), dict(m) == {"a": 1, "b": 20, "c": 30}, "a" in m, m.get("q", "none"))
print(list(m), list(m.items()))
m["d"] = 4
del m["c"]
print(over, base, m.parents, m.new_child({"z": 26}), m.new_child(q=1), m.maps == [over, base], bool(ChainMap()))
print(m.pop("d"), m | {"k": 1}, {"k": 1} | m, m.copy() == m, ChainMap.fromkeys("ab", 0))
m |= {"n": 9}
print(over, m == {"a": 1, "b": 20, "n": 9})
for bad in (lambda: m["q"], lambda: m.pop("a"), lambda: m.__delitem__("a")):
    try:
        bad()
    except KeyError as error:
        print(type(error).__name__)
