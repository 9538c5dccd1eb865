a, b = b, a = 1, 2
print(a, b)
a, *b = "xyz"
*c, d = range(4)
e, *f, g = [1, 2]
print(a, b, c, d, e, f, g)
(h, [i, *j]), k = (1, (2, 3, 4)), 5
print(h, i, j, k)
[m, n], o = "pq", {"r": 1}
print(m, n, o)


class T:
    pass


t = T()
t.x, t.y, *t.rest = 1, 2, 3
lst = [0, 0, 0]
lst[0], lst[1:] = 5, (6, 7, 8)
print(vars(t), lst)
for p, (q, *r) in [(1, (2, 3)), (4, "56")]:
    print(p, q, r)
for text in ("a, b = 1", "a, b = 1, 2, 3", "a, *b, c = [1]", "a, b = [1]"):
    try:
        if text == "a, b = 1":
            a, b = 1
        elif text == "a, b = 1, 2, 3":
            a, b = 1, 2, 3
        elif text == "a, b = [1]":
            a, b = [1]
        else:
            a, *b, c = [1]
    except (TypeError, ValueError) as error:
        print(error)
print([*range(3), *"ab"], (*[1], 2), {*[1, 1], 2}, {**{"a": 1}, "b": 2, **{"a": 3}})


def f(*args, **kw):
    return args, kw


print(f(*[1, 2], 3, *"a", k=1, **{"m": 2}), f(**{}, **{"z": 1}))
for bad in (lambda: f(**{1: 2}), lambda: f(*5), lambda: f(**5), lambda: f(a=1, **{"a": 2})):
    try:
        bad()
    except TypeError as error:
        print(error)
x = y = []
x += [1]
y = y + [2]
print(x, y)
first, = [9]
_, second, _ = 1, 2, 3
print(first, second, _)
x, y = {"k": 1, "l": 2}
print(x, y)
def g():
    return 1, *[2, 3]
print(g())
