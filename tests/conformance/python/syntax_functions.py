def f(a, b=2, *args, c, d=4, **kwargs):
    return a, b, args, c, d, kwargs


def pos(a, b, /, c, *, k=1):
    return a, b, c, k


print(f(1, c=3), f(1, 5, 6, 7, c=8, z=9), f(*[1, 2], **{"c": 3, "q": 4}))
print(pos(1, 2, 3), pos(1, 2, c=4, k=5))
print(f(*[1], *(2, 3), c=0, **{"x": 1}, **{"y": 2}))


def attempt(call):
    try:
        print(call())
    except TypeError as e:
        print(e)


def two(a, b):
    pass


def three(a, b, c):
    pass


def none():
    pass


def opt(a, b=1):
    pass


def kw(*, k, j):
    pass


attempt(lambda: two(1))
attempt(lambda: two())
attempt(lambda: three())
attempt(lambda: two(1, 2, 3))
attempt(lambda: none(1))
attempt(lambda: opt(1, 2, 3))
attempt(lambda: opt())
attempt(lambda: kw())
attempt(lambda: kw(k=1))
attempt(lambda: kw(1, k=1, j=1))
attempt(lambda: two(1, a=2))
attempt(lambda: two(1, b=2, c=3))
attempt(lambda: pos(1, b=2, c=3))
attempt(lambda: pos(a=1, b=2, c=3))
attempt(lambda: two(*1))
attempt(lambda: two(**1))
attempt(lambda: two(1, **{"a": 1}))
attempt(lambda: f(1, c=2, **{"c": 3}))
attempt(lambda: two(**{1: 2}))
attempt(lambda: 5())
attempt(lambda: "x"(1))
attempt(lambda: (lambda x: x)())


def default(x=[]):
    x.append(1)
    return len(x)


print(default(), default(), default([]))
n = 1


def late(x=n):
    return x


n = 2
print(late(), (lambda x, y=n: x + y)(1))


def outer():
    count = 0

    def inc(by=1):
        nonlocal count
        count += by
        return count

    def get():
        return count

    return inc, get


inc, get = outer()
inc()
inc(5)
print(get(), outer.__name__, inc.__qualname__, inc.__name__, (lambda: 0).__qualname__)
fs = [lambda i=i: i for i in range(3)]
gs = [lambda: i for i in range(3)]
print([x() for x in fs], [x() for x in gs])


def usesglobal():
    global made
    made = 7


usesglobal()
print(made)


def doc():
    """The doc."""


print(doc.__doc__, two.__doc__, f.__defaults__, f.__kwdefaults__)


def annotated(a: int, b: "str" = 1, *c: float, **d: list) -> None:
    pass


print(annotated.__annotations__)


def unbound(flag):
    if flag:
        v = 1
    return v


try:
    unbound(False)
except UnboundLocalError as e:
    print(e)
try:
    undefined_name
except NameError as e:
    print(e)


def free():
    def inner():
        return later
    try:
        inner()
    except NameError as e:
        print(e)
    later = 1
    return inner()


print(free())


def deco(tag):
    def wrap(fn):
        def run(*a, **k):
            return tag, fn(*a, **k)
        return run
    return wrap


@deco("one")
@deco("two")
def decorated(x):
    return x


print(decorated(3))


def delete():
    x = 1
    del x
    try:
        x
    except UnboundLocalError as e:
        return str(e)


print(delete())


def fact(n):
    return 1 if n < 2 else n * fact(n - 1)


print(fact(15))
