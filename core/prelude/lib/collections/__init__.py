"""Container types. OrderedDict is a plain dict, which keeps its order; a deque is a list inside."""

import sys

GenericAlias = type(list[int])

__all__ = ["ChainMap", "Counter", "OrderedDict", "UserDict", "UserList", "UserString", "defaultdict", "deque",
           "namedtuple"]


def __getattr__(name):
    # Loaded on first use, so that a plain import stays cheap.
    if name in ("UserDict", "UserList", "UserString", "ChainMap"):
        from collections import _user
        return getattr(_user, name)
    if name == "abc":
        import collections.abc
        return collections.abc
    raise AttributeError(f"module 'collections' has no attribute {name!r}")


class OrderedDict(dict):
    def move_to_end(self, key, last=True):
        value = dict.__getitem__(self, key) if dict.__contains__(self, key) else self[key]
        if last:
            dict.__delitem__(self, key)
            dict.__setitem__(self, key, value)
            return
        others = [item for item in dict.items(self) if item[0] != key]
        dict.clear(self)
        dict.__setitem__(self, key, value)
        dict.update(self, others)

    def popitem(self, last=True):
        if not self:
            raise KeyError("the dictionary is empty")
        if last:
            return dict.popitem(self)
        key = next(iter(self))
        return key, dict.pop(self, key)

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return dict.__eq__(self, other) and list(self) == list(other)
        return dict.__eq__(self, other)

    def __ne__(self, other):
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    __hash__ = None

    def __repr__(self):
        name = type(self).__name__
        return f"{name}({list(self.items())!r})" if self else f"{name}()"

    def copy(self):
        return type(self)(self)

    __copy__ = copy

    @classmethod
    def fromkeys(cls, iterable, value=None):
        self = cls()
        for key in iterable:
            self[key] = value
        return self

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = type(self)(self)
        new.update(other)
        return new

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = type(self)(other)
        new.update(self)
        return new


