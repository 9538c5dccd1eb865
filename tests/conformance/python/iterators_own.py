class Count:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return CountIter(self.n)

    def __len__(self):
        return self.n

    def __reversed__(self):
        return iter(range(self.n, 0, -1))


class CountIter:
    def __init__(self, n):
        self.left = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.left <= 0:
            raise StopIteration
        self.left -= 1
        return self.left


c = Count(3)
print(list(c), tuple(c), set(c) == {0, 1, 2}, sum(c), max(c), sorted(c), 2 in c, 5 in c, [*c], dict.fromkeys(c), list(reversed(c)), list(zip(c, c)), ",".join(map(str, c)))
a, b, d = c
first, *rest = c
print(a, b, d, first, rest, list(enumerate(c)), any(c), all(c))


class Seq:
    def __getitem__(self, i):
        if i >= 3:
            raise IndexError
        return i * 10


s = Seq()
print(list(s), 20 in s, 25 in s, iter(s).__next__(), [x for x in s], max(s))
it = iter(c)
print(next(it), next(it), next(it), next(it, "default"))
try:
    next(it)
except StopIteration:
    print("stop")


class Bad:
    def __iter__(self):
        return 5


for f in (lambda: iter(Bad()), lambda: list(object()), lambda: next(c), lambda: [x for x in 5], lambda: len(it)):
    try:
        f()
    except TypeError as error:
        print(error)


class Inf:
    n = 0

    def __iter__(self):
        return self

    def __next__(self):
        Inf.n += 1
        return Inf.n


for x in Inf():
    if x > 3:
        break
print(x, next(iter(Inf())), [x for x, _ in zip(Inf(), "ab")])


class Falls:
    def __iter__(self):
        yield from self.parts()

    def parts(self):
        yield 1
        yield from (2, 3)


print(list(Falls()), [*Falls(), *Falls()])
class Hint:
    def __iter__(self): return iter("ab")
    def __length_hint__(self): return 10
print(list(Hint()), __import__("operator").length_hint(Hint()), __import__("operator").length_hint([1, 2]))
