from string import Formatter


class Loose(Formatter):
    def get_value(self, key, args, kwargs):
        return kwargs.get(key, f"<{key}>") if isinstance(key, str) else super().get_value(key, args, kwargs)

    def check_unused_args(self, used, args, kwargs):
        print("used", sorted(map(str, used)))


f = Formatter()
print(f.format("{} {:>5} {!r}", 1, "x", "y"), f.format("{0} {1} {0}", "a", "b"), f.format("{a.real} {b[0]} {c[k]}", a=3, b=[7], c={"k": 8}))
print(f.format("{:{w}.{p}f}|", 3.14159, w=8, p=2), f.format("{{}} {x!s:^7}", x="mid"), f.vformat("{0}{n}", (1,), {"n": 2}))
print(Loose().format("{a} {b} {0}", 5, b=6), list(f.parse("a{b!r:c}d{{e}}f{0.x[1]}")))
for bad in (lambda: f.format("{"), lambda: f.format("}"), lambda: f.format("{0} {}", 1, 2), lambda: f.format("{x}"), lambda: f.format("{0}"),
            lambda: f.format("{!z}", 1), lambda: f.format("{} {0}", 1, 2)):
    try:
        bad()
    except (KeyError, ValueError, IndexError) as error:
        print(type(error).__name__)
