a = [1, 2, 3]
for x in a:
    if x < 10:
        a.append(x * 10)
    if len(a) > 8:
        break
print(a)
it = iter([1, 2])
print(next(it), next(it), next(it, "end"), next(it, "end"))
it = iter([1, 2, 3, 4])
next(it)
print(list(it), list(it))
print([list(reversed([1, 2, 3])), list(reversed([]))])
b = [1, 2, 3, 4]
for x in b:
    b.remove(x)
print(b)
first, *rest = [1, 2, 3]
print(first, rest)
*init, last = (1, 2, 3)
print(init, last)
(p, q), r = [[1, 2], 3]
print(p, q, r)
print([*a[:2], *"xy", *range(2)], (*[1], 2), {*[1, 2]})
try:
    x, y = [1, 2, 3]
except ValueError as error:
    print(error)
try:
    x, y, z = [1, 2]
except ValueError as error:
    print(error)
try:
    x, *y, z = [1]
except ValueError as error:
    print(error)
print([y for x in [[1, 2], [3]] for y in x if y != 2], [[i * j for i in range(3)] for j in range(3)])
print(list(zip([1, 2, 3], "ab")), list(enumerate(["a", "b"], 1)), sum([[1], [2]], []))
print(list(map(lambda x, y: x + y, [1, 2], [3, 4])), list(filter(None, [0, 1, "", "a"])))
