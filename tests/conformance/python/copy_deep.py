import copy
from collections import OrderedDict, defaultdict, deque


class Node:
    def __init__(self, value):
        self.value = value
        self.links = []


class Slotted(Node):
    __slots__ = ("extra",)


class Counted(dict):
    pass


class Stated:
    def __init__(self):
        self.a = [1]
        self.cache = "big"

    def __getstate__(self):
        return {"a": self.a}

    def __setstate__(self, state):
        self.__dict__.update(state)
        self.cache = "fresh"


class Reduced:
    def __init__(self, x, y):
        self.xy = [x, y]

    def __reduce__(self):
        return Reduced, (self.xy[0], self.xy[1] + 1)


a = Node([1])
b = Slotted({"k": a})
b.extra = a
a.links += [b, a]
n = copy.deepcopy(a)
print(n is a, n.links[1] is n, n.links[0].value["k"] is n, n.links[0].extra is n, n.value, n.value is a.value)
shared = [1]
both = copy.deepcopy([shared, shared, (shared,), (1, 2)])
print(both, both[0] is both[1], both[2][0] is both[0], both[0] is shared)
loop = []
loop.append(loop)
new = copy.deepcopy(loop)
print(new[0] is new, new is loop)
c = Counted(x=[1])
c.tag = [2]
d = copy.deepcopy(c)
print(d, d.tag, type(d).__name__, d["x"] is c["x"], d.tag is c.tag)
s = copy.deepcopy(Stated())
print(s.a, s.cache, copy.deepcopy(Reduced(1, 2)).xy, copy.deepcopy(OrderedDict(a=[1])), copy.deepcopy(defaultdict(list, a=[1])), copy.deepcopy(deque([[1]], 3)))
memo = {}
copy.deepcopy(shared, memo)
print(memo[id(shared)], copy.deepcopy({(1, 2): {3}}), copy.deepcopy(print) is print, copy.deepcopy(Node) is Node)
bound = copy.deepcopy({"f": a.links.append})
e = copy.deepcopy(ValueError("x", [1]))
print(type(e).__name__, e.args)
t = ([],)
u = copy.deepcopy(t)
print(u, u is t, copy.deepcopy((1, "x")) == (1, "x"))
