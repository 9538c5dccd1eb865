t = (1, 2, 3, 2)
print(t, (), (1,), t[0], t[-1], t[1:3], t[::-1], len(t))
print(t.count(2), t.index(2), t.index(2, 2), t + (4,), t * 2, 2 * (0,))
print(t == (1, 2, 3, 2), t < (1, 3), (1, 2) < (1, 2, 0), t != [1, 2, 3, 2], 2 in t)
print(hash((1, 2)) == hash((1, 2)), {(1, "a"): "value"}[(1, "a")], (1, 2) in {(1, 2)})
print(tuple("abc"), tuple([1]), tuple(), tuple(x for x in range(3)), tuple({"k": 1}))
same = (1, 2)
print(tuple(same) is same, type(t).__name__)
a, b = b, a = 1, 2
print(a, b)


def attempt(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


attempt(lambda: t[9])
attempt(lambda: t["a"])
attempt(lambda: t + [1])
attempt(lambda: t.index(9))
attempt(lambda: tuple(5))
attempt(lambda: tuple([1], [2]))
attempt(lambda: hash(([], 1)))
attempt(lambda: t * 1.5)


def assign():
    t[0] = 1


def delete():
    del t[0]


attempt(assign)
attempt(delete)


class Point(tuple):
    def __new__(cls, x, y):
        return super().__new__(cls, (x, y))

    @property
    def x(self):
        return self[0]

    def __add__(self, other):
        return Point(self[0] + other[0], self[1] + other[1])


p = Point(1, 2)
print(p, p.x, p + Point(3, 4), type(p + p).__name__, isinstance(p, tuple), p == (1, 2), len(p))
x, y = p
print(x, y, [*p])
