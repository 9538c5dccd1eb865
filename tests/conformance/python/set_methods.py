s = {3, 1, 2}
s.add(4)
s.add(1)
print(sorted(s), len(s), 1 in s, 9 in s, set(), {1}, frozenset(), frozenset({2}))
s.discard(9)
s.discard(1)
s.remove(2)
print(sorted(s))
a, b = {1, 2, 3}, {2, 3, 4}
for name in ["union", "intersection", "difference", "symmetric_difference"]:
    print(name, sorted(getattr(a, name)(b)), sorted(getattr(a, name)([5, 1])))
print(sorted(a | b), sorted(a & b), sorted(a - b), sorted(a ^ b))
print(a.union([5], (6,)) == {1, 2, 3, 5, 6}, a.union(), a.intersection([1, 2], [2]), a.difference([1], [2]))
print({1} < {1, 2}, {1} <= {1}, {1, 2} > {1}, {1} >= {2}, {1} == {1}, {1} != {2}, {1} < {2, 3})
print(a.issubset([1, 2, 3, 4]), a.issuperset([1]), a.isdisjoint([7]), a.isdisjoint(b))
c = set(a)
c.update([7], {8})
c.intersection_update([1, 2, 7, 8])
c.difference_update([1])
c.symmetric_difference_update([2, 9])
print(sorted(c))
c |= {20}
c &= {20, 7}
c -= {7}
c ^= {20, 21}
print(c)
print(sorted(set("hello")), sorted({x % 3 for x in range(10)}), set([1]).pop(), len(set(range(100))))
f = frozenset([1, 2])
print(hash(f) == hash(frozenset([2, 1])), f in {f}, {1, 2} in {f}, f == {1, 2}, type(f | {3}).__name__,
      type({3} | f).__name__)
print(isinstance(f, set), frozenset(f) is f, f.union([3]) == {1, 2, 3}, f.copy() is f)


def attempt(g):
    try:
        print(g())
    except Exception as error:
        print(type(error).__name__, error)


attempt(lambda: set().pop())
attempt(lambda: {1}.remove(2))
attempt(lambda: {[]})
attempt(lambda: {1} | [2])
attempt(lambda: {1} < 2)
attempt(lambda: set(5))
attempt(lambda: set([1], [2]))
attempt(lambda: frozenset().add(1))
attempt(lambda: {1}[0])
attempt(lambda: hash(set()))
t = {1, 2, 3}
try:
    for x in t:
        t.add(x + 10)
except RuntimeError as error:
    print(error)
t.clear()
print(t, bool(t))
