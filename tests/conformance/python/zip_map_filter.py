print(list(zip([1, 2, 3], "ab")), list(zip()), list(zip([1])), list(map(lambda a, b: a + b, [1, 2], [10, 20, 30])), list(filter(None, [0, 1, "", "a"])))
print(list(enumerate("ab", start=5)), dict(enumerate("xy")), list(zip(*[(1, "a"), (2, "b")])), list(map(str, range(3))), list(filter(str.isdigit, "a1b2")))
z = zip([1, 2], [3, 4])
print(next(z), list(z), list(z), iter(z) is z)
try:
    list(zip([1], [1, 2], strict=True))
except ValueError as error:
    print(error)
try:
    list(zip([1, 2], [1], strict=True))
except ValueError as error:
    print(error)
print(list(zip([1], [2], strict=True)), sum(map(len, ["a", "bc"])), any(map(str.isupper, "aB")), all([]), sum([[1], [2]], []), sum([0.1] * 10), sum(range(5), 10))
m = map(print, "ab")
print("lazy")
list(m)
it = iter([1, 2, 3, 4, 5])
print(list(zip(it, it)), next(it, "end"))
for f in (lambda: zip(1), lambda: map(), lambda: map(5), lambda: next(5), lambda: next(iter([])), lambda: iter(5), lambda: enumerate(), lambda: sum("ab"), lambda: sum(["a"]), lambda: list(map(5, [1]))):
    try:
        print(f())
    except (TypeError, StopIteration) as error:
        print(type(error).__name__, error)
print(list(iter(iter([3, 2, 0, 1]).__next__, 0)), abs(-3), divmod(-7, 3), pow(2, 10, 1000), round(2.5), round(-3.567, 2), round(1234, -2), callable(len), chr(97), bin(5), oct(8), hex(255))
print(type(map(str, [])).__name__, type(zip()).__name__, type(enumerate([])).__name__, type(filter(None, [])).__name__)
