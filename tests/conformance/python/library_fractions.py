from fractions import Fraction
import math

print(Fraction(3, 4), Fraction(6, -8), Fraction('3/7'), Fraction(' -.25e1 '), Fraction(0.125), repr(Fraction(5)))
a, b = Fraction(1, 3), Fraction(5, 6)
print(a + b, a - b, a * b, a / b, a // b, a % b, divmod(b, a), -a, abs(-a), a ** 2, a ** -2, 2 ** Fraction(2))
print(a + 1, 1 - a, 2 * a, 1 / a, a + 0.5, 0.5 - a, a < b, a >= b, a == Fraction(2, 6), a == 1 / 3, Fraction(1, 2) == 0.5)
print(int(b), round(b), round(Fraction(5, 2)), round(Fraction(17, 7), 2), math.floor(-a), math.ceil(-a), float(b))
print(Fraction('3.1415').limit_denominator(100), Fraction('3.14159').limit_denominator(1000), hash(Fraction(4)) == hash(4))
print({Fraction(1, 2): 'half'}[0.5], sorted([b, a, Fraction(1, 2)]), bool(Fraction(0)), b.as_integer_ratio())
for bad in ('x', '1/0'):
    try:
        Fraction(bad)
    except (ValueError, ZeroDivisionError) as error:
        print(type(error).__name__, error)
try:
    Fraction(1, 0)
except ZeroDivisionError as error:
    print(error)
try:
    Fraction(1.5, 2)
except TypeError as error:
    print(error)
