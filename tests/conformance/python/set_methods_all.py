a, b = {1, 2, 3}, {2, 3, 4}
show = lambda s: sorted(s)
print(show(a | b), show(a & b), show(a - b), show(a ^ b), a <= b, a < {1, 2, 3, 4}, a >= {1}, a == {3, 2, 1}, a.isdisjoint({9}), 2 in a, len(a))
print(show(a.union([7], "x".split("y") and [8])), show(a.intersection([1, 2], [2])), show(a.difference([1], [2])), show(a.symmetric_difference([1, 9])), a.issubset(range(5)), a.issuperset([1]))
c = a.copy()
c.add(5)
c.discard(99)
c.remove(1)
c.update([6], (7,))
c |= {8}
c &= {5, 6, 8}
c -= {8}
c ^= {1, 5}
print(show(c), c.pop() in (1, 6), len(c))
c.clear()
print(c, set(), frozenset(), frozenset([1]), {1}, repr(frozenset("a")), set("a"), bool(set()))
f = frozenset([1, 2])
print(show(f | {3}), type(f | {3}).__name__, type({3} | f).__name__, f == {1, 2}, hash(f) == hash(frozenset([2, 1])), {f: 1}[frozenset([2, 1])], f in {f})
for g in (lambda: a.remove(99), lambda: set().pop(), lambda: {[]}, lambda: a | [1], lambda: a < 5, lambda: f.add(1), lambda: {1: {2}}[{1}], lambda: hash({1})):
    try:
        print(g())
    except (KeyError, TypeError, AttributeError) as error:
        print(type(error).__name__, error)
print({1} in [{1}], {frozenset([1])} == {frozenset([1])}, {1, 1.0, True}, len({"a", "A".lower()}), show({x % 3 for x in range(9)}), {*"aab"} == set("ab"))
try:
    s = {1, 2}
    for x in s:
        s.add(x + 10)
except RuntimeError as error:
    print(error)
class S(set):
    pass
print(type(S([1]) | {2}).__name__, S([1]), type(S().copy()).__name__, S([1]) == {1}, {1} & S([1]))
print(a > {1, 2}, a != b, {1, 2} < {1, 2}, {1, 2} <= {1, 2}, sum(a), max(a), all(a), any(set()), sorted(a, reverse=True))
