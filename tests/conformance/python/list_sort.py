words = "the Quick brown Fox jumps over the lazy dog and the cat naps".split()
print(sorted(words))
print(sorted(words, key=str.lower))
print(sorted(words, key=len, reverse=True))
numbers = [(i * 7919) % 101 for i in range(60)]
print(sorted(numbers))
print(sorted(numbers, reverse=True))
print(sorted(numbers, key=lambda n: n % 7))
print(sorted(numbers, key=lambda n: n % 7, reverse=True))
print(sorted([0.5, -1.5, 2.25, 0.0]), sorted([3, 1.5, True, 2]))
print(sorted([(1, "b"), (0, "z"), (1, "a")]), sorted([[2], [1, 2], [1]]))
print(sorted({"b": 1, "a": 2}), sorted("hello"), sorted(set([3, 1, 2])))


class Version:
    def __init__(self, *parts):
        self.parts = parts

    def __lt__(self, other):
        return self.parts < other.parts

    def __repr__(self):
        return "v" + ".".join(str(p) for p in self.parts)


print(sorted([Version(1, 10), Version(1, 2), Version(0, 9)]))
a = [3, 1, 2]
print(a.sort(), a)
a.sort(key=lambda x: -x)
print(a)


def attempt(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


attempt(lambda: sorted([1, "a"]))
attempt(lambda: sorted([object(), object()]) and None)
attempt(lambda: sorted([1, 2], key=3))
attempt(lambda: sorted([1, 2], key=lambda x: 1 / (x - 1)))
attempt(lambda: sorted(5))
b = ["b", 1, "a"]
attempt(b.sort)
print(len(b), max([3, 9, 2]), min("hello"), max([1, 5], [2], key=len))
pairs = [(i % 3, i) for i in range(20)]
pairs.sort(key=lambda p: p[0])
print(pairs)
