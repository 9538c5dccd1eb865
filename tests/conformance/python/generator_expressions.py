n = 3
g = (x * n for x in range(3))
n = 10
print(list(g), sum(x for x in range(5)), max((len(w), w) for w in ("a", "bcd", "ef")))
try:
    h = (x for x in 5)
except TypeError as error:
    print("at once", error)
lazy = (1 / x for x in [1, 0])
print(next(lazy))
try:
    next(lazy)
except ZeroDivisionError as error:
    print(error)
print(list(lazy))


def first(it):
    for x in it:
        return x


g = (print("made", i) or i for i in range(3))
print(first(g))
print(list(g))
print(type(g).__name__, g.__name__, g.__qualname__, any(x > 1 for x in (1, 2, 3)), all(x for x in ()))
print(dict((k, v) for k, v in zip("ab", (1, 2))), set(x % 2 for x in range(5)), tuple(x for x in "ab"))
pairs = ((a, b) for a in range(3) for b in range(a) if a + b != 2)
print(*pairs)
nested = (list(y + x for y in range(2)) for x in range(2))
print(list(nested))


def gen():
    x = yield
    while x:
        x = yield x - 1


g = gen()
next(g)
print(g.send(3), g.send(2), g.send(1))
try:
    g.send(0)
except StopIteration:
    print("end")
