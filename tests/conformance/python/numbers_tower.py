from numbers import Complex, Integral, Number, Rational, Real

for value in (1, True, 1.5, 2j, "x", None):
    print(value, *[int(isinstance(value, cls)) for cls in (Number, Complex, Real, Rational, Integral)])
print(issubclass(int, Real), issubclass(float, Integral), issubclass(Integral, Rational), issubclass(Real, Number))
for cls in (Complex, Real, Rational, Integral):
    try:
        cls()
    except TypeError as error:
        print(cls.__name__, len(cls.__abstractmethods__))
Real.register(str)
print(isinstance("x", Complex))
