import itertools as it
import operator

print(list(it.chain([1], "ab", range(2))), list(it.chain.from_iterable([[1, 2], [3]])), list(it.islice(it.count(10, 2), 2, 5)), list(it.accumulate([1, 2, 3, 4], operator.mul)), list(it.accumulate([1, 2], initial=10)))
print(list(it.product("ab", [1, 2])), list(it.product([0, 1], repeat=2)), list(it.permutations([1, 2, 3], 2)), list(it.combinations("abc", 2)), list(it.combinations_with_replacement("ab", 2)))
print([(k, list(g)) for k, g in it.groupby("aabccc")], [(k, len(list(g))) for k, g in it.groupby([1, 3, 2, 4, 5], key=lambda x: x % 2)])
print(list(it.takewhile(lambda x: x < 3, [1, 2, 3, 1])), list(it.dropwhile(lambda x: x < 3, [1, 2, 3, 1])), list(it.filterfalse(lambda x: x % 2, range(5))), list(it.compress("abcd", [1, 0, 1, 0])))
print(list(it.zip_longest([1, 2], "a", fillvalue="-")), list(it.starmap(pow, [(2, 3), (3, 2)])), list(it.repeat("x", 3)), list(it.pairwise("abcd")), list(it.islice(it.cycle("ab"), 5)))
a, b = it.tee(iter([1, 2, 3]))
print(next(a), list(b), list(a), list(it.islice("abcdef", 1, None, 2)), list(it.islice([1, 2], 0)))
groups = it.groupby([1, 1, 2])
k1, g1 = next(groups)
k2, g2 = next(groups)
print(k1, list(g1), k2, list(g2))
for f in (lambda: it.islice([], -1), lambda: list(it.combinations([1], -1)), lambda: it.repeat(), lambda: it.chain(5).__next__()):
    try:
        print(f())
    except (ValueError, TypeError) as error:
        print(type(error).__name__)
print(sum(1 for _ in it.permutations(range(5))), max(it.accumulate([3, -5, 4], max)), "".join(it.chain(*it.repeat("ab", 2))))
