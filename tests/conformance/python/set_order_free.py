a = {x * x % 7 for x in range(20)}
print(sorted(a), len(a), {frozenset({1, 2}), frozenset({2, 1})} == {frozenset([1, 2])}, sorted(map(sorted, {frozenset("ab"), frozenset("c")})))
seen, doubles = set(), []
for word in "a b a c b a".split():
    (doubles.append if word in seen else seen.add)(word)
print(sorted(seen), doubles, seen >= {"a"}, seen.isdisjoint("xyz"), sorted(seen.symmetric_difference("ad")))