class defaultdict(dict):
    def __init__(self, default_factory=None, /, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("the default factory is a function or None")
        super().__init__(*args, **kwargs)
        self.default_factory = default_factory

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self[key] = self.default_factory()
        return value

    def __repr__(self):
        return f"{type(self).__name__}({self.default_factory!r}, {dict.__repr__(self)})"

    def copy(self):
        return type(self)(self.default_factory, self)

    __copy__ = copy

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = self.copy()
        new.update(other)
        return new

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = type(self)(self.default_factory, other)
        new.update(self)
        return new


class deque:
    __hash__ = None
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None and maxlen < 0:
            raise ValueError("maxlen must not be negative")
        items = list(iterable)
        self._maxlen = maxlen
        self._items = items
        self._trim_left()

    @property
    def maxlen(self):
        return self._maxlen

    def _trim_left(self):
        if self._maxlen is not None and len(self._items) > self._maxlen:
            del self._items[:len(self._items) - self._maxlen]

    def append(self, item):
        self._items.append(item)
        self._trim_left()

    def appendleft(self, item):
        self._items.insert(0, item)
        if self._maxlen is not None:
            del self._items[self._maxlen:]

    def extend(self, iterable):
        self._items.extend(list(iterable))
        self._trim_left()

    def extendleft(self, iterable):
        for item in list(iterable):
            self.appendleft(item)

    def pop(self):
        if not self._items:
            raise IndexError("the deque is empty")
        return self._items.pop()

    def popleft(self):
        if not self._items:
            raise IndexError("the deque is empty")
        return self._items.pop(0)

    def insert(self, index, item):
        if self._maxlen is not None and len(self._items) >= self._maxlen:
            raise IndexError("the deque is full")
        self._items.insert(index, item)

    def remove(self, value):
        self._items.remove(value)

    def rotate(self, n=1):
        items = self._items
        if items:
            n %= len(items)
            items[:] = items[-n:] + items[:-n] if n else items

    def reverse(self):
        self._items.reverse()

    def clear(self):
        self._items.clear()

    def count(self, value):
        return self._items.count(value)

    def index(self, value, *bounds):
        return self._items.index(value, *bounds)

    def copy(self):
        return type(self)(self._items, self._maxlen)

    __copy__ = copy

    def __iter__(self):
        size = len(self._items)
        for item in self._items:
            yield item
            if len(self._items) != size:
                raise RuntimeError("the deque changed during iteration")

    def __reversed__(self):
        return reversed(self._items)

    def __len__(self):
        return len(self._items)

    def __bool__(self):
        return bool(self._items)

    def __contains__(self, value):
        return value in self._items

    def __getitem__(self, index):
        return self._items[self._position(index)]

    def __setitem__(self, index, value):
        self._items[self._position(index)] = value

    def __delitem__(self, index):
        del self._items[self._position(index)]

    @staticmethod
    def _position(index):
        if isinstance(index, slice):
            raise TypeError("a deque doesn't support slices")
        return index

    def __add__(self, other):
        if not isinstance(other, deque):
            raise TypeError("only a deque can be added to a deque")
        new = self.copy()
        new.extend(other)
        return new

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __mul__(self, n):
        return type(self)(self._items * n, self._maxlen)

    __rmul__ = __mul__

    def __imul__(self, n):
        self._items *= n
        self._trim_left()
        return self

    def __eq__(self, other):
        return self._items == other._items if isinstance(other, deque) else NotImplemented

    def __lt__(self, other):
        return self._items < other._items if isinstance(other, deque) else NotImplemented

    def __le__(self, other):
        return self._items <= other._items if isinstance(other, deque) else NotImplemented

    def __gt__(self, other):
        return self._items > other._items if isinstance(other, deque) else NotImplemented

    def __ge__(self, other):
        return self._items >= other._items if isinstance(other, deque) else NotImplemented

    def __repr__(self):
        bound = "" if self._maxlen is None else f", maxlen={self._maxlen}"
        return f"{type(self).__name__}({self._items!r}{bound})"


class Counter(dict):
    def __init__(self, iterable=None, /, **kwds):
        super().__init__()
        self.update(iterable, **kwds)

    def __missing__(self, key):
        return 0

    def __delitem__(self, key):
        if key in self:
            super().__delitem__(key)

    def _count(self, iterable, kwds, sign):
        if hasattr(iterable, "items"):
            if not self and sign > 0:
                super().update(iterable)    # no addition: the counts may be any objects
                iterable = {}
            for key, number in iterable.items():
                self[key] = self.get(key, 0) + sign * number
        elif iterable is not None:
            for key in iterable:
                self[key] = self.get(key, 0) + sign
        if kwds:
            self._count(kwds, None, sign)

    def update(self, iterable=None, /, **kwds):
        self._count(iterable, kwds, 1)

    def subtract(self, iterable=None, /, **kwds):
        self._count(iterable, kwds, -1)

    def total(self):
        return sum(self.values())

    def most_common(self, n=None):
        ranked = sorted(self.items(), key=lambda item: item[1], reverse=True)
        return ranked if n is None else ranked[:max(n, 0)]

    def elements(self):
        for key, number in self.items():
            for _ in range(number):
                yield key

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError("a Counter has no fromkeys(): use Counter(iterable)")

    def copy(self):
        return type(self)(self)

    __copy__ = copy

    def _combine(self, other, choose):
        """The positive results of `choose` over both counters, in the order in which the keys first occur."""
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for key in [*self, *(key for key in other if key not in self)]:
            number = choose(self[key], other[key])
            if number > 0:
                result[key] = number
        return result

    def _become(self, combined):
        if combined is not NotImplemented:
            self.clear()
            self.update(combined)
            return self
        return combined

    def __add__(self, other):
        return self._combine(other, lambda a, b: a + b)

    def __sub__(self, other):
        return self._combine(other, lambda a, b: a - b)

    def __or__(self, other):
        return self._combine(other, max)

    def __and__(self, other):
        return self._combine(other, min)

    def __iadd__(self, other):
        return self._become(self + other)

    def __isub__(self, other):
        return self._become(self - other)

    def __ior__(self, other):
        return self._become(self | other)

    def __iand__(self, other):
        return self._become(self & other)

    def __pos__(self):
        return self + Counter()

    def __neg__(self):
        return Counter() - self

    def _compared(self, other, accept):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(accept(self[key], other[key]) for key in [*self, *other])

    def __eq__(self, other):
        return self._compared(other, lambda a, b: a == b)

    def __ne__(self, other):
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    def __le__(self, other):
        return self._compared(other, lambda a, b: a <= b)

    def __ge__(self, other):
        return self._compared(other, lambda a, b: a >= b)

    def __lt__(self, other):
        return self <= other and self != other if isinstance(other, Counter) else NotImplemented

    def __gt__(self, other):
        return self >= other and self != other if isinstance(other, Counter) else NotImplemented

    __hash__ = None

    def __repr__(self):
        name = type(self).__name__
        if not self:
            return f"{name}()"
        try:
            shown = dict(self.most_common())
        except TypeError:
            shown = dict(self)
        return f"{name}({shown!r})"


_keywords = frozenset("False None True and as assert async await break class continue def del elif "
                      "else except finally for from global if import in is lambda nonlocal not or pass raise "
                      "return try while with yield".split())


def _field_names(given, rename):
    if isinstance(given, str):
        given = given.replace(",", " ").split()
    names = []
    for index, name in enumerate(map(str, given)):
        bad = not name.isidentifier() or name in _keywords
        if rename and (bad or name.startswith("_") or name in names):
            name = f"_{index}"
        elif bad:
            raise ValueError(f"{name!r} cannot be a field's name")
        elif name.startswith("_"):
            raise ValueError(f"a field's name cannot begin with an underscore: {name!r}")
        elif name in names:
            raise ValueError(f"two fields have the name {name!r}")
        names.append(name)
    return tuple(names)


def _bind(typename, fields, defaults, args, kwargs):
    """The field values of a named tuple for a call other than one positional argument per field."""
    most = len(fields) + 1
    least = most - len(defaults)
    if len(args) >= most:
        wanted = most if least == most else f"from {least} to {most}"
        raise TypeError(f"{typename}.__new__() takes {wanted} positional arguments "
                        f"but {len(args) + 1} were given")
    values = list(args)
    missing = []
    for name in fields[len(args):]:
        if name in kwargs:
            values.append(kwargs.pop(name))
        elif name in defaults:
            values.append(defaults[name])
        else:
            missing.append(repr(name))
    if kwargs:
        name = next(iter(kwargs))
        problem = "multiple values for argument" if name in fields else "an unexpected keyword argument"
        raise TypeError(f"{typename}.__new__() got {problem} {name!r}")
    if missing:
        comma = "," if len(missing) > 2 else ""
        shown = f"{', '.join(missing[:-1])}{comma} and {missing[-1]}" if len(missing) > 1 else missing[0]
        raise TypeError(f"{typename}.__new__() missing {len(missing)} required positional "
                        f"argument{'s' if len(missing) > 1 else ''}: {shown}")
    return values


def _item_property(index):
    return property(lambda self: tuple.__getitem__(self, index), doc=f"Alias for field number {index}")


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    fields = _field_names(field_names, rename)
    typename = str(typename)
    if not typename.isidentifier() or typename in _keywords:
        raise ValueError(f"{typename!r} cannot be a class's name")
    defaults = () if defaults is None else tuple(defaults)
    if len(defaults) > len(fields):
        raise TypeError("there are more defaults than fields")
    field_defaults = dict(zip(fields[len(fields) - len(defaults):], defaults))
    size = len(fields)

    def __new__(_cls, *args, **kwargs):
        if kwargs or len(args) != size:
            set_defaults = (__new__.__defaults__ or ())[-size:]  # a program may have set others
            args = _bind(typename, fields, dict(zip(fields[size - len(set_defaults):], set_defaults)), args, kwargs)
        return tuple.__new__(_cls, args)

    __new__.__defaults__ = defaults or None

    def _make(cls, iterable):
        values = tuple.__new__(cls, iterable)
        if len(values) != size:
            raise TypeError(f"{typename} has {size} fields, {len(values)} values were given")
        return values

    def _replace(self, /, **kwds):
        values = [kwds.pop(name, value) for name, value in zip(fields, self)]
        if kwds:
            raise ValueError(f"no such fields: {list(kwds)!r}")
        return self._make(values)

    def _asdict(self):
        return dict(zip(fields, self))

    def __repr__(self):
        shown = ", ".join([f"{name}={value!r}" for name, value in zip(fields, self)])
        return f"{type(self).__name__}({shown})"

    def __getnewargs__(self):
        return tuple(self)

    methods = [__new__, _make, _replace, _asdict, __repr__, __getnewargs__]
    for method in methods:
        method.__qualname__ = f"{typename}.{method.__name__}"
    namespace = {method.__name__: method for method in methods}
    namespace.update(
        __doc__=f"{typename}({', '.join(fields)})", __slots__=(), __match_args__=fields, _fields=fields,
        _field_defaults=field_defaults, _make=classmethod(_make),
        **{name: _item_property(index) for index, name in enumerate(fields)})
    cls = type(typename, (tuple,), namespace)
    cls.__module__ = module or _caller(2)
    return cls


def _caller(depth):
    """The name of the calling module, or None when it is unknown; the new class belongs to it."""
    name_of = getattr(sys, "_getframemodulename", None)
    return (name_of(depth) if name_of else None) or "__main__"
