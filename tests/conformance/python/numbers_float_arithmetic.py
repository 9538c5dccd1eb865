values = [-7.5, -2.0, -0.5, 0.0, 0.25, 3.0, 1e10]
for a in values:
    for b in values + [2, -3]:
        print(a + b, a - b, a * b, a < b, a >= b, a == b, b != a)
        if b:
            print(a / b, a // b, a % b, divmod(a, b))
print(2.0 ** 3, 2 ** 0.5, (-8.0) ** 2, 4 ** -0.5, (-8) ** (1 / 3), 0.0 ** 0, float("inf") ** -1, float("inf") - 1)
nan = float("nan")
print(nan == nan, nan != nan, nan < 1, nan > 1, [nan] == [nan], nan is nan, float("inf") > 10 ** 18, float("-inf") < -10 ** 18)
print(9007199254740993 == 9007199254740992.0, 9007199254740993 > 9007199254740992.0, 2 ** 62 == 2.0 ** 62)
for action in [lambda: 1.0 / 0, lambda: 1.0 // 0, lambda: 1.0 % 0, lambda: divmod(1.0, 0), lambda: 0.0 ** -1, lambda: 1e200 ** 2,
               lambda: 1.5 << 1, lambda: 1.0 + "a", lambda: 1.0 < "a", lambda: float("x"), lambda: float(""), lambda: float("1__0"),
               lambda: float(None), lambda: float(1j)]:
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)
