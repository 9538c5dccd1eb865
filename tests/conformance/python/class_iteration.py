class Count:
    def __init__(self, n):
        self.n = n
        self.i = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.i >= self.n:
            raise StopIteration
        self.i += 1
        return self.i


class Old:
    def __getitem__(self, i):
        if i > 3:
            raise IndexError
        return i * i

    def __len__(self):
        return 4


class Rev:
    def __reversed__(self):
        return iter("reversed")


class Gen:
    def __iter__(self):
        yield 1
        yield from (2, 3)


print(list(Count(3)), tuple(Old()), sum(Count(4)), max(Old()), 9 in Old(), 8 in Old(), list(reversed(Old())))
print("".join(reversed(Rev())), [*Gen(), *Count(2)], {**{"a": 1}}, dict(zip("ab", Gen())))
a, *b = Gen()
print(a, b)
it = iter(Count(2))
print(next(it), next(it), next(it, "end"))
try:
    next(it)
except StopIteration as error:
    print("stop", error.args)
for bad in [lambda: iter(3), lambda: next([]), lambda: list(None), lambda: reversed({1}), lambda: reversed(3),
            lambda: [*3], lambda: 1 in 3, lambda: dict([1]), lambda: zip(1, [2]), lambda: enumerate(3)]:
    try:
        print(bad())
    except TypeError as error:
        print(error)
values = iter([1, 2, 0, 3])
print(list(iter(lambda: next(values), 0)), list(values))


class NoIter:
    __iter__ = None

    def __getitem__(self, i):
        return i


class NoContains:
    __contains__ = None


try:
    iter(NoIter())
except TypeError as error:
    print(error)
try:
    1 in NoContains()
except TypeError as error:
    print(error)


class Mapping:
    def keys(self):
        return ["a", "b"]

    def __getitem__(self, k):
        return k * 2


def f(**kw):
    return kw


print(dict(Mapping()), f(**Mapping()), {**Mapping()})
