class P:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y


class Q(P):
    __slots__ = ["z"]


class R(Q):
    pass


p, q, r = P(1, 2), Q(3, 4), R(5, 6)
q.z = 5
r.anything = 1
print(p.x, q.z, r.anything, P.__slots__, Q.__slots__, hasattr(p, "__dict__"))
for f in (lambda: setattr(p, "w", 1), lambda: p.z, lambda: Q(1, 2).z, lambda: vars(p)):
    try:
        print(f())
    except (AttributeError, TypeError) as error:
        print(type(error).__name__)
del p.x
try:
    p.x
except AttributeError as error:
    print(error)
print(type(P.x).__name__, isinstance(r, P))
