from itertools import accumulate, chain, count, cycle, groupby, islice, repeat, takewhile, tee, zip_longest


def grouper(items, n):
    return list(zip_longest(*[iter(items)] * n))


def round_robin(*iterables):
    iterators = cycle(iter(it).__next__ for it in iterables)
    left = len(iterables)
    while left:
        try:
            for step in iterators:
                yield step()
        except StopIteration:
            left -= 1
            iterators = cycle(islice(iterators, left))


def flatten(lists):
    return list(chain.from_iterable(lists))


def encode(text):
    return [(len(list(group)), key) for key, group in groupby(text)]


print(grouper("ABCDEFG", 3), list(round_robin("ABC", "D", "EF")), flatten([[1], [2, 3]]), encode("aaabccd"))
primes = (n for n in count(2) if all(n % d for d in range(2, n)))
print(list(islice(primes, 8)), list(takewhile(lambda n: n < 50, accumulate(repeat(2), lambda a, b: a * b))))
a, b = tee(range(4))
next(b)
print(list(zip(a, b)), dict(zip("abc", count())), list(map(lambda x, y: x + y, range(3), cycle([10]))))
