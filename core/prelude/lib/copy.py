"""Shallow and deep copies."""

__all__ = ["Error", "copy", "deepcopy"]


class Error(Exception):
    pass


error = Error

# Immutable values, and objects that aren't data, are returned as they are.
_atomic = {type(None), type(Ellipsis), type(NotImplemented), int, float, bool, complex, str, bytes, range,
           type,
           property, type(len), type(lambda: 0)}
# More such classes by name, from modules that a copy shouldn't have to import.
_atomic_names = {("re", "Pattern"), ("torch", "device"), ("torch", "layout"), ("torch", "memory_format"),
                 ("typing", "TypeVar")}
_function_names = {"builtin_function_or_method", "function"}


def _slots_of(obj):
    """(name, value) of each slot that is set."""
    found = []
    for cls in type(obj).__mro__:
        slots = cls.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name in ("__dict__", "__weakref__"):
                continue
            if name.startswith("__") and not name.endswith("__"):
                name = "_" + cls.__name__.lstrip("_") + name
            if hasattr(obj, name):
                found.append((name, getattr(obj, name)))
    return found


def _bare(obj, convert):
    """A new instance of the same class without attributes; an instance of a container class gets the items."""
    cls = type(obj)
    arguments = getattr(obj, "__getnewargs__", None)
    if arguments is not None and not isinstance(obj, (str, int, float, bytes, complex)):
        return cls.__new__(cls, *[convert(item) for item in arguments()])
    for kind in (int, float, complex, str, bytes, tuple, frozenset):
        if isinstance(obj, kind):
            items = kind([convert(item) for item in obj]) if kind in (tuple, frozenset) else kind(obj)
            return kind.__new__(cls, items)
    for kind in (dict, list, set, bytearray, BaseException):
        if isinstance(obj, kind):
            return kind.__new__(cls, *obj.args) if kind is BaseException else kind.__new__(cls)
    return object.__new__(cls)


def _fill(new, obj, convert):
    if isinstance(obj, dict):
        for key, value in dict.items(obj):
            dict.__setitem__(new, convert(key), convert(value))
    elif isinstance(obj, list):
        list.extend(new, [convert(item) for item in list.__iter__(obj)])
    elif isinstance(obj, set):
        set.update(new, [convert(item) for item in set.__iter__(obj)])
    elif isinstance(obj, bytearray):
        new += obj
    _set_state(new, obj, convert)
    return new


def _set_state(new, obj, convert):
    state_of = getattr(type(obj), "__getstate__", None)
    restore = getattr(new, "__setstate__", None)
    if state_of is not None and state_of is not getattr(object, "__getstate__", None):
        state = convert(obj.__getstate__())
        if restore is not None:
            restore(state)
            return
        attributes, slots = state if isinstance(state, tuple) and len(state) == 2 else (state, None)
    else:
        attributes = convert(getattr(obj, "__dict__", None) or {})
        slots = {name: convert(value) for name, value in _slots_of(obj)}
        if restore is not None and (attributes or slots):
            restore((attributes or None, slots) if slots else attributes)
            return
    if attributes:
        new.__dict__.update(attributes)
    for name, value in (slots or {}).items():
        object.__setattr__(new, name, value)


def _rebuilt(obj, reduced, convert):
    """Rebuilds an object from the result of __reduce__(): a function, its arguments, the state to restore."""
    if isinstance(reduced, str):
        return obj
    make, args, state, items, pairs = (tuple(reduced) + (None, None, None))[:5]
    new = make(*[convert(arg) for arg in args])
    if state is not None:
        state = convert(state)
        if hasattr(new, "__setstate__"):
            new.__setstate__(state)
        else:
            attributes, slots = state if isinstance(state, tuple) and len(state) == 2 else (state, None)
            new.__dict__.update(attributes or {})
            for name, value in (slots or {}).items():
                setattr(new, name, value)
    for item in items or ():
        new.append(convert(item))
    for key, value in pairs or ():
        new[convert(key)] = convert(value)
    return new


def _own_reduce(obj):
    """The result of the class's own __reduce_ex__ or __reduce__; None when it has neither."""
    cls = type(obj)
    for name, args in (("__reduce_ex__", (4,)), ("__reduce__", ())):
        for base in cls.__mro__:
            if name in base.__dict__:
                if base.__module__ != "builtins":
                    return getattr(obj, name)(*args)
                break
    return None


def _is_atomic(cls):
    return cls.__name__ in _function_names or (cls.__module__, cls.__name__) in _atomic_names


def copy(x):
    cls = type(x)
    if cls in _atomic or isinstance(x, type):
        return x
    if cls in (list, dict, set, bytearray):
        return x.copy()
    if cls in (tuple, frozenset) or _is_atomic(cls):
        return x
    own = getattr(cls, "__copy__", None)
    if own is not None:
        return own(x)
    reduced = _own_reduce(x)
    if reduced is not None:
        return _rebuilt(x, reduced, _same)
    return _fill(_bare(x, _same), x, _same)


def _same(value):
    return value


def deepcopy(x, memo=None):
    cls = type(x)
    if cls in _atomic or isinstance(x, type):
        return x
    if memo is None:
        memo = {}
    found = memo.get(id(x), memo)
    if found is not memo:
        return found
    if cls is list:
        new = memo[id(x)] = []
        for item in x:
            new.append(deepcopy(item, memo))
    elif cls is dict:
        new = memo[id(x)] = {}
        for key, value in x.items():
            new[deepcopy(key, memo)] = deepcopy(value, memo)
    elif cls is tuple:
        new = _deep_tuple(x, memo)
    else:
        new = _deep_object(x, cls, memo)
    if new is not x:
        memo[id(x)] = new
        # The memo identifies originals by id(), so it has to keep them alive.
        memo.setdefault(id(memo), []).append(x)
    return new


def _deep_tuple(x, memo):
    items = [deepcopy(item, memo) for item in x]
    if id(x) in memo:
        return memo[id(x)]
    for old, new in zip(x, items):
        if old is not new:
            return tuple(items)
    return x


def _deep_object(x, cls, memo):
    if _is_atomic(cls):
        return x
    own = getattr(cls, "__deepcopy__", None)
    if own is not None:
        return own(x, memo)

    def convert(value):
        return deepcopy(value, memo)
    if cls in (set, frozenset):
        return cls([convert(item) for item in x])
    method_of = getattr(x, "__func__", None)
    if method_of is not None and hasattr(x, "__self__"):
        return cls(method_of, convert(x.__self__))
    reduced = _own_reduce(x)
    if reduced is not None:
        return _rebuilt(x, reduced, convert)
    new = memo[id(x)] = _bare(x, convert)
    return _fill(new, x, convert)
