specs = ["", ".2f", ".0f", "#.0f", "10.3f", "<10.2f", "^10.1f", "+.1f", " .1f", "010.2f", "e", ".3e", "E", "g", ".3g", "G", "%", ".1%", ",", ",.2f",
         "_.2f", "n", ".3", ".10", ".1", ".17", "z.1f", "*>12,.1f", "=+10.2f", "015,.1f", "#g", "5", "F"]
for number in [0.0, 1.0, -1.5, 3.14159, 1234567.891, 1e-7, 1e20, -0.04, 123.0, float("inf"), float("-inf"), float("nan"), 1e16, 99999.5]:
    print(number, [format(number, spec) for spec in specs])
for spec in ["d", "x", "s", "c", ".f", "b", "1.2.3", "!"]:
    try:
        print(format(1.5, spec))
    except Exception as error:
        print(type(error).__name__, error)
print(f"{999999.5:#g} {1e-5:#} {2.5:#.0} {2.5:.1} {1e5:.5} {123.0:#.4} {100.0:.3} {0.0:.1}", "%#g" % 999999.5, "%#.3g" % 0.00001234)
print(divmod(7, 2.5), divmod(-42, 1.5), divmod(7.5, 2))
