print(list(map(str, [1, 2])), list(map(lambda a, b: a + b, [1, 2, 3], [10, 20])), list(map(None.__class__.__name__.__add__, "ab")))
print(list(filter(None, [0, 1, "", "a"])), list(filter(lambda x: x % 2, range(6))), list(filter(str.isdigit, "a1b2")))
print(list(zip()), list(zip([1, 2])), list(zip([1, 2, 3], "ab")), list(zip([1], [2], [3])), dict(zip("ab", [1, 2])))
print(list(enumerate("ab")), list(enumerate("ab", 5)), list(enumerate(iterable="x", start=-1)))
print(list(reversed([1, 2, 3])), list(reversed("abc")), list(reversed(range(4))), list(reversed((1, 2))), list(reversed({"a": 1, "b": 2})))
for strict in [([1, 2], [1]), ([1], [1, 2]), ([1], [2], [3, 4]), ([1, 2], [1, 2])]:
    try:
        print(list(zip(*strict, strict=True)))
    except ValueError as error:
        print(error)
z = zip("ab", [1, 2])
print(next(z), next(z), next(z, None), iter(z) is z, type(z).__name__)
m = map(lambda x: 1 / x, [1, 0])
print(next(m))
try:
    next(m)
except ZeroDivisionError as error:
    print(error)
for bad in [lambda: map(len), lambda: filter(len), lambda: zip(1), lambda: enumerate(), lambda: reversed(), lambda: reversed({1, 2}),
            lambda: enumerate([], "a"), lambda: zip([], foo=1), lambda: map(1, [1]), lambda: list(map(1, [1])), lambda: enumerate(1, 2, 3)]:
    try:
        bad()
        print("fine")
    except TypeError as error:
        print(error)
print(sorted([3, 1, 2]), sorted("bca", reverse=True), sorted([(1, "b"), (1, "a")]), sorted([-3, 2], key=abs), sorted({3: 1, 1: 2}))
print(sorted(["b", "A", "c"], key=str.lower), sorted([1, 2, 3, 4], key=lambda v: v % 2), sorted([1, 2, 3, 4], key=lambda v: v % 2, reverse=True))
try:
    sorted([1, "a"])
except TypeError as error:
    print(error)
i = iter([1, 2])
print(next(i), list(i), list(i), next(i, "done"))
print(iter("a").__next__(), [].__iter__().__length_hint__())
g = (x for x in [1])
print(next(g), next(g, "over"), iter(g) is g)
try:
    next(g)
except StopIteration as error:
    print("stop", error.value)
a, b = map(int, ["1", "2"])
print(a, b, max(map(len, ["a", "bbb"])), sum(map(int, "123")), "".join(map(str, range(3))))


class MyEnumerate(enumerate):
    pass


print(list(MyEnumerate("a")), len(list(zip(range(3), map(str, range(3)), filter(None, [1, 2, 3])))))
