grid = [[0] * 3] * 2
grid[0][0] = 1
print(grid)
grid = [[0] * 3 for _ in range(2)]
grid[0][0] = 1
print(grid)


def default(items=[]):
    items.append(len(items))
    return items


print(default(), default(), default([]))
a = b = [1]
b += [2]
print(a, a is b)
b = b + [3]
print(a, b)
t = ([],)
t[0].append(1)
try:
    t[0] += [2]
except TypeError as error:
    print(error)
print(t)
nan = float("nan")
print(nan == nan, [1, 2] is [1, 2], [] == [], () is (), [nan] == [1])
d = {"x": a}
a.append(9)
e = dict(d)
e["x"].append(10)
e["y"] = 1
print(d, e, d["x"] is a)
swap = [1, 2, 3]
swap[0], swap[2] = swap[2], swap[0]
i = 0
i, swap[i] = 1, 99
print(swap)
matrix = [[1, 2, 3], [4, 5, 6]]
print(list(zip(*matrix)), [list(row) for row in zip(*matrix)], [x for row in matrix for x in row])
counts = {}
for ch in "mississippi":
    counts[ch] = counts.get(ch, 0) + 1
print(counts, sorted(counts, key=counts.get, reverse=True))
groups = {}
for w in ["ab", "c", "de", "f"]:
    groups.setdefault(len(w), []).append(w)
print(groups)
del groups[1][0]
print(groups, len(groups[1]))
