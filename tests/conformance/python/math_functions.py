import math

for x in [0.0, 0.5, 1.0, -0.5, 2.5]:
    print(x, math.floor(x), math.ceil(x), math.trunc(x), math.fabs(x), round(math.sin(x), 12), round(math.cos(x), 12), round(math.exp(x), 12), math.modf(x),
          math.frexp(x), round(math.atan(x), 12), round(math.erf(x), 12), math.degrees(x), round(math.tanh(x), 12))
print(math.sqrt(16), math.sqrt(2), math.pow(2, 3), math.log(1), math.log(8, 2), math.log2(8), math.log10(1000), math.log1p(0), math.hypot(3, 4), math.hypot(1, 2, 2))
print(math.pi, math.e, math.tau, math.inf, math.nan, math.isnan(math.nan), math.isinf(-math.inf), math.isfinite(1), math.isclose(0.1 + 0.2, 0.3))
print(math.gcd(12, 18), math.gcd(), math.gcd(-4, 6, 8), math.lcm(4, 6), math.lcm(), math.factorial(10), math.comb(5, 2), math.perm(5, 2), math.perm(3), math.isqrt(17))
print(math.prod([1, 2, 3, 4]), math.prod([], start=5), math.prod([1.5, 2]), math.fsum([0.1] * 10), sum([0.1] * 10), math.dist((0, 0), (3, 4)), math.copysign(3, -0.0))
print(math.fmod(7, 3), math.fmod(-7, 3), math.remainder(7, 4), math.ldexp(0.5, 3), math.atan2(1, 1), math.gamma(5), round(math.lgamma(10), 12), math.cbrt(27), math.exp2(3))
print(math.isclose(1, 1.1, rel_tol=0.2), math.isclose(0, 1e-10, abs_tol=1e-9), math.ulp(1.0), math.nextafter(1.0, 2.0), math.floor(-2.5), math.ceil(-2.5), math.trunc(-2.5))
print(math.floor(3), math.sqrt(4) == 2, math.asin(1), math.acosh(1), math.sinh(0), math.expm1(0), math.radians(180))
