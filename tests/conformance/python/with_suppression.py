from contextlib import ExitStack, contextmanager, suppress


@contextmanager
def log(name, swallow=()):
    print("+", name)
    try:
        yield name
    except swallow as error:
        print("swallowed", repr(error))
    else:
        print("fine", name)
    finally:
        print("-", name)


with log("a"), log("b", ValueError):
    raise ValueError(1)
try:
    with log("c", KeyError):
        raise ValueError(2)
except ValueError as error:
    print("out", error)
with suppress(ZeroDivisionError, KeyError):
    {}["k"]
print("after")
with suppress():
    print("nothing")
with ExitStack() as stack:
    names = [stack.enter_context(log(n)) for n in "xy"]
    stack.callback(print, "callback", names)
    stack.push(lambda *exc: print("pushed", exc[0]))
with ExitStack() as stack:
    stack.enter_context(suppress(ValueError))
    stack.enter_context(log("z"))
    raise ValueError
with ExitStack() as outer:
    with ExitStack() as inner:
        inner.callback(print, "moved")
        outer.push(inner.pop_all())
    print("inner over")


@contextmanager
def broken():
    if False:
        yield


try:
    with broken():
        pass
except RuntimeError as error:
    print(type(error).__name__)


@contextmanager
def twice():
    yield 1
    yield 2


try:
    with twice():
        pass
except RuntimeError as error:
    print(type(error).__name__)


@log("decorated")
def f(x):
    return x


print(f(1), f(2))
