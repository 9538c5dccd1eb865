print(None, ..., NotImplemented, type(None)(), bool(None), bool(...), None is None, type(...)() is ...)
for bad in [lambda: None.x, lambda: None(), lambda: None[0], lambda: len(None), lambda: None + 1, lambda: None < 1, lambda: type(None)(3),
            lambda: iter(None), lambda: int(None), lambda: setattr(None, "x", 1)]:
    try:
        print(bad())
    except (TypeError, AttributeError) as error:
        print(error)
print(None == None, None != 0, hash(None) == hash(None), len({None, ...}), None in [None], str(None), f"{None}", repr(NotImplemented))
try:
    class N(type(None)):
        pass
except TypeError as error:
    print(error)
try:
    class E(type(...)):
        pass
except TypeError as error:
    print(error)
print(int | None, None | int, (int | str) == (str | int), isinstance(int | str, type(int | str)))
print(__debug__, object.__bases__, object.__mro__, type.__mro__, type.__bases__)
print(object() is object(), type(object()), isinstance(object, type), isinstance(type, object), issubclass(type, object))
