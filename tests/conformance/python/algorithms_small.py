def sieve(n):
    marks = [True] * (n + 1)
    for i in range(2, int(n ** 0.5) + 1):
        if marks[i]:
            marks[i * i::i] = [False] * len(marks[i * i::i])
    return [i for i in range(2, n + 1) if marks[i]]


def quicksort(a):
    if len(a) < 2:
        return a
    p, *rest = a
    return quicksort([x for x in rest if x < p]) + [p] + quicksort([x for x in rest if x >= p])


def bfs(graph, start):
    seen, queue = {start: 0}, [start]
    for node in queue:
        for n in graph.get(node, ()):
            if n not in seen:
                seen[n] = seen[node] + 1
                queue.append(n)
    return seen


def queens(n, row=0, cols=()):
    if row == n:
        return [cols]
    return [s for c in range(n) if all(c != k and abs(c - k) != row - i for i, k in enumerate(cols)) for s in queens(n, row + 1, cols + (c,))]


def lcs(a, b):
    t = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            t[i + 1][j + 1] = t[i][j] + 1 if x == y else max(t[i][j + 1], t[i + 1][j])
    return t[-1][-1]


print(sieve(50), quicksort([3, 6, 1, 8, 2, 9, 2]), bfs({1: [2, 3], 2: [4], 3: [4], 4: [1]}, 1), queens(6), lcs("AGGTAB", "GXTXAYB"))
print(sum(x * y for x, y in zip(range(100), range(100, 0, -1))), [[sum(a * b for a, b in zip(r, c)) for c in zip(*[[1, 2], [3, 4]])] for r in [[1, 2], [3, 4]]])
roman = lambda n: "".join(s * (n // v % (w // v if w else 10)) for v, s, w in [(1000, "M", 0), (100, "C", 1000), (10, "X", 100), (1, "I", 10)])
print(roman(1312), bin(37)[2:].count("1"), int("".join(reversed(str(12345)))), [f"{i:03b}" for i in range(4)])
x, y = 1071, 462
while y:
    x, y = y, x % y
print(x, {w: len(w) for w in "a bb ccc".split()}, max("the quick brown".split(), key=len), "".join(chr((ord(c) - 97 + 13) % 26 + 97) for c in "hello"))
print([list(map(int, str(n))) for n in (12, 345)], all(n % d for d in range(2, 7) for n in [97]), sorted({tuple(sorted(w)) for w in ("ab", "ba", "c")}), (lambda d: {v: [k for k in d if d[k] == v] for v in d.values()})({"a": 1, "b": 2, "c": 1}))
