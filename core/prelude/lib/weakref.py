"""Weak references are strong here, because nothing is garbage-collected."""

from collections.abc import MutableMapping, MutableSet

__all__ = ["ref", "proxy", "getweakrefcount", "getweakrefs", "WeakKeyDictionary", "ReferenceType",
           "ProxyType",
           "CallableProxyType", "ProxyTypes", "WeakValueDictionary", "WeakSet", "WeakMethod", "finalize"]

_no_weak = (int, float, complex, str, bytes, tuple, list, dict, type(None))


class ref:
    __slots__ = ("_object", "__callback__")

    def __init__(self, object, callback=None, /):
        if type(object) in _no_weak:
            raise TypeError(f"a {type(object).__name__} has no weak references")
        self._object = object
        self.__callback__ = callback

    def __call__(self):
        return self._object

    def __eq__(self, other):
        return self._object == other._object if isinstance(other, ref) else NotImplemented

    def __hash__(self):
        return hash(self._object)

    __class_getitem__ = classmethod(type(list[int]))


ReferenceType = ref


class WeakMethod(ref):
    __slots__ = ()

    def __init__(self, meth, callback=None):
        if not hasattr(meth, "__self__") or not hasattr(meth, "__func__"):
            raise TypeError("a WeakMethod is made of a bound method")
        super().__init__(meth, callback)


def proxy(object, callback=None, /):
    """Returns the object itself, which behaves like a proxy whose object stays alive."""
    ref(object)
    return object


class ProxyType:
    pass


class CallableProxyType:
    pass


ProxyTypes = (ProxyType, CallableProxyType)


def getweakrefcount(object, /):
    return 0


def getweakrefs(object, /):
    return []


class _WeakDictionary(MutableMapping):
    def __init__(self, other=(), /, **kw):
        self.data = {}
        self.update(other, **kw)

    def __getitem__(self, key):
        return self.data[key]

    def __delitem__(self, key):
        del self.data[key]

    def __len__(self):
        return len(self.data)

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, key):
        return key in self.data

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x}>"

    def copy(self):
        return type(self)(self)

    __copy__ = copy

    def __deepcopy__(self, memo):
        from copy import deepcopy
        new = type(self)()
        weak_keys = isinstance(self, WeakKeyDictionary)
        for key, value in self.items():
            new[key if weak_keys else deepcopy(key, memo)] = deepcopy(value, memo) if weak_keys else value
        return new

    def __or__(self, other):
        if not hasattr(other, "keys"):
            return NotImplemented
        new = self.copy()
        new.update(other)
        return new

    def __ior__(self, other):
        self.update(other)
        return self


class WeakValueDictionary(_WeakDictionary):
    def __setitem__(self, key, value):
        ref(value)
        self.data[key] = value

    def itervaluerefs(self):
        return iter(self.valuerefs())

    def valuerefs(self):
        return [ref(value) for value in self.data.values()]


class WeakKeyDictionary(_WeakDictionary):
    def __setitem__(self, key, value):
        ref(key)
        self.data[key] = value

    def keyrefs(self):
        return [ref(key) for key in self.data]


class WeakSet(MutableSet):
    def __init__(self, data=None):
        self.data = {}
        for item in data or ():
            self.add(item)

    def __contains__(self, item):
        return item in self.data

    def __iter__(self):
        return iter(list(self.data))

    def __len__(self):
        return len(self.data)

    def add(self, item):
        ref(item)
        self.data[item] = None

    def discard(self, item):
        self.data.pop(item, None)

    def update(self, other):
        for item in other:
            self.add(item)

    def copy(self):
        return type(self)(self)

    def union(self, other):
        return self | other

    def intersection(self, other):
        return self & other

    def difference(self, other):
        return self - self._from_iterable(other)

    def issubset(self, other):
        return self <= self._from_iterable(other)

    def issuperset(self, other):
        return self >= self._from_iterable(other)


class finalize:
    """A function to call when an object dies; here it only runs when it is called explicitly."""
    atexit = True

    def __init__(self, obj, func, /, *args, **kwargs):
        self._call = (obj, func, args, kwargs)

    def __call__(self, _=None):
        call = self.detach()
        return call[1](*call[2], **call[3]) if call else None

    def detach(self):
        call, self._call = self._call, None
        return call

    def peek(self):
        return self._call

    @property
    def alive(self):
        return self._call is not None
