a, b = 1, 2
a, b = b, a
(c, d), [e, *f], *g = (1, 2), [3, 4, 5], 6, 7
print(a, b, c, d, e, f, g)
first, *middle, last = "hello"
print(first, middle, last)
*only, = (1,)
x = y = [1]
print(only, x is y)
for i, (j, k) in enumerate([(1, 2), (3, 4)]):
    print(i, j, k, end="; ")
print()


def bad(n):
    try:
        if n == 0:
            p, q = 1
        if n == 1:
            p, q = [1]
        if n == 2:
            p, q = 1, 2, 3
        if n == 3:
            p, *q, r = [1]
        if n == 4:
            p, q = {1: 2}
        if n == 5:
            p, q = None
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)


for n in range(6):
    bad(n)
print([*range(3), *"ab"], {*[1, 2], 2}, (*[1], 2), {**{"a": 1}, "b": 2, **{"a": 3}})
print([i * j for i in range(3) for j in range(i) if j], {k: v for k, v in zip("ab", [1, 2])}, {i % 2 for i in range(4)})
print([[r * c for c in range(2)] for r in range(2)])
lst = [1, 2, 3, 4, 5]
lst[1:3] = [9]
lst[0] += 10
del lst[-1]
print(lst, lst[::-1], lst[1:], lst[:-1], lst[::2])
obj = type("O", (), {})()
obj.v = 1
obj.v += 2
obj.v **= 3
obj.v //= 2
print(obj.v, 7 // 2, -7 // 2, 7 % -3, 2 ** 10, 2 ** -1, 7 / 2, 1 << 4, 0xff >> 2, 6 & 3, 6 | 3, 6 ^ 3, ~5, -(-3), +4)
name, width, value = "n", 10, 3.14159
print(f"{name!r:>{width}}|{value:.2f}|{value:{width}.3f}|{{}}|{name=}|{value = :.1f}|{'nested ' + f'{name}'}")
print(f"{1 + 1}{'a' if name else 'b'}{[1, 2][0]}{ {'k': 1}['k'] }" "joined" f"{name!s:<4}|{name!a}")
print("a" "b" 'c', b"x" b"y", r"\n", "\x41\u00e9\n".strip(), """multi
line""")
print(1_000, 0b101, 0o17, 0xFF, 1e3, 1.5j, 1_0.5, ..., None, True)
print((lambda *a, k=1, **kw: (a, k, kw))(1, 2, z=3))
print(1 if 0 else 2, (yield_ := 5) + yield_)
print("x" in "xyz", 1 not in [1], [] is [], None is None, 1 is not None)
s = "abc"
print(s[0], s[-1], s[1:], s[::-1], (1, 2)[1], {"a": {"b": [5]}}["a"]["b"][0])
t = 1,
print(t, (), (1, 2) + (3,), [0] * 3, "ab" * 2)
global_list = []


def record(v):
    global_list.append(v)
    return v


record(1) + record(2) * record(3)
{record(4): record(5)}
[record(6)][record(0)] = record(7)
print(global_list)
import math as m, os.path
from math import pi as PI, floor
print(m.sqrt(16), PI == m.pi, floor(2.5))
x: int = 5
z: "undefined"
print(x, __annotations__, __name__)
del x
try:
    x
except NameError as error:
    print(error)
try:
    del nothing
except NameError as error:
    print(error)
