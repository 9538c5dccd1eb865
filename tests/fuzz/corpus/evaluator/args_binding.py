def f(a, b=2, /, c=3, *args, d, e=5, **kw):
    return a, b, c, args, d, e, kw


print(f(1, d=4), f(1, 2, 3, 4, 5, d=6, z=7), f(1, d=4, a=9, b=8), f(1, c=0, d=1))
for call in (lambda: f(), lambda: f(1), lambda: f(d=1), lambda: f(1, 2, c=3, d=4, **{"c": 5}), lambda: f(1, 2, 3, c=4, d=5)):
    try:
        print(call())
    except TypeError as error:
        print(error)


def g(x, y):
    return x - y


def h(*, k):
    return k


def n():
    pass


for call in (lambda: g(1), lambda: g(), lambda: g(1, 2, 3), lambda: g(1, x=2), lambda: g(1, 2, z=3), lambda: h(1), lambda: h(), lambda: n(1), lambda: n(a=1), lambda: g(*[1], **{"x": 1}), lambda: len(), lambda: len(1, 2), lambda: int(a=1), lambda: [].append()):
    try:
        print(call())
    except TypeError as error:
        print(error)
print(g(y=1, x=5), g(*(1, 2)), g(**{"x": 1, "y": 0}), h(k=1), n(), (lambda *a, **k: (a, k))(1, b=2), (lambda a, b=lambda: 5: b() + a)(1))


def mutable(x, acc=[]):
    acc.append(x)
    return acc


print(mutable(1), mutable(2), mutable(3, []), mutable.__defaults__)


def order(a=print("default evaluated"), *, b=1):
    pass


print(f.__code__.co_varnames[:3], f.__defaults__, f.__kwdefaults__, f.__code__.co_argcount, f.__code__.co_posonlyargcount, f.__code__.co_kwonlyargcount)
f.__defaults__ = (20, 30)
print(f(1, d=0))


def trace(x):
    print("eval", x)
    return x


print(g(trace(1), y=trace(2)), {trace("k"): trace("v")}, trace([3])[trace(0)], trace(1) + trace(2) * trace(3))
