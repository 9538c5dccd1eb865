import functools
from functools import cached_property, lru_cache, partial, partialmethod, reduce, singledispatch, singledispatchmethod, total_ordering, wraps, cmp_to_key

print(reduce(lambda a, b: a * b, range(1, 6)), reduce(lambda a, b: a + b, [], "start"), reduce(max, [3, 9, 2]))
p = partial(int, base=2)
print(p("101"), p.func is int, p.args, p.keywords, partial(partial(pow, 2), 3)(), partial(print, "a", sep="-")("b"))


@lru_cache(maxsize=2)
def square(x):
    print("compute", x)
    return x * x


print(square(2), square(2), square(3), square(4), square(2), square.cache_info())
square.cache_clear()
print(square.cache_info(), square.__wrapped__(5))


@total_ordering
class N:
    def __init__(self, n):
        self.n = n

    def __eq__(self, o):
        return self.n == o.n

    def __lt__(self, o):
        return self.n < o.n


print(N(1) <= N(1), N(2) > N(1), N(1) >= N(2))


@singledispatch
def kind(x):
    return "object"


@kind.register
def _(x: int):
    return "int"


@kind.register(list)
@kind.register(tuple)
def _(x):
    return "sequence"


print(kind(1), kind(True), kind([]), kind(()), kind("s"), kind.dispatch(int)(5), kind.registry.keys() >= {int, list})


class C:
    @cached_property
    def value(self):
        print("once")
        return 42

    @singledispatchmethod
    def f(self, x):
        return "other"

    @f.register
    def _(self, x: str):
        return "str"

    def add(self, a, b):
        return a + b

    add5 = partialmethod(add, 5)


c = C()
print(c.value, c.value, c.f(1), c.f("a"), c.add5(2), "value" in vars(c))
print(sorted([3, 1, 2], key=cmp_to_key(lambda a, b: b - a)), functools.cache(len)("abc"))
try:
    reduce(max, [])
except TypeError:
    print("nothing to reduce")


def deco(f):
    @wraps(f)
    def w(*a):
        """inner"""
        return f(*a)
    return w


@deco
def documented(x: int) -> str:
    """Doc."""
    return str(x)


print(documented.__name__, documented.__doc__, documented.__annotations__, documented.__wrapped__(3))
