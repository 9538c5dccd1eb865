from collections.abc import Mapping, Sized
from functools import singledispatch, singledispatchmethod


@singledispatch
def show(value, extra=""):
    """Shows."""
    return "object" + extra


@show.register
def _(value: int, extra=""):
    return "int" + extra


@show.register(list)
@show.register(tuple)
def show_items(value, extra=""):
    return "items" + extra


show.register(Mapping, lambda value, extra="": "mapping" + extra)
show.register(Sized, lambda value, extra="": "sized" + extra)


@show.register
def _(value: float | complex, extra=""):
    return "inexact" + extra


class Own(dict):
    pass


print([show(value) for value in (1, True, "x", [], (), {}, Own(), 1.5, 2j, {1}, None)], show([], "!"))
print(show.dispatch(bool)(0), show.dispatch(object)(0), len(show.registry), show.__name__, show.__doc__)


class Negator:
    @singledispatchmethod
    def neg(self, arg):
        raise NotImplementedError("cannot")

    @neg.register
    def _(self, arg: int):
        return -arg

    @neg.register
    def _(self, arg: bool):
        return not arg


print(Negator().neg(5), Negator().neg(False))
try:
    Negator().neg("x")
except NotImplementedError as error:
    print(error)
