from functools import cache, lru_cache

calls = []


@lru_cache(maxsize=2)
def square(x):
    """Squares."""
    calls.append(x)
    return x * x


print([square(x) for x in (1, 2, 1, 3, 2, 1)], calls)
print(square.cache_info(), square.cache_parameters(), square.__name__, square.__doc__)
square.cache_clear()
print(square.cache_info().currsize, square.cache_info().hits, square.__wrapped__(9))


@lru_cache
def plain(a, b=1, *c, **d):
    return a, b, c, d


print(plain(1), plain(1, b=1), plain(1, 1), plain(1, 2, 3, x=4), plain.cache_info())


@lru_cache(maxsize=None, typed=True)
def typed(x):
    return type(x).__name__


print(typed(1), typed(1.0), typed(True), typed.cache_info())


@cache
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


print(fibonacci(60), fibonacci.cache_info())


class Counted:
    @lru_cache(maxsize=0)
    def value(self, x):
        return x + 1


print(Counted().value(1), Counted.value.cache_info())
try:
    square([])
except TypeError as error:
    print(type(error).__name__)
