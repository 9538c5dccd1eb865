from itertools import chain, compress, filterfalse, starmap

print(list(chain("ab", [1, 2], (), {"k": 1})), list(chain()))
print(list(chain.from_iterable(["ab", "cd"])), list(chain.from_iterable([x] * x for x in range(4))))
print(list(compress("ABCDEF", [1, 0, 1, 0, 1, 1])), list(compress(range(5), [True])))
print(list(filterfalse(lambda x: x % 2, range(10))), list(filterfalse(None, [0, 1, "", "x"])))
print(list(starmap(pow, [(2, 5), (3, 2)])), list(starmap(max, ["ab", "dc"])))
lazy = chain.from_iterable(iter([[1, 2], None]))
print(next(lazy), next(lazy))
try:
    next(lazy)
except TypeError as error:
    print(type(error).__name__)
