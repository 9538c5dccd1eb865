for value in (0, 7, -7, 1234567, -1234567):
    print(*[format(value, spec) for spec in ("", "d", "5", "<9", ">9", "^9", "=+9", "09", "+", " ", ",", "_", "x", "#X", "o", "#b", "e", ".1f", "%", "n", "*^+12,")], sep="|")
for value in (0.0, -0.0, 1.0, -2.5, 1 / 3, 1e16, 1.5e-7, 123456.789, float("inf"), float("-inf"), float("nan")):
    print(*[format(value, spec) for spec in ("", "g", "f", "e", ".0f", ".3", "10.2f", "<10", "+.2e", "08.2f", ",.1f", "%", ".1%", "G", "#.3g", "z.0f" if False else ".2g")], sep="|")
for value in ("", "ab", "äö", "a longer text"):
    print(*[format(value, spec) for spec in ("", "5", ">5", "^6", ".1", "*<6.2", "s", "05")], sep="|")
for value in (1 + 2j, -0.5j, 1e10 + 0j):
    print(format(value), format(value, ".2f"), format(value, "g"), format(value, ">20"), sep="|")
for value, spec in ((5, ",x"), (5, "s"), ("a", "d"), ("a", "="), ("a", ","), (1.5, "x"), (5, ".2d"), (5, "zz"), (1.5, "_,"), ([], "5"), (None, "x"), (5, "c "), (-1, "c")):
    try:
        print(format(value, spec))
    except (ValueError, TypeError, OverflowError) as error:
        print(type(error).__name__, error)
print(format(True, "5"), format(True), format([1]), format(None), format(5, "c").isprintable(), "{:>{w}.{p}}".format("text", w=6, p=2))
