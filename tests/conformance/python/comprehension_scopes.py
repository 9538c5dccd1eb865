x = "outer"
print([x for x in range(3)], x, {x: x for x in "ab"}, x, {x for x in (1,)}, x)
print([(i, j) for i in range(3) for j in range(i)], [[j for j in range(i)] for i in range(3)])
print([y for y in range(10) if y % 2 if y > 3], [a if a else "zero" for a in (0, 1)])


def f(n):
    return [n * k for k in range(n)], [lambda: n + k for k in range(2)][0]()


print(f(3))
print([last := i ** 2 for i in range(4)], last)
print([y := 1, y ** 2], [z for q in range(5) if (z := q * q) > 4], z)


class C:
    items = [1, 2, 3]
    doubled = [i * 2 for i in items]
    count = len([i for i in items if i > 1])


print(C.doubled, C.count)
matrix = [[1, 2, 3], [4, 5, 6]]
print([[row[i] for row in matrix] for i in range(3)], [v for row in matrix for v in row if v % 2])
print({k: [v for v in range(k)] for k in range(3)}, {(a, b) for a in "ab" for b in "ab" if a < b})
print([(a, b, *c) for a, b, *c in [(1, 2), (3, 4, 5, 6)]], [a for a, in [(1,), (2,)]])
try:
    [w for w in range(3)]
    w
except NameError as error:
    print(error)
print([print(i) for i in range(2)], sum([i for i in range(5)]))
d = {}
print([d.setdefault(i % 2, []).append(i) for i in range(4)], d)
fs = [lambda: i for i in range(3)]
print([f() for f in fs])
