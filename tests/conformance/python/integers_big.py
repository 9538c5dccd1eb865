import math
import operator


def tried(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


big = 10 ** 30
print(big, -big, big + 1, big - 10 ** 30 + 3, big * -3, big // 7, big % 7, -big // 7, -big % 7, divmod(big, -7))
print(2 ** 64, 2 ** 63, 2 ** 63 - 1, -2 ** 63, -2 ** 63 - 1, 1 << 100, (1 << 100) >> 98, -(1 << 100) >> 3)
print(9223372036854775807 + 1, 9223372036854775808, -9223372036854775809, 0xffffffffffffffffff, 0b1 << 70)
print(big & 0xffffffffffffffffffff, big | 1, big ^ big, ~big, -big & big, -big | 5, -big ^ 5)
print(big == 10 ** 30, big != 1, big < 10 ** 31, big > -big, big >= 1e30, big == 1e30, 1e300 < 10 ** 300, 0.5 < big)
print(hash(big), hash(-big), hash(2 ** 61 - 1), hash(2 ** 64), {big: 'a'}[10 ** 30], big in {10 ** 30})
print(float(big), int(1e30), int('1' * 40), int('-' + 'f' * 20, 16), int('0b' + '1' * 70, 0), int(str(big)))
print(f'{big:,} {big:x} {big:#o} {big:e} {big:>40} {big:_b}', '%d %x %40d' % (big, big, -big), str(big), repr(-big))
print(hex(big), oct(-big), bin(2 ** 65), abs(-big), -(-big), +big, bool(big), not big)
print(big.bit_length(), (-big).bit_length(), big.bit_count(), big.to_bytes(13, 'big'), (-big).to_bytes(13, 'little', signed=True))
print(int.from_bytes(b'\xff' * 12, 'big'), int.from_bytes(b'\xff' * 12, 'big', signed=True), big.as_integer_ratio())
print(math.factorial(30), math.comb(100, 50), math.perm(30), math.gcd(big, 10 ** 12), math.lcm(10 ** 15, 7 ** 20))
print(math.isqrt(10 ** 40), math.isqrt(2 ** 101), math.log(10 ** 400), math.log2(2 ** 2000), math.log10(big), math.floor(1e25))
print(big / 3, 3 / big, 10 ** 400 / 10 ** 399, -big / 7, round(15 * 10 ** 29, -30), round(25 * 10 ** 29, -30), round(big))
print(pow(3, 200, 10 ** 20), pow(big, -1, 10 ** 9 + 7), pow(7, 10 ** 20, 1000), pow(2, -3), (-2) ** 101, (-1) ** big)
print(sum([2 ** 62] * 8), sorted([big, 1, -big]), max(1, big), [1, 2, 3][:big], [1, 2, 3][-big:], 'abc'[::big])
print(isinstance(big, int), type(big), type(big - big + 1), (0.1).as_integer_ratio(), (1e300).as_integer_ratio()[0] % 1000)
print(operator.index(big), big.__int__() is not None, big.real, big.imag, big.numerator, complex(big, 1), big * 2.5, big * 'a' if 0 else '')


class Number(int):
    def __repr__(self):
        return f'Number({int(self)})'


print(Number(big), Number(big) + 1, Number(big) == big, type(Number(big)), hash(Number(big)) == hash(big))
tried(lambda: float(10 ** 400))
tried(lambda: 10 ** 400 * 1.0)
tried(lambda: 10 ** 400 / 3)
tried(lambda: [1][big])
tried(lambda: big // 0)
tried(lambda: big % 0)
tried(lambda: big / 0)
tried(lambda: 1 << -1)
tried(lambda: str(10 ** 5000))
tried(lambda: int('1' * 5000))
tried(lambda: len(str(10 ** 4299)))
tried(lambda: big.to_bytes(4, 'big'))
tried(lambda: math.factorial(10 ** 30))
tried(lambda: math.sqrt(10 ** 400))
tried(lambda: big + 'a')
tried(lambda: pow(2, 3, 0))
total = 0
for i in range(60, 70):
    total += 1 << i
print(total, total.bit_length(), total * total % 1000007)
a, b = 0, 1
for _ in range(300):
    a, b = b, a + b
print(a, a % 10 ** 9, int(a ** 0.5))
