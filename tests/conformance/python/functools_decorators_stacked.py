import functools


def count_calls(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return function(*args, **kwargs)
    wrapper.calls = 0
    return wrapper


def repeat(times):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            return [function(*args, **kwargs) for _ in range(times)]
        return wrapper
    return decorate


@repeat(2)
@count_calls
@functools.lru_cache(maxsize=None)
def add(a, b=1):
    "Adds."
    return a + b


print(add(1), add(1), add(2, b=5), add.__name__, add.__doc__, add.__wrapped__.calls, add.__wrapped__.__wrapped__.cache_info().hits)
