from contextlib import ExitStack, contextmanager


@contextmanager
def step(name):
    print("enter", name)
    try:
        yield name
    finally:
        print("exit", name)


class Swallow:
    def __enter__(self):
        return "swallow"

    def __exit__(self, kind, value, traceback):
        print("swallows", kind and kind.__name__, value)
        return True


with ExitStack() as stack:
    print([stack.enter_context(step(name)) for name in "ab"])
    stack.callback(print, "callback", 1, sep="-")
    stack.push(lambda *details: print("pushed", details[0]))
with ExitStack() as stack:
    stack.enter_context(step("c"))
    stack.enter_context(Swallow())
    stack.enter_context(step("d"))
    raise ValueError("gone")
try:
    with ExitStack() as stack:
        stack.callback(lambda: 1 / 0)
        stack.push(lambda kind, value, tb: print(kind.__name__))
        raise KeyError("first")
except ZeroDivisionError as error:
    print(type(error).__name__, repr(error.__context__))
with ExitStack() as stack:
    stack.callback(print, "kept")
    saved = stack.pop_all()
print("after")
saved.close()
try:
    ExitStack().enter_context(3)
except TypeError as error:
    print(type(error).__name__)


@stack.callback
def done():
    print("done")


stack.close()
