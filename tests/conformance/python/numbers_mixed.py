print(7 // 2, -7 // 2, 7 % -3, -7 % 3, 7.5 // 2, -7.5 % 2, 2 ** -1, (-2) ** 2, -2 ** 2, 2 ** 0.5, 10 / 5, 1e3, 0x1F, 0b101, 0o17, 1_000_000)
print(1 + True, True + True, 3 & 5, 3 | 5, 3 ^ 5, ~5, 1 << 10, -9 >> 1, not 0, 5 and 0, 0 or "x", 1 < 2 < 3, 1 < 3 > 2, 1 == 1.0 == True, 1 is not None)
print(int("42"), int("-0b11", 2), int("ff", 16), int(3.9), int(-3.9), float("1e-3"), float("  inf "), complex("1+2j"), complex(1, -1), bool("False"), int("1_000"), int("0x1f", 0))
print((5).bit_length(), (255).to_bytes(2, "big"), (3.75).as_integer_ratio(), (0.5).hex(), float.fromhex("0x1.8p1"), (2.0).is_integer(), (3 + 4j).conjugate(), abs(3 + 4j), (1 + 2j) * (3 - 1j), (7).bit_count())
print(round(0.5), round(1.5), round(2.675, 2), round(-0.5), round(12345.678, -2), 0.1 + 0.2, 1 / 3, 1e100, 1e16, 1e15, 123456789.123, 1.0, -0.0, 5e-324, 1.7976931348623157e308)
for f in (lambda: 1 / 0, lambda: 1 % 0, lambda: 1.0 // 0, lambda: 0 ** -1, lambda: int("x"), lambda: int("9" * 5, 8), lambda: float("abc"), lambda: 1 << -1, lambda: int(float("nan")), lambda: int(float("inf")), lambda: 1 + "a", lambda: [] + 1, lambda: -"a", lambda: 1j < 2j, lambda: 1.5 & 1, lambda: complex("a"), lambda: int([]), lambda: round("a")):
    try:
        print(f())
    except (ArithmeticError, ValueError, TypeError) as error:
        print(type(error).__name__, error)
nan = float("nan")
print(nan == nan, nan in [nan], [nan] == [nan], min(1, nan), float("inf") > 10 ** 18, hash(1) == hash(1.0) == hash(True), hash(2 ** 40) == hash(float(2 ** 40)), {1: "a"}[1.0], 0.1 * 3 == 0.3)
print(isinstance(True, int), type(1 + True).__name__, type(1 + 1.0).__name__, type(1.0 + 1j).__name__, type(3 // 1.0).__name__, type(True & True).__name__, type(2 ** -1).__name__, type(+True).__name__)
x = 5
x += 2; x -= 1; x *= 3; x //= 2; x **= 2; x %= 50; x <<= 2; x >>= 1; x |= 1; x ^= 3; x &= 0xFF
print(x, divmod(17, 5), divmod(-17, 5), divmod(17.5, -5), pow(3, -1, 7), sum([1, 2.5, True]), max(1, 1.0), 3 .real, (2.5).imag, (1.5).__trunc__(), (5).__index__())
