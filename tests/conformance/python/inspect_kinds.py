import abc
import inspect


class Base(abc.ABC):
    """Base.

        Indented.
    """

    @abc.abstractmethod
    def method(self):
        """Method."""

    @property
    def prop(self):
        return 1

    @staticmethod
    def static():
        pass


class Child(Base):
    x = 5

    def method(self):
        yield


async def coroutine():
    pass


def generator():
    yield


async def asyncgen():
    yield


child = Child()
running = coroutine()
values = {"class": Base, "function": generator, "method": child.method, "builtin": len, "module": inspect, "generator": generator(),
          "coroutine": running, "lambda": lambda: 0, "property": Base.prop, "number": 3, "code": generator.__code__}
for name, value in values.items():
    print(name, *[int(getattr(inspect, test)(value)) for test in ("isclass", "isfunction", "ismethod", "isbuiltin", "ismodule", "isgenerator",
                                                                  "iscoroutine", "isroutine", "isabstract", "isdatadescriptor", "iscode")])
running.close()
print([inspect.isgeneratorfunction(f) for f in (generator, coroutine, asyncgen, child.method, len)], inspect.iscoroutinefunction(coroutine), inspect.isasyncgenfunction(asyncgen))
print([name for name, value in inspect.getmembers(child) if not name.startswith("_")], [name for name, _ in inspect.getmembers(Child, inspect.isfunction)])
print([cls.__name__ for cls in inspect.getmro(Child)], repr(inspect.getdoc(Base)), repr(inspect.cleandoc("  a\n    b\n      c\n\n")))
print(inspect.getattr_static(child, "x"), type(inspect.getattr_static(child, "prop")).__name__, inspect.getattr_static(child, "none", 7), type(inspect.getattr_static(Base, "static")).__name__)
print(inspect.getmodule(Child).__name__, inspect.isabstract(Base), inspect.isabstract(Child))
try:
    inspect.getsource(3)
except TypeError as error:
    print(type(error).__name__)
