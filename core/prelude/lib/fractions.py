import math
import numbers
import operator
import re

__all__ = ['Fraction']

_FORM = re.compile(r'\s*(?P<sign>[-+]?)(?=\d|\.\d)(?P<num>\d*)(?:(?:/(?P<denom>\d+))?|(?:\.(?P<decimal>\d*))?'
                   r'(?:[eE](?P<exp>[-+]?\d+))?)\s*\Z')


class Fraction(numbers.Rational):
    __slots__ = ('_numerator', '_denominator')

    def __new__(cls, numerator=0, denominator=None):
        self = super().__new__(cls)
        if denominator is None:
            top, bottom = cls._parts(numerator)
        else:
            for part in (numerator, denominator):
                if not isinstance(part, (int, Fraction)):
                    raise TypeError('both arguments should be Rational instances')
            if denominator == 0:
                raise ZeroDivisionError(f'Fraction({numerator}, 0)')
            top = numerator.numerator * denominator.denominator
            bottom = numerator.denominator * denominator.numerator
        common = math.gcd(top, bottom)
        if bottom < 0:
            common = -common
        self._numerator = top // common
        self._denominator = bottom // common
        return self

    @staticmethod
    def _parts(value):
        if isinstance(value, (int, Fraction)):
            return value.numerator, value.denominator
        if isinstance(value, float):
            return value.as_integer_ratio()
        if not isinstance(value, str):
            raise TypeError('argument should be a string or a Rational instance')
        found = _FORM.match(value)
        if found is None:
            raise ValueError(f'Invalid literal for Fraction: {value!r}')
        top, bottom = int(found['num'] or '0'), int(found['denom'] or '1')
        if found['denom'] is not None and bottom == 0:
            raise ZeroDivisionError(f'Fraction({top}, 0)')
        if found['decimal']:
            scale = 10 ** len(found['decimal'])
            top, bottom = top * scale + int(found['decimal']), bottom * scale
        exponent = int(found['exp'] or '0')
        if exponent >= 0:
            top *= 10 ** exponent
        else:
            bottom *= 10 ** -exponent
        return (-top if found['sign'] == '-' else top), bottom

    @classmethod
    def from_float(cls, f):
        return cls(*f.as_integer_ratio())

    @property
    def numerator(self):
        return self._numerator

    @property
    def denominator(self):
        return self._denominator

    def as_integer_ratio(self):
        return (self._numerator, self._denominator)

    def limit_denominator(self, max_denominator=1000000):
        if max_denominator < 1:
            raise ValueError('max_denominator should be at least 1')
        if self._denominator <= max_denominator:
            return Fraction(self)
        top, bottom = self._numerator, self._denominator
        before, last = (0, 1), (1, 0)
        while True:
            whole = top // bottom
            largest = before[1] + whole * last[1]
            if largest > max_denominator:
                break
            before, last = last, (before[0] + whole * last[0], largest)
            top, bottom = bottom, top - whole * bottom
        steps = (max_denominator - before[1]) // last[1]
        low = Fraction(before[0] + steps * last[0], before[1] + steps * last[1])
        high = Fraction(*last)
        return high if abs(high - self) <= abs(low - self) else low

    def _combine(self, other, exact, real):
        if isinstance(other, (int, Fraction)):
            return exact(self._numerator, self._denominator, other.numerator, other.denominator)
        if isinstance(other, (float, complex)):
            return real(float(self), other)
        return NotImplemented

    def __add__(a, b):
        return a._combine(b, lambda n, d, m, e: Fraction(n * e + m * d, d * e), operator.add)

    __radd__ = __add__

    def __sub__(a, b):
        return a._combine(b, lambda n, d, m, e: Fraction(n * e - m * d, d * e), operator.sub)

    def __rsub__(a, b):
        return a._combine(b, lambda n, d, m, e: Fraction(m * d - n * e, d * e), lambda x, y: y - x)

    def __mul__(a, b):
        return a._combine(b, lambda n, d, m, e: Fraction(n * m, d * e), operator.mul)

    __rmul__ = __mul__

    def __truediv__(a, b):
        return a._combine(b, lambda n, d, m, e: Fraction(n * e, d * m), operator.truediv)

    def __rtruediv__(a, b):
        return a._combine(b, lambda n, d, m, e: Fraction(m * d, e * n), lambda x, y: y / x)

    def __floordiv__(a, b):
        return a._combine(b, lambda n, d, m, e: (n * e) // (d * m), operator.floordiv)

    def __rfloordiv__(a, b):
        return a._combine(b, lambda n, d, m, e: (m * d) // (e * n), lambda x, y: y // x)

    def __mod__(a, b):
        return a._combine(b, lambda n, d, m, e: Fraction((n * e) % (m * d), d * e), operator.mod)

    def __rmod__(a, b):
        return a._combine(b, lambda n, d, m, e: Fraction((m * d) % (n * e), d * e), lambda x, y: y % x)

    def __divmod__(a, b):
        return a // b, a % b

    def __rdivmod__(a, b):
        return b // a, b % a

    def __pow__(a, b):
        if isinstance(b, (int, Fraction)) and b.denominator == 1:
            power = b.numerator
            if power >= 0:
                return Fraction(a._numerator ** power, a._denominator ** power)
            if a._numerator == 0:
                raise ZeroDivisionError(f'Fraction({a._denominator ** -power}, 0)')
            return Fraction(a._denominator ** -power, a._numerator ** -power)
        return float(a) ** (float(b) if isinstance(b, Fraction) else b)

    def __rpow__(b, a):
        if b._denominator == 1 and b._numerator >= 0:
            return a ** b._numerator
        return a ** float(b)

    def __pos__(a):
        return Fraction(a)

    def __neg__(a):
        return Fraction(-a._numerator, a._denominator)

    def __abs__(a):
        return Fraction(abs(a._numerator), a._denominator)

    def __int__(a):
        return a.__trunc__()

    def __trunc__(a):
        return -(-a._numerator // a._denominator) if a._numerator < 0 else a._numerator // a._denominator

    def __floor__(a):
        return a._numerator // a._denominator

    def __ceil__(a):
        return -(-a._numerator // a._denominator)

    def __round__(self, ndigits=None):
        if ndigits is None:
            floor, rest = divmod(self._numerator, self._denominator)
            double = rest * 2
            if double != self._denominator:
                return floor + (double > self._denominator)
            return floor + floor % 2
        shift = 10 ** abs(ndigits)
        return Fraction(round(self * shift), shift) if ndigits > 0 else Fraction(round(self / shift) * shift)

    def __float__(self):
        return self._numerator / self._denominator

    def __complex__(self):
        return complex(float(self))

    def __hash__(self):
        if self._denominator == 1:
            return hash(self._numerator)
        value = float(self)
        return hash(value) if Fraction(value) == self else hash((self._numerator, self._denominator))

    def __eq__(a, b):
        if isinstance(b, (int, Fraction)):
            return a._numerator == b.numerator and a._denominator == b.denominator
        if isinstance(b, float):
            return math.isfinite(b) and a == Fraction(b)
        return NotImplemented

    def _compare(a, b, compare):
        if isinstance(b, float):
            if not math.isfinite(b):
                return compare(0.0, b)
            b = Fraction(b)
        if not isinstance(b, (int, Fraction)):
            return NotImplemented
        return compare(a._numerator * b.denominator, b.numerator * a._denominator)

    def __lt__(a, b):
        return a._compare(b, operator.lt)

    def __le__(a, b):
        return a._compare(b, operator.le)

    def __gt__(a, b):
        return a._compare(b, operator.gt)

    def __ge__(a, b):
        return a._compare(b, operator.ge)

    def __bool__(a):
        return bool(a._numerator)

    def __repr__(self):
        return f'Fraction({self._numerator}, {self._denominator})'

    def __str__(self):
        return str(self._numerator) if self._denominator == 1 else f'{self._numerator}/{self._denominator}'

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self
