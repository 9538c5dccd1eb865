fs = {name: (lambda v, name=name: f"{name}{v}") for name in "ab"}
print(fs["a"](1), fs["b"](2), (lambda: None)(), (lambda *a, k=1, **kw: (a, k, kw))(1, 2, k=3, z=4), (lambda x, /, y, *, z: x + y + z)(1, 2, z=3))
adders = [lambda x, n=n: x + n for n in range(3)]
print([f(10) for f in adders], (lambda f: f(f))(lambda f: "self"), sorted([3, 1], key=lambda v: -v), list(map(lambda p: p[0] * p[1], [(1, 2), (3, 4)])))
f = lambda x: x
f.attr = 1
print(f.__name__, f.attr, f.__defaults__, (lambda x=1: x).__defaults__, (lambda: (yield))().__next__(), type(lambda: 0).__name__)
default = [1]
def g(a=default, b=len(default)):
    return a, b
default.append(2)
default = None
print(g(), g.__defaults__)
def rec(n, acc=None):
    acc = acc if acc is not None else []
    if n:
        acc.append(n)
        return rec(n - 1, acc)
    return acc
print(rec(3), rec(2))
class K:
    d = 5
    def m(self, v=d, w=lambda self: self.d):
        return v, w(self)
print(K().m(), (lambda: K)().d, (lambda a, b: a or b)(0, 2))
h = lambda: [i for i in range(3)]
print(h(), (lambda s: {c: s.count(c) for c in s})("aab"), (lambda *, a: a)(a=1), (lambda x: lambda y: lambda z: x + y + z)(1)(2)(3))
