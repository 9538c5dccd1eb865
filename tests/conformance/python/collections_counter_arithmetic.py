from collections import Counter

words = "the cat and the dog and the bird".split()
c = Counter(words)
print(c.most_common(), sum(c.values()), sorted(c), c["the"] / c.total())
print((c - Counter(the=2)).most_common(2), (c & Counter(["the", "the", "and"])), Counter({w: len(w) for w in c}).most_common(1))
merged = sum((Counter(w) for w in words), Counter())
print(merged.most_common(3), max(merged, key=merged.get))
