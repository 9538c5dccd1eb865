def f(a, b=1, /, c=2, *args, d, e=3, **kw):
    """Documented."""
    x = 1
    return x


print(f.__name__, f.__doc__, f.__defaults__, f.__kwdefaults__)
c = f.__code__
print(c.co_name, c.co_argcount, c.co_posonlyargcount, c.co_kwonlyargcount, c.co_varnames, c.co_flags & 0xC, c.co_nlocals)
f.__defaults__ = (9, 8)
print(f(1, d=0), f.__defaults__)
f.__kwdefaults__ = {"d": 4, "e": 5}
print(f(1))
f.__name__ = "renamed"
f.__doc__ = None
f.attribute = 1
print(f.__name__, f.__qualname__, f.__doc__, f.__dict__)
f.__dict__["other"] = 2
print(f.other, vars(f))
for bad in [("__name__", 3), ("__defaults__", 3), ("__kwdefaults__", 3), ("__code__", 3), ("__globals__", {}), ("__closure__", ())]:
    try:
        setattr(f, *bad)
    except (TypeError, AttributeError) as error:
        print(type(error).__name__)


def outer(v):
    w = v + 1

    def inner():
        return v, w

    return inner


i = outer(1)
print(i(), i.__code__.co_freevars, [cell.cell_contents for cell in i.__closure__], outer.__code__.co_cellvars, i.__qualname__)
i.__closure__[0].cell_contents = 50
print(i())
print((lambda: 0).__name__, (lambda x, y: 0).__code__.co_varnames, (lambda: 0).__qualname__)


def annotated(a: int, b: "str" = "", *args: float, **kw: list) -> None:
    pass


print(annotated.__annotations__, (lambda: 0).__annotations__)


def gen():
    yield 1


print(bool(gen.__code__.co_flags & 0x20), bool(f.__code__.co_flags & 0x20), gen().__name__, type(gen()).__name__)
bound = [].append
print(bound.__self__, bound.__name__, f.__globals__ is globals(), f.__module__)
for bad in [lambda: f(), lambda: f(1, 2, 3, 4, z=1, a=3), lambda: outer(), lambda: outer(1, 2), lambda: outer(w=1), lambda: outer(1, v=2),
            lambda: f(b=2), lambda: (lambda a, b, *, c: 0)(1), lambda: (lambda a, b, *, c, d: 0)(1, 2), lambda: (lambda: 0)(1), lambda: 3(),
            lambda: "a"(), lambda: None()]:
    try:
        print(bad())
    except TypeError as error:
        print(error)
