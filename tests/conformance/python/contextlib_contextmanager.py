from contextlib import contextmanager


@contextmanager
def tag(name, swallow=None):
    """Tags."""
    print("<" + name)
    try:
        yield name.upper()
    except ValueError as error:
        print("caught", error)
        if swallow is False:
            raise
        if swallow == "other":
            raise KeyError("other")
    finally:
        print(name + ">")


with tag("a") as value:
    print(value)
with tag("b"):
    raise ValueError("one")
for kind in (False, "other"):
    try:
        with tag("c", swallow=kind):
            raise ValueError("two")
    except (ValueError, KeyError) as error:
        print("out", type(error).__name__, error)
try:
    with tag("d"):
        raise StopIteration("three")
except StopIteration as error:
    print("out", type(error).__name__, error)


@tag("decorated")
def function(x):
    return x + 1


print(function(1), function(2), tag.__name__, tag.__doc__)


@contextmanager
def twice():
    yield 1
    yield 2


@contextmanager
def never():
    if False:
        yield


for manager in (twice, never):
    try:
        with manager():
            print("in")
    except RuntimeError as error:
        print(type(error).__name__)
