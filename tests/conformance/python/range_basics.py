r = range(2, 20, 3)
print(r, range(5), range(1, 5), list(r), len(r), r[0], r[-1], r[1:3], r[::-1], list(r[::-1]))
print(5 in r, 6 in r, 5.0 in r, "a" in r, r.index(8), r.count(8), r.count(9), r.start, r.stop, r.step)
print(list(range(5, 0, -2)), list(range(0)), list(range(3, 3)), bool(range(0)), bool(range(1)),
      len(range(10, 0, -3)))
print(range(0, 3) == range(3), range(0, 5, 2) == range(0, 6, 2), range(0) == range(5, 5),
      range(3) != range(4))
print(hash(range(3)) == hash(range(0, 3)), {range(2): 1}[range(0, 2)], list(reversed(range(4))),
      sum(range(101)))
print(range(10)[2:8:2], range(10)[-3:], range(10)[20:], range(0, 10, 3)[::2], tuple(range(3)), [*range(3)])
print(len(range(10**15)), 10**14 in range(10**15), range(10**15)[10**12])


def attempt(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


attempt(lambda: range())
attempt(lambda: range(1, 2, 0))
attempt(lambda: range(1.5))
attempt(lambda: range("a"))
attempt(lambda: range(1, 2, 3, 4))
attempt(lambda: range(3)[5])
attempt(lambda: range(3)["a"])
attempt(lambda: range(3).index(7))
attempt(lambda: range(3) < range(4))
attempt(lambda: range(3) + [1])


class Index:
    def __index__(self):
        return 3


print(list(range(Index())), range(Index(), 5), range(True))
it = iter(range(3))
print(next(it), list(it), next(it, None))
