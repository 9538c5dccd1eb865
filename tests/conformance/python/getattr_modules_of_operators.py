class N:
    def __init__(self, v):
        self.v = v

    def __getattr__(self, name):
        raise AttributeError(name)

    def __add__(self, o):
        return N(self.v + (o.v if isinstance(o, N) else o))

    __radd__ = __add__

    def __iadd__(self, o):
        self.v += 100
        return self

    def __neg__(self):
        return N(-self.v)

    def __call__(self, *a, **k):
        return (self.v, a, k)

    def __index__(self):
        return self.v

    def __bool__(self):
        return self.v > 0

    def __contains__(self, x):
        return x == self.v

    def __matmul__(self, o):
        return "mat"

    def __divmod__(self, o):
        return "divmod"

    def __rpow__(self, o):
        return f"{o}**"

    def __round__(self, n=None):
        return f"round {n}"

    def __format__(self, spec):
        return f"<{spec}>"

    def __reversed__(self):
        return "rev"


n = N(2)
print((n + 1).v, (1 + n).v, (-n).v, n(1, a=2), [10, 20, 30][n], bool(N(-1)), 2 in n, n @ 1, divmod(n, 3), 2 ** n)
n += 1
print(n.v, round(n), round(n, 2), f"{n:abc}", reversed(n), sum([N(1), N(2)], N(0)).v, "abc"[N(0):N(2)], list(range(N(3))), hex(N(255)))
n.__add__ = lambda o: "instance"
print((n + 1).v, n.__add__(1))
for f in (lambda: n - 1, lambda: 1 - n, lambda: n < n, lambda: ~n, lambda: n[0], lambda: len(n), lambda: iter(n), lambda: n @ n, lambda: int(N(4)), lambda: float(N(4))):
    try:
        print(f())
    except TypeError as error:
        print(error)
