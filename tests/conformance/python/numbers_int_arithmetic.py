values = [-7, -3, -1, 0, 1, 2, 5, 13]
for a in values:
    for b in values:
        print(a, b, a + b, a - b, a * b, a & b, a | b, a ^ b, a < b, a == b)
        if b:
            print(a // b, a % b, divmod(a, b), a / b)
        if 0 <= b:
            print(a ** b, a << b, a >> b)
print(-2 ** 2, (-2) ** 3, 2 ** -2, (-8) ** -1, ~5, -(-3), +4, abs(-9))
print(True + True, True & False, True | False, True ^ True, ~True, -True, True << 2)
print(pow(3, 4, 5), pow(3, -1, 7), pow(-3, 3, 7), pow(2, 10, -7))
