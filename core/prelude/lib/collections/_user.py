"""The container classes of collections that are meant as base classes, and ChainMap."""

from collections.abc import MutableMapping, MutableSequence, Sequence


class UserDict(MutableMapping):
    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        if dict is not None:
            self.update(dict)
        if kwargs:
            self.update(kwargs)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        missing = getattr(type(self), "__missing__", None)
        if missing is not None:
            return missing(self, key)
        raise KeyError(key)

    def __setitem__(self, key, item):
        self.data[key] = item

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, key):
        return key in self.data

    def __repr__(self):
        return repr(self.data)

    def __or__(self, other):
        if isinstance(other, UserDict):
            other = other.data
        return self.__class__(self.data | other) if isinstance(other, dict) else NotImplemented

    def __ror__(self, other):
        if isinstance(other, UserDict):
            other = other.data
        return self.__class__(other | self.data) if isinstance(other, dict) else NotImplemented

    def __ior__(self, other):
        self.data |= other.data if isinstance(other, UserDict) else other
        return self

    def copy(self):
        new = self.__class__.__new__(self.__class__)
        new.__dict__.update(self.__dict__)
        new.data = self.data.copy()
        return new

    __copy__ = copy

    @classmethod
    def fromkeys(cls, iterable, value=None):
        self = cls()
        for key in iterable:
            self[key] = value
        return self


def _plain(other):
    return other.data if isinstance(other, (UserList, UserString)) else other


class UserList(MutableSequence):
    def __init__(self, initlist=None):
        self.data = [] if initlist is None else list(_plain(initlist))

    def __repr__(self):
        return repr(self.data)

    def __lt__(self, other):
        return self.data < _plain(other)

    def __le__(self, other):
        return self.data <= _plain(other)

    def __eq__(self, other):
        return self.data == _plain(other)

    def __gt__(self, other):
        return self.data > _plain(other)

    def __ge__(self, other):
        return self.data >= _plain(other)

    def __contains__(self, item):
        return item in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        return self.__class__(self.data[i]) if isinstance(i, slice) else self.data[i]

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def __add__(self, other):
        return self.__class__(self.data + list(_plain(other)))

    def __radd__(self, other):
        return self.__class__(list(_plain(other)) + self.data)

    def __iadd__(self, other):
        self.data += list(_plain(other))
        return self

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def __imul__(self, n):
        self.data *= n
        return self

    def insert(self, i, item):
        self.data.insert(i, item)

    def copy(self):
        return self.__class__(self)

    def __copy__(self):
        new = self.__class__.__new__(self.__class__)
        new.__dict__.update(self.__dict__)
        new.data = self.data[:]
        return new

    def sort(self, /, *args, **kwds):
        self.data.sort(*args, **kwds)


class UserString(Sequence):
    def __init__(self, seq):
        self.data = str(_plain(seq))

    def __str__(self):
        return self.data

    def __repr__(self):
        return repr(self.data)

    def __int__(self):
        return int(self.data)

    def __float__(self):
        return float(self.data)

    def __hash__(self):
        return hash(self.data)

    def __eq__(self, other):
        return self.data == _plain(other)

    def __lt__(self, other):
        return self.data < _plain(other)

    def __le__(self, other):
        return self.data <= _plain(other)

    def __gt__(self, other):
        return self.data > _plain(other)

    def __ge__(self, other):
        return self.data >= _plain(other)

    def __contains__(self, char):
        return _plain(char) in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        return self.__class__(self.data[index])

    def __add__(self, other):
        return self.__class__(self.data + str(other))

    def __radd__(self, other):
        return self.__class__(str(other) + self.data)

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def __mod__(self, args):
        return self.__class__(self.data % args)


def _as_str_method(name, wrap):
    def method(self, *args, **kwargs):
        result = getattr(self.data, name)(*map(_plain, args), **kwargs)
        return self.__class__(result) if wrap else result
    method.__name__ = name
    return method


for _name in ("capitalize casefold center expandtabs format format_map ljust lower lstrip removeprefix "
              "removesuffix replace rjust rstrip strip swapcase title translate upper zfill").split():
    setattr(UserString, _name, _as_str_method(_name, True))
for _name in ("count encode endswith find index isalnum isalpha isascii isdecimal isdigit isidentifier "
              "islower isnumeric isprintable isspace istitle isupper join partition rfind rindex rpartition "
              "rsplit split splitlines startswith").split():
    setattr(UserString, _name, _as_str_method(_name, False))


class ChainMap(MutableMapping):
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __missing__(self, key):
        raise KeyError(key)

    def __getitem__(self, key):
        for mapping in self.maps:
            if key in mapping:
                return mapping[key]
        return self.__missing__(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def _merged(self):
        merged = {}
        for mapping in reversed(self.maps):
            merged.update(dict.fromkeys(mapping))
        return merged

    def __len__(self):
        return len(self._merged())

    def __iter__(self):
        return iter(self._merged())

    def __contains__(self, key):
        return any(key in mapping for mapping in self.maps)

    def __bool__(self):
        return any(self.maps)

    def __repr__(self):
        return f"{self.__class__.__name__}({', '.join(map(repr, self.maps))})"

    @classmethod
    def fromkeys(cls, iterable, *args):
        return cls(dict.fromkeys(iterable, *args))

    def copy(self):
        return self.__class__(self.maps[0].copy(), *self.maps[1:])

    __copy__ = copy

    def new_child(self, m=None, **kwargs):
        first = kwargs if m is None else m
        if m is not None and kwargs:
            first.update(kwargs)
        return self.__class__(first, *self.maps)

    @property
    def parents(self):
        return self.__class__(*self.maps[1:])

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        if key not in self.maps[0]:
            raise KeyError(f"the first mapping has no key {key!r}")
        del self.maps[0][key]

    def popitem(self):
        return self.maps[0].popitem()

    def pop(self, key, *args):
        if key not in self.maps[0] and not args:
            raise KeyError(f"the first mapping has no key {key!r}")
        return self.maps[0].pop(key, *args)

    def clear(self):
        self.maps[0].clear()

    def __ior__(self, other):
        self.maps[0].update(other)
        return self

    def __or__(self, other):
        if not hasattr(other, "keys"):
            return NotImplemented
        new = self.copy()
        new.maps[0].update(other)
        return new

    def __ror__(self, other):
        if not hasattr(other, "keys"):
            return NotImplemented
        merged = dict(other)
        for mapping in reversed(self.maps):
            merged.update(mapping)
        return self.__class__(merged)


for _class in (UserDict, UserList, UserString, ChainMap):
    _class.__module__ = "collections"
