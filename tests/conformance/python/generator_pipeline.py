def numbers(n):
    for i in range(n):
        yield i


def only(predicate, it):
    for x in it:
        if predicate(x):
            yield x


def batch(it, size):
    block = []
    for x in it:
        block.append(x)
        if len(block) == size:
            yield block
            block = []
    if block:
        yield block


print(list(batch(only(lambda x: x % 3, numbers(14)), 4)))


def average():
    total = count = 0
    value = None
    while True:
        value = yield value
        total += value
        count += 1
        value = total / count


a = average()
next(a)
print([a.send(x) for x in (10, 20, 30)])


def primes():
    known = []
    n = 2
    while True:
        if all(n % p for p in known):
            known.append(n)
            yield n
        n += 1


print([p for p, _ in zip(primes(), range(10))])


def permutations(items):
    if not items:
        yield ()
    for i, item in enumerate(items):
        for rest in permutations(items[:i] + items[i + 1:]):
            yield (item, *rest)


print(list(permutations("abc")))


def hanoi(n, a="a", b="b", c="c"):
    if n:
        yield from hanoi(n - 1, a, c, b)
        yield a + c
        yield from hanoi(n - 1, b, a, c)


print(" ".join(hanoi(3)))
