rows = [(n, n % 2 == 0, str(n) * n) for n in range(1, 5)]
print([t for n, even, t in rows if even], {n: t for n, even, t in rows if not even}, [("odd", "even")[even] for _, even, _ in rows])
print([x for x in [1, None, 0, "", "a"] if x is not None if x != 0], [*filter(None, (v or None for v in (0, 1, 2)))], [[] for _ in range(2)])
print({**{k: 1 for k in "ab"}, **{k: 2 for k in "bc"}}, [i for i in range(30) if i % 2 == 0 if i % 3 == 0 if i], ["%d%s" % (i, c) for i, c in enumerate("ab")])
