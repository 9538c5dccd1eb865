"""Abstract base classes: virtual subclasses, and no instances while abstract methods remain."""


def abstractmethod(funcobj):
    funcobj.__isabstractmethod__ = True
    return funcobj


class abstractclassmethod(classmethod):
    __isabstractmethod__ = True

    def __init__(self, callable):
        super().__init__(abstractmethod(callable))


class abstractstaticmethod(staticmethod):
    __isabstractmethod__ = True

    def __init__(self, callable):
        super().__init__(abstractmethod(callable))


class abstractproperty(property):
    __isabstractmethod__ = True


def _is_abstract(value):
    if isinstance(value, property):
        parts = (value, value.fget, value.fset, value.fdel)
    elif isinstance(value, (classmethod, staticmethod)):
        parts = (value, value.__func__)
    else:
        parts = (value,)
    for part in parts:
        if getattr(part, "__isabstractmethod__", False):
            return True
    return False


def _abstract_names(cls):
    names = {name for name, value in cls.__dict__.items() if _is_abstract(value)}
    for base in cls.__bases__:
        for name in getattr(base, "__abstractmethods__", ()):
            if _is_abstract(getattr(cls, name, None)):
                names.add(name)
    return frozenset(names)


def update_abstractmethods(cls):
    if hasattr(cls, "__abstractmethods__"):
        cls.__abstractmethods__ = _abstract_names(cls)
    return cls


class _State:
    """The registered and cached subclasses of one class. Negative results are valid until the next registration."""
    __slots__ = ("registry", "accepted", "refused", "token")

    def __init__(self):
        self.registry = []
        self.accepted = set()
        self.refused = set()
        self.token = 0


_registrations = 0

# Classes registered with collections.abc, and the functions that register them. Creating the classes of that module
# waits until one of these is asked for.
_waiting = []


def _register_waiting(mro):
    for entry in _waiting[:]:
        if any(cls in entry[0] for cls in mro):
            _waiting.remove(entry)
            entry[1]()


def get_cache_token():
    return _registrations


class ABCMeta(type):
    def __new__(mcls, name, bases, namespace, /, **kwargs):
        cls = super().__new__(mcls, name, bases, namespace, **kwargs)
        cls.__abstractmethods__ = _abstract_names(cls)
        cls._abc_impl = _State()
        return cls

    def __call__(cls, *args, **kwargs):
        if cls.__abstractmethods__:
            missing = ", ".join(sorted(cls.__abstractmethods__))
            raise TypeError(f"class {cls.__name__} is abstract: define {missing} before making instances")
        return super().__call__(*args, **kwargs)

    def register(cls, subclass):
        global _registrations
        if not isinstance(subclass, type):
            raise TypeError("only classes can be registered")
        if issubclass(subclass, cls):
            return subclass
        if issubclass(cls, subclass):
            raise RuntimeError("registering this class would make a circle")
        cls._abc_impl.registry.append(subclass)
        _registrations += 1
        return subclass

    def __instancecheck__(cls, instance):
        subclass = instance.__class__
        if subclass in cls._abc_impl.accepted or cls.__subclasscheck__(subclass):
            return True
        actual = type(instance)
        return actual is not subclass and cls.__subclasscheck__(actual)

    def __subclasscheck__(cls, subclass):
        if not isinstance(subclass, type):
            raise TypeError("issubclass() needs a class as its first argument")
        state = cls._abc_impl
        if subclass in state.accepted:
            return True
        if _waiting:
            _register_waiting(subclass.__mro__)
        if state.token != _registrations:
            state.refused.clear()
            state.token = _registrations
        elif subclass in state.refused:
            return False
        answer = cls.__subclasshook__(subclass)
        if answer is NotImplemented:
            answer = cls in getattr(subclass, "__mro__", ()) or _covers(state.registry, subclass) \
                or _covers(cls.__subclasses__(), subclass)
        (state.accepted if answer else state.refused).add(subclass)
        return bool(answer)


def _covers(classes, subclass):
    for candidate in classes:
        if issubclass(subclass, candidate):
            return True
    return False


class ABC(metaclass=ABCMeta):
    __slots__ = ()
