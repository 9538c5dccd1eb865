a, b = 3 + 4j, 1 - 2j
print(a, b, a + b, a - b, a * b, a / b, a ** 2, a ** b, abs(a), a.conjugate(), a.real, a.imag, -a, +b, a == b, a != b, bool(0j))
print(complex(1, 2), complex(1), complex("1+2j"), complex("-3.5j"), complex(" (1-1j) "), complex("j"), complex("inf"), complex(1j, 1j))
print(1j, -1j, 0j, 1.5j, 1e20j, complex(0, -0.0), complex(-0.0, 1), complex(float("inf"), float("nan")), complex(1e-7, 1))
print(a + 1, 1 + a, a * 2.5, 2 / b, 1 == 1 + 0j, hash(3 + 0j) == hash(3), a ** 0, a ** -1, 0j ** 2, {1 + 0j: "x"}[1])
print(f"{a:.2f}", format(a, ""), f"{a:>12}", f"{1j:.1e}", f"{a:+g}", f"{a}")
for action in [lambda: a < b, lambda: a // b, lambda: a % 2, lambda: a / 0, lambda: int(a), lambda: float(a), lambda: complex("1+"),
               lambda: complex("1", 2), lambda: 0j ** -1, lambda: complex([]), lambda: complex(1, "2")]:
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)
