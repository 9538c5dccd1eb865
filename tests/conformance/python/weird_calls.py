class Call:
    def __call__(self, *a):
        return a

    def __getattr__(self, name):
        return lambda *a, **k: (name, a, k)


c = Call()
print(c(1)[0], c.any(2, k=3), c.x.__class__.__name__, (lambda: (lambda: 5))()(), [len, str, max][0]("abc"), {"f": abs}["f"](-2))
print((c.m if c else None)(1), (yes := c)(7), "%s".__mod__(5), "a-b".split("-")[1].upper().lower().join("xy"), (1).__add__(2), -2 .__abs__(), not c.f())
print(*map(lambda f: f(4), (lambda x: x + 1, float, range, [].__class__.__name__.__mul__)))


def curry(a):
    return lambda b: lambda c: (a, b, c)


print(curry(1)(2)(3), (lambda f, x: f(f, x))(lambda f, n: 1 if n < 2 else n * f(f, n - 1), 10))
compose = lambda *fs: lambda x: __import__("functools").reduce(lambda v, f: f(v), fs, x)
print(compose(str, len, hex)(12345), type(compose).__name__, (lambda x=[]: x.append(1) or x)())
try:
    5()
except TypeError as error:
    print(error)
try:
    None.x
except AttributeError as error:
    print(error)
try:
    c.y()()
except TypeError as error:
    print(error)
try:
    "abc"["a"]
except TypeError as error:
    print(error)
try:
    None[0]
except TypeError as error:
    print(error)
try:
    len[0]
except TypeError as error:
    print(error)
try:
    [1, 2].foo = 1
except AttributeError as error:
    print(error)
try:
    (1, 2)[0] = 5
except TypeError as error:
    print(error)
try:
    "abc"[0] = "x"
except TypeError as error:
    print(error)
try:
    del (1, 2)[0]
except TypeError as error:
    print(error)
try:
    for x in None: pass
except TypeError as error:
    print(error)
try:
    a, b = None
except TypeError as error:
    print(error)
try:
    {**None}
except TypeError as error:
    print(error)
try:
    [*None]
except TypeError as error:
    print(error)
try:
    1 in 2
except TypeError as error:
    print(error)
try:
    class X(5): pass
except TypeError as error:
    print(type(error).__name__)
try:
    type("X", (), {}).y
except AttributeError as error:
    print(error)
try:
    object().x = 1
except AttributeError as error:
    print(error)
