import functools


def repeat(_f=None, *, times=2):
    def decorate(f):
        @functools.wraps(f)
        def inner(*args, **kwargs):
            return [f(*args, **kwargs) for _ in range(times)]
        inner.times = times
        return inner
    return decorate if _f is None else decorate(_f)


@repeat
def one(x):
    """One."""
    return x


@repeat(times=3)
def two(x, *, y=0):
    return x + y


print(one(1), two(2, y=5), one.times, two.times, one.__doc__, one.__name__, two.__wrapped__(1))


def memo(f):
    known = {}

    @functools.wraps(f)
    def inner(*args):
        if args not in known:
            known[args] = f(*args)
        return known[args]
    inner.known = known
    return inner


@memo
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(40), len(fib.known))


def only(*types):
    def decorate(f):
        def inner(*args):
            for arg, kind in zip(args, types):
                if not isinstance(arg, kind):
                    raise TypeError(f"{arg!r} is no {kind.__name__}")
            return f(*args)
        return inner
    return decorate


@only(int, (str))
def g(a, b):
    return b * a


print(g(2, "x"))
try:
    g("x", 2)
except TypeError as error:
    print(error)
