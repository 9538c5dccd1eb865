grid = [[0] * 3 for _ in range(2)]
shared = [[0] * 3] * 2
grid[0][0] = shared[0][0] = 1
print(grid, shared, grid == [[1, 0, 0], [0, 0, 0]], shared[0] is shared[1])
tree = {"a": {"b": [1, {"c": (2, [3])}]}, "d": set()}
tree["a"]["b"][1]["c"][1].append(4)
tree["d"].add((1, 2))
print(tree, tree["a"]["b"][1]["c"][1][-1])
import copy
shallow, deep = copy.copy(tree), copy.deepcopy(tree)
tree["a"]["b"].append("new")
print(len(shallow["a"]["b"]), len(deep["a"]["b"]), shallow["a"] is tree["a"])
loop = [1]
loop.append(loop)
print(loop, loop[1][1][0], copy.deepcopy(loop)[1][0])
t = ([],)
try:
    t[0] += [1]
except TypeError as error:
    print(error, t)
groups = {}
for word in "the quick brown the lazy dog the quick".split():
    groups.setdefault(len(word), []).append(word)
print(groups, {k: sorted(set(v)) for k, v in groups.items()}, sorted(groups, key=lambda k: -len(groups[k])))
flat = [x for row in [[1, [2]], [3]] for x in (row if isinstance(row, list) else [row])]
print(flat, [[1, 2], [3, 4]] + [[5]], [1] * 0, (1,) * 3, [[]] * 2, sum([(1,), (2,)], ()))
print([1, [2, 3]] == [1, [2, 3]], [1, 2] < [1, 3], (1, "a") < (1, "b"), [1] < [1, 0], {1: [2]} == {1: [2]}, [[1]] in [[[1]]], (1, 2) + (3,), [3, 1] > [2, 9])
m = {(i, j): i * j for i in range(3) for j in range(3) if i != j}
print(m[1, 2], len(m), max(m.items(), key=lambda kv: kv[1]), {v: k for k, v in m.items()})
q = [5, 3, 8]
q.insert(1, 9); q.extend((1, 2)); q.remove(8); q.reverse()
print(q, q.index(9), q.count(3), q.pop(), q.pop(0), q[::2], q.copy() == q, q.clear(), q)
s = [1, 2, 3, 4, 5]
s[1:3], s[0] = [], "zero"
del s[-1]
print(s, s * 2, min([[3], [1, 2]]), list("ab") + [*"cd"], [None] * 2, [0, *s, 1], len([[], [[]]]))
