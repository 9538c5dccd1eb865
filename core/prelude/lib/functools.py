"""Higher-order functions."""

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__")
WRAPPER_UPDATES = ("__dict__",)

_missing = object()
GenericAlias = type(list[int])


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    for name in assigned:
        value = getattr(wrapped, name, _missing)
        if value is not _missing:
            setattr(wrapper, name, value)
    for name in updated:
        getattr(wrapper, name).update(getattr(wrapped, name, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    return partial(update_wrapper, wrapped=wrapped, assigned=assigned, updated=updated)


def reduce(function, sequence, initial=_missing, /):
    items = iter(sequence)
    if initial is _missing:
        initial = next(items, _missing)
        if initial is _missing:
            raise TypeError("reduce() of an empty iterable needs an initial value")
    for item in items:
        initial = function(initial, item)
    return initial


class partial:
    def __new__(cls, func, /, *args, **keywords):
        if not callable(func):
            raise TypeError("partial() expects a callable")
        if isinstance(func, partial):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self = super().__new__(cls)
        self.func = func
        self.args = args
        self.keywords = keywords
        return self

    def __call__(self, /, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})

    def __repr__(self):
        cls = type(self)
        name = cls.__qualname__ if cls.__module__ != "functools" else "functools." + cls.__qualname__
        parts = [repr(self.func), *map(repr, self.args)]
        parts += [f"{key}={value!r}" for key, value in self.keywords.items()]
        return f"{name}({', '.join(parts)})"

    __class_getitem__ = classmethod(GenericAlias)


class partialmethod:
    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError("partialmethod() needs a callable or a descriptor")
        if isinstance(func, partialmethod):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __get__(self, obj, cls=None):
        bind = getattr(self.func, "__get__", None)
        if bind is not None:
            bound = bind(obj, cls)
            if bound is not self.func:
                return partial(bound, *self.args, **self.keywords)

        def method(owner, /, *args, **keywords):
            return self.func(owner, *self.args, *args, **{**self.keywords, **keywords})
        return method.__get__(obj, cls)

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, "__isabstractmethod__", False)

    __class_getitem__ = classmethod(GenericAlias)


def cmp_to_key(mycmp):
    class K:
        __slots__ = ("obj",)
        __hash__ = None

        def __init__(self, obj):
            self.obj = obj

        def __lt__(self, other):
            return mycmp(self.obj, other.obj) < 0

        def __gt__(self, other):
            return mycmp(self.obj, other.obj) > 0

        def __eq__(self, other):
            return mycmp(self.obj, other.obj) == 0

        def __le__(self, other):
            return mycmp(self.obj, other.obj) <= 0

        def __ge__(self, other):
            return mycmp(self.obj, other.obj) >= 0
    return K


# For each comparison: is `a op b` the negation of the root operator's result, and how is equality combined with it
# ("and", "or", or not at all)?
_derived = {
    "__lt__": (("__gt__", True, "and not"), ("__le__", False, "or"), ("__ge__", True, "")),
    "__le__": (("__ge__", True, "or"), ("__lt__", False, "and not"), ("__gt__", True, "")),
    "__gt__": (("__lt__", True, "and not"), ("__ge__", False, "or"), ("__le__", True, "")),
    "__ge__": (("__le__", True, "or"), ("__gt__", False, "and not"), ("__lt__", True, "")),
}


def _comparison(name, root, negate, equality):
    def compare(self, other):
        answer = getattr(type(self), root)(self, other)
        if answer is NotImplemented:
            return answer
        if negate:
            answer = not answer
        if equality == "or":
            return answer or self == other
        if equality == "and not":
            return answer and self != other
        return answer
    compare.__name__ = name
    return compare


def total_ordering(cls):
    given = [name for name in ("__lt__", "__le__", "__gt__", "__ge__")
             if getattr(cls, name, None) is not getattr(object, name)]
    if not given:
        raise ValueError("total_ordering() needs one of < <= > >=")
    root = given[0]
    for name, negate, equality in _derived[root]:
        if name not in given:
            setattr(cls, name, _comparison(name, root, negate, equality))
    return cls


class _CacheInfo(tuple):
    __slots__ = ()
    hits = property(lambda self: self[0])
    misses = property(lambda self: self[1])
    maxsize = property(lambda self: self[2])
    currsize = property(lambda self: self[3])

    def __repr__(self):
        return "CacheInfo(hits=%r, misses=%r, maxsize=%r, currsize=%r)" % self


