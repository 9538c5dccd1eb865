import cmath
import math

for action in [lambda: math.sqrt(-1), lambda: math.log(0), lambda: math.log(-1), lambda: math.log(1, 1), lambda: math.exp(1000), lambda: math.pow(0, -1), lambda: math.acos(2),
               lambda: math.factorial(-1), lambda: math.factorial(1.5), lambda: math.sqrt("a"), lambda: math.sqrt(1j), lambda: math.floor(math.inf),
               lambda: math.ceil(math.nan), lambda: math.fmod(1, 0), lambda: math.comb(-1, 2), lambda: math.isqrt(-1), lambda: math.gcd(1.5), lambda: math.atanh(1),
               lambda: math.gamma(0), lambda: math.dist((1,), (1, 2)), lambda: math.sin(), lambda: math.sqrt(1, 2), lambda: math.cosh(1000), lambda: math.pow(10, 400),
               lambda: math.fsum([1, "a"]), lambda: math.missing, lambda: cmath.log(0), lambda: math.floor("a"), lambda: math.trunc("a")]:
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)


class Height:
    def __floor__(self):
        return 1

    def __ceil__(self):
        return 2

    def __trunc__(self):
        return 3

    def __float__(self):
        return 6.25


print(math.floor(Height()), math.ceil(Height()), math.trunc(Height()), math.sqrt(Height()))
print(cmath.sqrt(-1), cmath.phase(-1), cmath.polar(1j), cmath.rect(1, 0), cmath.isnan(complex("nan")), cmath.isclose(1, 1 + 0j), cmath.inf, cmath.infj)
print(abs(cmath.exp(1j * cmath.pi) + 1) < 1e-12, cmath.isfinite(1j), cmath.log(1), cmath.log10(100))
