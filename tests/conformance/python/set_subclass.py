class Tags(set):
    def add(self, tag):
        super().add(tag.lower())
        return self


t = Tags(["a"])
t.add("B").add("b")
print(sorted(t), isinstance(t, set), type(t | {"c"}).__name__, type(t.copy()).__name__, t == {"a", "b"})
print(Tags(), Tags({1}), repr(Tags("x")))


class Frozen(frozenset):
    def __new__(cls, *items):
        return super().__new__(cls, items)


f = Frozen(1, 2)
print(sorted(f), hash(f) == hash(frozenset([1, 2])), type(f).__name__, f | {3} == {1, 2, 3}, Frozen(1))
recursive = [1]
recursive.append({"k": recursive})
print(recursive)
big = set()
for i in range(1000):
    big.add(i * 17 % 513)
for i in range(0, 513, 2):
    big.discard(i)
print(len(big), sum(big), min(big), max(big))
print({1, 1.0, True}, {0, False} == {0}, {None, None}, {"a", "a"})
print(sorted(map(tuple, map(sorted, {frozenset([1, 2]), frozenset([2, 1]), frozenset([3])}))))
