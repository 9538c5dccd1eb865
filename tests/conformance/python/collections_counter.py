from collections import Counter

c = Counter("abracadabra")
print(c, c["a"], c["missing"], c.most_common(2), c.total(), sorted(c.elements()))
c.update("aaa", b=10)
c.subtract({"c": 3})
print(c, Counter(a=1, b=2), Counter({"x": 3}), Counter())
one, two = Counter(a=3, b=1), Counter(a=1, b=2)
print(one + two, one - two, one & two, one | two, +Counter(a=-1, b=1), -Counter(a=-1, b=1))
one += two
print(one)
one -= Counter(a=10)
one |= Counter(z=1)
one &= Counter(z=5)
print(one, Counter(a=1) == Counter(a=1, b=0), Counter(a=1) <= Counter(a=2), Counter(a=2) > Counter(a=1))
del c["nothing"]
del c["a"]
print("a" in c, c.copy() == c, type(c.copy()).__name__, Counter(a=1) != Counter(b=1), Counter("ab") < Counter("abc"))
print(Counter(["x", "y", "x"]).items(), dict(Counter("hello")), Counter(a="odd", b=1))
try:
    Counter.fromkeys("ab")
except NotImplementedError as error:
    print(type(error).__name__)
