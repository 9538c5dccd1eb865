"""Operators as functions."""

from builtins import abs as _abs



def lt(a, b, /):
    return a < b


def le(a, b, /):
    return a <= b


def eq(a, b, /):
    return a == b


def ne(a, b, /):
    return a != b


def ge(a, b, /):
    return a >= b


def gt(a, b, /):
    return a > b


def not_(a, /):
    return not a


def truth(a, /):
    return True if a else False


def is_(a, b, /):
    return a is b


def is_not(a, b, /):
    return a is not b


def abs(a, /):
    return _abs(a)


def add(a, b, /):
    return a + b


def and_(a, b, /):
    return a & b


def floordiv(a, b, /):
    return a // b


def index(a, /):
    if not hasattr(a, "__index__"):
        raise TypeError(f"{type(a).__name__!r} object is not an integer")
    return a.__index__()


def inv(a, /):
    return ~a


invert = inv


def lshift(a, b, /):
    return a << b


def mod(a, b, /):
    return a % b


def mul(a, b, /):
    return a * b


def matmul(a, b, /):
    return a @ b


def neg(a, /):
    return -a


def or_(a, b, /):
    return a | b


def pos(a, /):
    return +a


def pow(a, b, /):
    return a ** b


def rshift(a, b, /):
    return a >> b


def sub(a, b, /):
    return a - b


def truediv(a, b, /):
    return a / b


def xor(a, b, /):
    return a ^ b


def concat(a, b, /):
    if not hasattr(a, "__getitem__"):
        raise TypeError(f"{type(a).__name__!r} object is not a sequence")
    return a + b


def contains(a, b, /):
    return b in a


def countOf(a, b, /):
    return sum(1 for item in a if item is b or item == b)


def delitem(a, b, /):
    del a[b]


def getitem(a, b, /):
    return a[b]


def indexOf(a, b, /):
    for position, item in enumerate(a):
        if item is b or item == b:
            return position
    raise ValueError("indexOf(): the item isn't in the sequence")


def setitem(a, b, c, /):
    a[b] = c


def length_hint(obj, default=0, /):
    if not isinstance(default, int):
        raise TypeError("the default must be a number")
    try:
        return len(obj)
    except TypeError:
        pass
    try:
        hint = type(obj).__length_hint__(obj)
    except (AttributeError, TypeError):
        return default
    if hint is NotImplemented:
        return default
    if not isinstance(hint, int):
        raise TypeError("__length_hint__() must return an integer")
    if hint < 0:
        raise ValueError("__length_hint__() must return a non-negative integer")
    return hint


def call(obj, /, *args, **kwargs):
    return obj(*args, **kwargs)


def iadd(a, b, /):
    a += b
    return a


def iand(a, b, /):
    a &= b
    return a


def iconcat(a, b, /):
    if not hasattr(a, "__getitem__"):
        raise TypeError(f"{type(a).__name__!r} object is not a sequence")
    a += b
    return a


def ifloordiv(a, b, /):
    a //= b
    return a


def ilshift(a, b, /):
    a <<= b
    return a


def imod(a, b, /):
    a %= b
    return a


def imul(a, b, /):
    a *= b
    return a


def imatmul(a, b, /):
    a @= b
    return a


def ior(a, b, /):
    a |= b
    return a


def ipow(a, b, /):
    a **= b
    return a


def irshift(a, b, /):
    a >>= b
    return a


def isub(a, b, /):
    a -= b
    return a


def itruediv(a, b, /):
    a /= b
    return a


def ixor(a, b, /):
    a ^= b
    return a


class attrgetter:
    __slots__ = ("_attrs", "_paths")

    def __init__(self, attr, /, *attrs):
        self._attrs = (attr, *attrs)
        if not all(isinstance(name, str) for name in self._attrs):
            raise TypeError("attribute names must be str")
        self._paths = [name.split(".") for name in self._attrs]

    def __call__(self, obj, /):
        found = []
        for path in self._paths:
            value = obj
            for name in path:
                value = getattr(value, name)
            found.append(value)
        return found[0] if len(found) == 1 else tuple(found)

    def __repr__(self):
        return f"operator.attrgetter({', '.join(map(repr, self._attrs))})"


class itemgetter:
    __slots__ = ("_items",)

    def __init__(self, item, /, *items):
        self._items = (item, *items)

    def __call__(self, obj, /):
        items = self._items
        return obj[items[0]] if len(items) == 1 else tuple([obj[item] for item in items])

    def __repr__(self):
        return f"operator.itemgetter({', '.join(map(repr, self._items))})"


class methodcaller:
    __slots__ = ("_name", "_args", "_kwargs")

    def __init__(self, name, /, *args, **kwargs):
        if not isinstance(name, str):
            raise TypeError("the name of a method must be a str")
        self._name = name
        self._args = args
        self._kwargs = kwargs

    def __call__(self, obj, /):
        return getattr(obj, self._name)(*self._args, **self._kwargs)

    def __repr__(self):
        parts = [repr(self._name), *map(repr, self._args)]
        parts += [f"{key}={value!r}" for key, value in self._kwargs.items()]
        return f"operator.methodcaller({', '.join(parts)})"


# Each operator also has the name of its method: __add__ for add, __and__ for and_.
for _name in ("lt le eq ne ge gt not_ abs add and_ floordiv index inv invert lshift mod mul matmul neg "
              "or_ pos pow rshift sub truediv xor concat contains delitem getitem setitem call iadd iand iconcat "
              "ifloordiv ilshift imod imul imatmul ior ipow irshift isub itruediv ixor").split():
    globals()[f"__{_name.rstrip('_')}__"] = globals()[_name]
