print(abs(-3), abs(2.5), abs(-0.0), abs(True), abs(3 + 4j))
print([round(x) for x in [0.5, 1.5, 2.5, -0.5, -1.5, 2.675, 1e16]], round(2.675, 2), round(1234, -2), round(1250, -2), round(5.015, 2))
print(round(1.0), type(round(1.0)).__name__, round(1.5, 0), round(7, 2), round(-2.5), round(True), round(1.25, 1), round(0.1 + 0.2, 10))
print(pow(2, 10), pow(2, -1), pow(3, 4, 5), pow(3, -1, 7), pow(2.0, 3), pow(-2, 3, 5), pow(base=2, exp=3), pow(2, 3, mod=5))
print(divmod(7, 2), divmod(-7, 2), divmod(7, -2), divmod(7.5, 2), divmod(-7.5, 2), divmod(True, 1))
print(sum([]), sum([1, 2, 3]), sum([0.1] * 3), sum([[1], [2]], []), sum((1, 2), start=10), sum([True, True]), sum([1, 2.5]))
print(ord("a"), ord("é"), ord("😀"), ord(b"x"), chr(97), chr(233), chr(128512), hex(255), hex(-1), oct(8), bin(5), bin(-5), hex(0))
print(min(1, 2), min([3, 1, 2]), max("abc"), max([1, 5, 3], key=lambda v: -v), min([], default="d"), max((1, "a"), (0, "b")))
print(min("bB", key=str.lower), max([1, 1.0, True]), max([True, 1]), min(3, 2, 1), max({1: 2, 5: 0}))
print(any([]), any([0, 1]), all([]), all([1, 0]), any(x > 2 for x in [1, 2, 3]), all("abc"))
for bad in [lambda: abs("a"), lambda: round("a"), lambda: pow("a", 2), lambda: pow(2, 3, 0), lambda: pow(2.0, 3, 4),
            lambda: divmod(1, 0), lambda: divmod(1.0, 0), lambda: divmod("a", 1), lambda: sum(["a", "b"]), lambda: sum(["a"], ""),
            lambda: sum([1, "a"]), lambda: ord("ab"), lambda: ord(3), lambda: chr(-1), lambda: chr("a"), lambda: hex(1.0),
            lambda: min(), lambda: min([]), lambda: max([1, "a"]), lambda: min(3), lambda: min(1, 2, default=3),
            lambda: max([1], bad=2), lambda: round(1.5, "a"), lambda: pow(2), lambda: any(3), lambda: bin("1"), lambda: sum(3),
            lambda: round(), lambda: abs(), lambda: abs(1, 2), lambda: divmod(1)]:
    try:
        print(bad())
    except (TypeError, ValueError, ZeroDivisionError) as error:
        print(type(error).__name__, error)