def _make_key(args, kwds, typed):
    key = args
    if kwds:
        key += (_missing,)
        for item in kwds.items():
            key += item
    if typed:
        key += tuple(map(type, args)) + tuple(map(type, kwds.values()))
    return key


def lru_cache(maxsize=128, typed=False):
    if callable(maxsize) and isinstance(typed, bool):
        return lru_cache(128, typed)(maxsize)
    if maxsize is not None:
        if not isinstance(maxsize, int):
            raise TypeError("maxsize must be a number, a function or None")
        maxsize = max(maxsize, 0)

    def decorate(user_function):
        stored = {}     # least recently used first: a hit moves to the end
        hits = misses = 0

        def wrapper(*args, **kwds):
            nonlocal hits, misses
            key = _make_key(args, kwds, typed)
            found = stored.get(key, _missing)
            if found is not _missing:
                hits += 1
                if maxsize is not None:
                    del stored[key]
                    stored[key] = found
                return found
            misses += 1
            result = user_function(*args, **kwds)
            if maxsize != 0:
                stored[key] = result
                if maxsize is not None and len(stored) > maxsize:
                    del stored[next(iter(stored))]
            return result

        def cache_info():
            return _CacheInfo((hits, misses, maxsize, len(stored)))

        def cache_clear():
            nonlocal hits, misses
            stored.clear()
            hits = misses = 0

        wrapper.cache_info = cache_info
        wrapper.cache_clear = cache_clear
        wrapper.cache_parameters = lambda: {"maxsize": maxsize, "typed": typed}
        return update_wrapper(wrapper, user_function)
    return decorate


def cache(user_function, /):
    return lru_cache(maxsize=None)(user_function)


class cached_property:
    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
        elif name != self.attrname:
            raise TypeError(f"one cached_property cannot be both {self.attrname!r} and {name!r}")

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if self.attrname is None:
            raise TypeError("a cached_property must be assigned in a class body")
        attributes = instance.__dict__
        value = attributes.get(self.attrname, _missing)
        if value is _missing:
            value = attributes[self.attrname] = self.func(instance)
        return value

    __class_getitem__ = classmethod(GenericAlias)


def _nearest(cls, registry):
    """The registered class that is nearest to `cls`: along the MRO, each class before its virtual bases."""
    for step in cls.__mro__:
        if step in registry:
            return step
        virtual = [key for key in registry if key not in cls.__mro__ and issubclass(step, key)
                   and not any(issubclass(base, key) for base in step.__bases__)]
        closest = [key for key in virtual
                   if not any(other is not key and issubclass(other, key) for other in virtual)]
        if len(closest) > 1:
            raise RuntimeError(f"ambiguous dispatch: {closest[0]} or {closest[1]}")
        if closest:
            return closest[0]
    return object


def _classes_of(annotation):
    """The classes of `X`, `X | Y` and `Union[X, Y]`; None for other annotations."""
    if isinstance(annotation, type) and not isinstance(annotation, GenericAlias):
        return (annotation,)
    parts = getattr(annotation, "__args__", None)
    if parts and hasattr(annotation, "__or__") and not isinstance(annotation, GenericAlias) \
            and all(isinstance(part, type) for part in parts):
        return parts
    return None


def singledispatch(func):
    registry = {object: func}

    def dispatch(cls):
        return registry[_nearest(cls, registry)]

    def register(cls, func=None):
        classes = _classes_of(cls)
        if classes is not None and func is None:
            return lambda func: register(cls, func)
        if classes is None:
            if func is not None:
                raise TypeError("register() needs a class")
            func = cls
            hints = list(getattr(func, "__annotations__", {}).values())
            classes = _classes_of(hints[0]) if hints else None
            if classes is None:
                raise TypeError("register() needs a class, or a function that annotates its first argument")
        for one in classes:
            registry[one] = func
        return func

    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f"{func.__name__} needs at least one positional argument")
        return dispatch(args[0].__class__)(*args, **kw)

    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = type(type.__dict__)(registry)
    wrapper._clear_cache = lambda: None
    return update_wrapper(wrapper, func)


class singledispatchmethod:
    def __init__(self, func):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError("singledispatchmethod() needs a callable or a descriptor")
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, method)

    def __get__(self, obj, cls=None):
        def method(*args, **kwargs):
            return self.dispatcher.dispatch(args[0].__class__).__get__(obj, cls)(*args, **kwargs)
        method.register = self.register
        return update_wrapper(method, self.func)

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, "__isabstractmethod__", False)
