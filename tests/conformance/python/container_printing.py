class Shown:
    def __repr__(self):
        return "<shown>"

    def __str__(self):
        return "str"


s = Shown()
print([s], (s,), {s: s}, {s}, [[s]], str([s]), f"{[s]}", "%s" % [s], "{}".format((s,)))
a = []
a.append(a)
d = {"self": None}
d["self"] = d
t = (a, d)
print(a, d, t, [a, a], {"d": d})
print([1, 1.5, "a'b", 'q"', b"x", None, True, ..., 1j, int, len], ["\n\t\\", "é", "\x00", ""])
print({"a": [1, {"b": (1, {2})}]}, [[]], [()], [{}], ((),), {1: {}}, [set()], [range(2)], [slice(1)])
print([float("inf"), -0.0, 1e100, 1e-7, 123456789.0], [True, False], (None,), repr(""), [""])


class Broken:
    def __repr__(self):
        raise ValueError("no repr")


try:
    print([1, Broken()])
except ValueError as error:
    print(error)
b = [1]
b.append(b)
print(b, repr(b) == str(b))
print({"k": "v", 1: 2, (1, 2): [3], None: ...})
print(*[1, 2], *(3,), *{4: 5}, *"ab", sep="-")
