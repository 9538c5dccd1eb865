words = ["banana", "Apple", "cherry", "date", "apple"]
print(sorted(words), sorted(words, key=str.lower), sorted(words, key=len, reverse=True), sorted(words, key=lambda w: (len(w), w)))
print(sorted([3, 1.5, True, 2]), sorted("hello"), sorted({3, 1, 2}), sorted({"b": 1, "a": 2}), sorted([(1, "b"), (1, "a"), (0, "z")]))
pairs = [("a", 2), ("b", 1), ("c", 2), ("d", 1)]
print(sorted(pairs, key=lambda p: p[1]), sorted(pairs, key=lambda p: p[1], reverse=True), min(pairs, key=lambda p: p[1]), max(pairs, key=lambda p: p[1]))


class V:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        return self.n < other.n

    def __repr__(self):
        return f"V{self.n}"


vs = [V(3), V(1), V(2)]
print(sorted(vs), min(vs), vs.sort(), vs, sorted(vs, reverse=True))
for f in (lambda: sorted([1, "a"]), lambda: sorted([1, None]), lambda: sorted(5), lambda: [3, 1].sort(lambda x: x), lambda: max([]), lambda: min(1, "a"), lambda: sorted([1j, 2j])):
    try:
        print(f())
    except (TypeError, ValueError) as error:
        print(error)
print(max([], default=0), max(1, 2, 3), min("b", "a", key=ord), max([[1, 2], [1, 3]]), max("abc", "abd"), min([float("nan"), 1]))
calls = []
print(sorted([3, 1, 2], key=lambda x: calls.append(x) or -x), calls)
a = list(range(20))
a.sort(key=lambda x: (x % 3, -x))
print(a)
try:
    b = [3, 2, 1]
    b.sort(key=lambda x: b.append(x) or x)
except ValueError as error:
    print(error)
print(list(reversed([1, 2, 3])), list(reversed("ab")), list(reversed(range(3))), list(reversed({"a": 1})))
