for value in [0.0, 1.5, -2.25, 1e10, 0.1, 3.0, -0.0]:
    print(value.is_integer(), value.hex(), value.conjugate(), value.real, value.imag, int(value), abs(value), bool(value))
print((0.5).as_integer_ratio(), (3.75).as_integer_ratio(), (-0.125).as_integer_ratio(), (10.0).as_integer_ratio())
print(float.fromhex("0x1.8p3"), float.fromhex("-0x.8p0"), float.fromhex("1.8"), float.fromhex("inf"), (5e-324).hex())
print(float("  1.5 "), float("1e5"), float("-.5"), float("5."), float("1_000.5"), float("Infinity"), float("-INF"), float("nan"), float())
print(float(3), float(True), float(b"2.5"), float("+1"), hash(1.0), hash(0.5), hash(-1.0), hash(1e20), hash(float("inf")))
for value in [0.5, 1.5, 2.5, -0.5, -1.5, 2.675, 1.005, 1234.5678]:
    print(round(value), round(value, 1), round(value, 2), round(value, 0), round(value, -2))
print((2.5).__round__(), (7.9).__trunc__(), (7.5).__floor__(), (7.5).__ceil__(), (7.5).__divmod__(2), (1.5).__add__(1), (1.5).__radd__(1))
for text in ["abc", "1.2.3", "--1", "1e", "0x10"]:
    try:
        print(float(text))
    except ValueError as error:
        print(error)
