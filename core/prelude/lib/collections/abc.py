"""Abstract base classes of containers: they recognise containers by their methods, and derive further methods from
these."""

from abc import ABCMeta, _waiting, abstractmethod
from collections import deque

GenericAlias = type(list[int])

__all__ = ["Awaitable", "Coroutine", "AsyncIterable", "AsyncIterator", "AsyncGenerator", "Hashable",
           "Iterable",
           "Iterator", "Generator", "Reversible", "Sized", "Container", "Callable", "Collection", "Set",
           "MutableSet", "Mapping", "MutableMapping", "MappingView", "KeysView", "ItemsView", "ValuesView",
           "Sequence", "MutableSequence", "ByteString"]


def _defines(cls, methods):
    for method in methods:
        for base in cls.__mro__:
            if method in base.__dict__:
                if base.__dict__[method] is None:
                    return NotImplemented
                break
        else:
            return NotImplemented
    return True


def _by_methods(*methods):
    """A decorator: classes with these methods become virtual subclasses."""
    def decorate(cls):
        def hook(actual, subclass):
            return _defines(subclass, methods) if actual is cls else NotImplemented
        cls.__subclasshook__ = classmethod(hook)
        return cls
    return decorate


@_by_methods("__hash__")
class Hashable(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __hash__(self):
        return 0


@_by_methods("__await__")
class Awaitable(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __await__(self):
        yield

    __class_getitem__ = classmethod(GenericAlias)


class _Closable:
    """close() of generators, asynchronous generators and coroutines: the body must not yield again."""
    __slots__ = ()

    def close(self):
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            return
        raise RuntimeError("GeneratorExit was ignored")


def _raise(typ, val, tb):
    if val is None:
        if tb is None:
            raise typ
        val = typ()
    if tb is not None:
        val = val.with_traceback(tb)
    raise val


@_by_methods("__await__", "send", "throw", "close")
class Coroutine(_Closable, Awaitable):
    __slots__ = ()

    @abstractmethod
    def send(self, value):
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        _raise(typ, val, tb)


@_by_methods("__aiter__")
class AsyncIterable(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __aiter__(self):
        return AsyncIterator()

    __class_getitem__ = classmethod(GenericAlias)


@_by_methods("__anext__", "__aiter__")
class AsyncIterator(AsyncIterable):
    __slots__ = ()

    @abstractmethod
    async def __anext__(self):
        raise StopAsyncIteration

    def __aiter__(self):
        return self


@_by_methods("__aiter__", "__anext__", "asend", "athrow", "aclose")
class AsyncGenerator(AsyncIterator):
    __slots__ = ()

    async def __anext__(self):
        return await self.asend(None)

    @abstractmethod
    async def asend(self, value):
        raise StopAsyncIteration

    @abstractmethod
    async def athrow(self, typ, val=None, tb=None):
        _raise(typ, val, tb)

    async def aclose(self):
        try:
            await self.athrow(GeneratorExit)
        except (GeneratorExit, StopAsyncIteration):
            return
        raise RuntimeError("GeneratorExit was ignored")


@_by_methods("__iter__")
class Iterable(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __iter__(self):
        while False:
            yield None

    __class_getitem__ = classmethod(GenericAlias)


@_by_methods("__iter__", "__next__")
class Iterator(Iterable):
    __slots__ = ()

    @abstractmethod
    def __next__(self):
        raise StopIteration

    def __iter__(self):
        return self


@_by_methods("__reversed__", "__iter__")
class Reversible(Iterable):
    __slots__ = ()

    @abstractmethod
    def __reversed__(self):
        while False:
            yield None


@_by_methods("__iter__", "__next__", "send", "throw", "close")
class Generator(_Closable, Iterator):
    __slots__ = ()

    def __next__(self):
        return self.send(None)

    @abstractmethod
    def send(self, value):
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        _raise(typ, val, tb)


@_by_methods("__len__")
class Sized(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __len__(self):
        return 0


@_by_methods("__contains__")
class Container(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __contains__(self, x):
        return False

    __class_getitem__ = classmethod(GenericAlias)


@_by_methods("__len__", "__iter__", "__contains__")
class Collection(Sized, Iterable, Container):
    __slots__ = ()


def _callable_alias(cls, parameters):
    args, result = parameters
    return GenericAlias(cls, (*args, result) if isinstance(args, (list, tuple)) else parameters)


@_by_methods("__call__")
class Callable(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __call__(self, *args, **kwds):
        return False

    __class_getitem__ = classmethod(_callable_alias)


class Set(Collection):
    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return cls(it)

    def __le__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) <= len(other) and all(item in other for item in self)

    def __lt__(self, other):
        return len(self) < len(other) and self <= other if isinstance(other, Set) else NotImplemented

    def __ge__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) >= len(other) and all(item in self for item in other)

    def __gt__(self, other):
        return len(self) > len(other) and self >= other if isinstance(other, Set) else NotImplemented

    def __eq__(self, other):
        return len(self) == len(other) and self <= other if isinstance(other, Set) else NotImplemented

    def __and__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(item for item in other if item in self)

    __rand__ = __and__

    def isdisjoint(self, other):
        return not any(item in self for item in other)

    def __or__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(item for items in (self, other) for item in items)

    __ror__ = __or__

    def _as_set(self, other):
        return other if isinstance(other, Set) else self._from_iterable(other)

    def __sub__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        other = self._as_set(other)
        return self._from_iterable(item for item in self if item not in other)

    def __rsub__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(item for item in self._as_set(other) if item not in self)

    def __xor__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        other = self._as_set(other)
        return (self - other) | (other - self)

    __rxor__ = __xor__

    def _hash(self):
        return hash(frozenset(self))


class MutableSet(Set):
    __slots__ = ()

    @abstractmethod
    def add(self, value):
        raise NotImplementedError

    @abstractmethod
    def discard(self, value):
        raise NotImplementedError

    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        for value in self:
            self.discard(value)
            return value
        raise KeyError

    def clear(self):
        while len(self):
            self.pop()

    def __ior__(self, it):
        for value in it:
            self.add(value)
        return self

    def __iand__(self, it):
        for value in self - it:
            self.discard(value)
        return self

    def __ixor__(self, it):
        if it is self:
            self.clear()
        else:
            for value in self._as_set(it):
                (self.discard if value in self else self.add)(value)
        return self

    def __isub__(self, it):
        if it is self:
            self.clear()
        else:
            for value in it:
                self.discard(value)
        return self


class Mapping(Collection):
    __slots__ = ()

    @abstractmethod
    def __getitem__(self, key):
        raise KeyError

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return KeysView(self)

    def items(self):
        return ItemsView(self)

    def values(self):
        return ValuesView(self)

    def __eq__(self, other):
        return dict(self.items()) == dict(other.items()) if isinstance(other, Mapping) else NotImplemented

    __reversed__ = None


class MappingView(Sized):
    __slots__ = ("_mapping",)
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return f"{type(self).__name__}({self._mapping!r})"


class KeysView(MappingView, Set):
    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        yield from self._mapping


class ItemsView(MappingView, Set):
    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, item):
        key, value = item
        try:
            found = self._mapping[key]
        except KeyError:
            return False
        return found is value or found == value

    def __iter__(self):
        for key in self._mapping:
            yield key, self._mapping[key]


class ValuesView(MappingView, Collection):
    __slots__ = ()

    def __contains__(self, value):
        return any(found is value or found == value for found in self)

    def __iter__(self):
        for key in self._mapping:
            yield self._mapping[key]


_missing = object()


class MutableMapping(Mapping):
    __slots__ = ()

    @abstractmethod
    def __setitem__(self, key, value):
        raise KeyError

    @abstractmethod
    def __delitem__(self, key):
        raise KeyError

    def pop(self, key, default=_missing):
        try:
            value = self[key]
        except KeyError:
            if default is _missing:
                raise
            return default
        del self[key]
        return value

    def popitem(self):
        for key in self:
            value = self[key]
            del self[key]
            return key, value
        raise KeyError

    def clear(self):
        while len(self):
            self.popitem()

    def update(self, other=(), /, **kwds):
        if isinstance(other, Mapping) or hasattr(other, "keys"):
            other = [(key, other[key]) for key in other.keys()]
        for key, value in other:
            self[key] = value
        for key, value in kwds.items():
            self[key] = value

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default


class Sequence(Reversible, Collection):
    __slots__ = ()

    @abstractmethod
    def __getitem__(self, index):
        raise IndexError

    def __iter__(self):
        index = 0
        while True:
            try:
                item = self[index]
            except IndexError:
                return
            yield item
            index += 1

    def __contains__(self, value):
        return any(item is value or item == value for item in self)

    def __reversed__(self):
        for index in range(len(self) - 1, -1, -1):
            yield self[index]

    def index(self, value, start=0, stop=None):
        size = len(self)
        start = max(size + start, 0) if start < 0 else start
        stop = size if stop is None else stop + size if stop < 0 else stop
        for index in range(start, min(stop, size)):
            item = self[index]
            if item is value or item == value:
                return index
        raise ValueError(f"{value!r} is not there")

    def count(self, value):
        return sum(1 for item in self if item is value or item == value)


class ByteString(Sequence):
    __slots__ = ()


class MutableSequence(Sequence):
    __slots__ = ()

    @abstractmethod
    def __setitem__(self, index, value):
        raise IndexError

    @abstractmethod
    def __delitem__(self, index):
        raise IndexError

    @abstractmethod
    def insert(self, index, value):
        raise IndexError

    def append(self, value):
        self.insert(len(self), value)

    def clear(self):
        while len(self):
            self.pop()

    def reverse(self):
        size = len(self)
        for low in range(size // 2):
            high = size - 1 - low
            self[low], self[high] = self[high], self[low]

    def extend(self, values):
        for value in list(values) if values is self else values:
            self.append(value)

    def pop(self, index=-1):
        value = self[index]
        del self[index]
        return value

    def remove(self, value):
        del self[self.index(value)]

    def __iadd__(self, values):
        self.extend(values)
        return self


_views = (type({}.keys()), type({}.items()), type({}.values()))
_read_only_dict = type(type.__dict__)


def _register_builtins():
    for abstract, concrete in (
            (Set, (frozenset, *_views[:2])), (MutableSet, (set,)), (Mapping, (_read_only_dict,)),
            (MutableMapping, (dict,)), (KeysView, _views[:1]), (ItemsView, _views[1:2]), (ValuesView, _views[2:]),
            (Sequence, (tuple, str, range)), (ByteString, (bytes, bytearray)),
            (MutableSequence, (list, bytearray, deque))):
        for cls in concrete:
            abstract.register(cls)


_waiting.append(((frozenset, *_views, set, _read_only_dict, dict, tuple, str, range, bytes, bytearray, list, deque),
                 _register_builtins))
