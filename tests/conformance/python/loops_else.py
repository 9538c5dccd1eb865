for i in range(3):
    if i == 5:
        break
else:
    print("no break", i)
for i in []:
    pass
else:
    print("empty", i)
n = 0
while n < 5:
    n += 1
    if n == 3:
        continue
    if n == 4:
        break
else:
    print("never")
print(n)
while False:
    pass
else:
    print("while else")
for a, (b, *c) in [(1, (2, 3, 4)), (5, "xy")]:
    print(a, b, c)
items = [1, 2, 3, 4]
for x in items:
    if x % 2:
        items.remove(x)
print(items)
for i in range(3):
    for j in range(3):
        if j == 2:
            break
        if i == j:
            continue
        print(i, j)
    else:
        print("unreached")
d = {}
for d["k"] in range(3):
    pass
print(d, i, j)
total = 0
for total in range(4):
    total += 10
print(total)
i = 0
while (i := i + 1) < 3:
    print(i, end=" ")
print(i)
it = iter(range(10))
for x in it:
    if x == 2:
        next(it)
    if x > 5:
        break
print(x, list(it))
for i in range(2):
    try:
        continue
    finally:
        print("cleanup", i)
def search(m, v):
    for r, row in enumerate(m):
        for c, x in enumerate(row):
            if x == v:
                return r, c
    return None
print(search([[1, 2], [3, 4]], 3), search([[1]], 9))
x = [i for i in range(3)] and "kept"
print(x, i)
for i, in [(1,), (2,)]:
    print(i)
for i in range(10, 0, -3):
    print(i, end=",")
print()
