from collections import deque

d = deque("abc")
d.append("d")
d.appendleft("z")
print(d, len(d), d[0], d[-1], "b" in d, d.pop(), d.popleft(), list(reversed(d)))
d.extend([1, 2])
d.extendleft([3, 4])
print(d, d.count(1), d.index("b"))
d.rotate(2)
print(d)
d.rotate(-1)
d.reverse()
print(d, d == deque(d), d != deque(), deque([1, 2]) < deque([1, 3]))
d.remove("b")
d.insert(1, "new")
d[0] = "first"
del d[-1]
print(d, d.copy(), d + deque([9]), deque([1]) * 3, bool(deque()), deque([1], 5))
small = deque(maxlen=3)
for i in range(5):
    small.append(i)
print(small, small.maxlen)
small.appendleft(9)
print(small, deque(range(10), 2), deque([1, 2, 3], maxlen=0))
for bad in (lambda: deque().pop(), lambda: deque().popleft(), lambda: small.insert(0, 1), lambda: d.remove("none"),
            lambda: deque([], -1), lambda: hash(d), lambda: d[99], lambda: d[0:1]):
    try:
        bad()
    except (IndexError, ValueError, TypeError) as error:
        print(type(error).__name__)
try:
    for item in d:
        d.append(item)
except RuntimeError as error:
    print(type(error).__name__)
