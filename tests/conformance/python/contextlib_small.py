import sys
from contextlib import AbstractContextManager, ContextDecorator, closing, nullcontext, redirect_stdout, suppress
from io import StringIO


class Thing:
    def close(self):
        print("closed")


with closing(Thing()) as thing:
    print(type(thing).__name__)
with suppress(KeyError, ZeroDivisionError):
    1 / 0
    print("not here")
try:
    with suppress(KeyError):
        raise ValueError("passes")
except ValueError as error:
    print(error)
with nullcontext(5) as five, nullcontext() as none:
    print(five, none)
out = StringIO()
with redirect_stdout(out):
    print("inside")
    sys.stdout.write("more")
print(repr(out.getvalue()))


class Around(ContextDecorator):
    def __enter__(self):
        print("before")
        return self

    def __exit__(self, *exc):
        print("after")
        return False


@Around()
def work(x):
    """Works."""
    print("work", x)
    return x


print(work(3), work.__name__, work.__doc__)


class Manager:
    def __enter__(self):
        pass

    def __exit__(self, *exc):
        pass


print(issubclass(Manager, AbstractContextManager), isinstance(Thing(), AbstractContextManager), isinstance(Around(), AbstractContextManager))


class Default(AbstractContextManager):
    def __exit__(self, *exc):
        print("default exit")


with Default() as d:
    print(type(d).__name__)
try:
    AbstractContextManager()
except TypeError as error:
    print(type(error).__name__)
