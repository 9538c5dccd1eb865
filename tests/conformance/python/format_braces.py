class Point:
    def __init__(self):
        self.x = 1
        self.items = {"key": [10, 20], 3: "three"}


point = Point()
print("{} {}".format(1, "a"), "{1} {0} {1}".format("a", "b"), "{name} {0}".format(1, name="n"), "{{}} {}".format(1), "{:>5}|{:<5}|{:^5}".format(1, 2, 3))
print("{0.x} {0.items[key]} {0.items[key][1]} {0.items[3]}".format(point), "{p.x:03d}".format(p=point), "{[0]} {[k]}".format([1], {"k": 2}))
print("{!r} {!s} {!a}".format("a", "b", "é"), "{0!r:>6}".format("a"), "{:{}}".format("a", 5), "{:{w}.{p}f}".format(2.71828, w=8, p=2), "{0:{1}}".format(3, "04d"))
print("{a} {b}".format_map({"a": 1, "b": 2}), "{a}".format(**{"a": "x"}), "{}".format([1, 2]), "{:.2%}".format(0.256), "{:,}".format(1234567))


class Missing(dict):
    def __missing__(self, key):
        return "<" + key + ">"


print("{a} {b}".format_map(Missing(a=1)))
for text in ["{", "}", "{0", "{!x}", "{0!r", "{} {0}", "{0} {}", "{1}", "{name}", "{0.missing}", "{0[5]}", "{:d}", "{0!}", "{0.}", "{0[}", "{0]}", "{ }",
             "{:{:{}}}", "a}b", "{0[1]x}"]:
    try:
        print(text.format("a"))
    except Exception as error:
        print(text, type(error).__name__, error)
