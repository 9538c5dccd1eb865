import copy
from collections import OrderedDict, defaultdict, deque


class Plain:
    def __init__(self, items):
        self.items = items


class Slots:
    __slots__ = ("a", "b")


class Custom:
    def __copy__(self):
        return "custom copy"

    def __deepcopy__(self, memo):
        return "custom deepcopy"


p = Plain([1])
c = copy.copy(p)
print(c is p, c.items is p.items, type(c).__name__)
s = Slots()
s.a = [1]
t = copy.copy(s)
print(t.a is s.a, hasattr(t, "b"), copy.copy(Custom()), copy.deepcopy([Custom()]))
for value in ([1, [2]], {"a": [1]}, (1, [2]), {1, 2}, "text", 5, None, frozenset([1]), bytearray(b"x"), range(3), len, int,
              OrderedDict(a=1), deque([1], 4), defaultdict(list, {"k": [1]})):
    new = copy.copy(value)
    print(type(new).__name__, new == value, new is value)
