class Vec:
    def __init__(self, *v):
        self.v = v

    def __repr__(self):
        return f"{type(self).__name__}{self.v}"

    def __add__(self, other):
        if not isinstance(other, Vec):
            return NotImplemented
        return type(self)(*[a + b for a, b in zip(self.v, other.v)])

    def __mul__(self, k):
        return type(self)(*[a * k for a in self.v])

    __rmul__ = __mul__

    def __matmul__(self, other):
        return sum(a * b for a, b in zip(self.v, other.v))

    def __neg__(self):
        return type(self)(*[-a for a in self.v])

    def __abs__(self):
        return max(abs(a) for a in self.v)

    def __invert__(self):
        return "inverted"

    def __pos__(self):
        return self

    def __iadd__(self, other):
        self.v = tuple(a + 100 for a in self.v)
        return self

    def __rsub__(self, other):
        return ("rsub", other)

    def __pow__(self, n, mod=None):
        return ("pow", n, mod)

    def __divmod__(self, n):
        return ("divmod", n)

    def __rdivmod__(self, n):
        return ("rdivmod", n)

    def __round__(self, n=None):
        return ("round", n)

    def __lshift__(self, n):
        return ("lshift", n)

    def __bool__(self):
        return any(self.v)

    def __getitem__(self, i):
        return self.v[i]

    def __contains__(self, x):
        return x == "in"

    def __call__(self, *args, **kw):
        return (args, kw)

    def __len__(self):
        return len(self.v)

    def __index__(self):
        return 2

    def __int__(self):
        return 11

    def __float__(self):
        return 1.5

    def __complex__(self):
        return 1j


a, b = Vec(1, 2), Vec(3, 4)
print(a + b, a * 3, 3 * a, a @ b, -a, abs(-b), ~a, +a, 5 - a)
print(a ** 2, pow(a, 2, 3), divmod(a, 3), divmod(3, a), round(a), round(a, 2), a << 1)
c = a
a += b
print(a, a is c, bool(Vec(0)), bool(a), a[0], "in" in a, 1 in a, a(1, k=2), len(a))
print([10, 20, 30][a], int(a), float(a), complex(a), "%d" % 3, list(a), hex(a), range(10)[a])
for expression in [lambda: a + 1, lambda: 1 + a, lambda: a - 1, lambda: a // 2, lambda: 1 << a, lambda: a < b,
                   lambda: -object(), lambda: ~1.5, lambda: "a" + 1, lambda: [1] + (2,), lambda: (1,) + [2],
                   lambda: "a" * "b", lambda: {} + {}, lambda: None + 1, lambda: 1 @ 2, lambda: b"a" + "b"]:
    try:
        print(expression())
    except TypeError as error:
        print(error)
x = 1
try:
    x += "a"
except TypeError as error:
    print(error)
try:
    x **= "a"
except TypeError as error:
    print(error)


class Sub(Vec):
    def __radd__(self, other):
        return ("sub radd", other)


print(Vec(1) + Sub(2), Sub(1) + Vec(2))


class Both:
    def __add__(self, other):
        return NotImplemented

    def __radd__(self, other):
        return "radd"


try:
    Both() + Both()
except TypeError as error:
    print(error)
print(1 + Both(), "s" + Both(), [1] + Both())
l = [1]
l += Both() if False else (2, 3)
print(l)
