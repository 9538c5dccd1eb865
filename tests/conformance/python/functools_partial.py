from functools import partial


def show(*args, **kwargs):
    return args, sorted(kwargs.items())


first = partial(show, 1, 2, a=3)
print(first(), first(4, b=5), first(a=6))
second = partial(first, 7, c=8)
print(second.args, sorted(second.keywords.items()), second.func is show)
print(second(9))
print(partial(int, base=2)("101"), partial(max, 5)(3, 9))
print(repr(partial(len, [1])), repr(partial(int, "3", base=8)))


class Holder:
    method = partial(show, "free")


print(Holder().method("x"))
try:
    partial(3)
except TypeError as error:
    print(type(error).__name__)
