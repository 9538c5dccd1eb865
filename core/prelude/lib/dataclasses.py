"""Data classes. The generated methods are closures over the fields; no source text is generated."""

import sys

__all__ = ["dataclass", "field", "Field", "FrozenInstanceError", "InitVar", "KW_ONLY", "MISSING", "fields",
           "asdict",
           "astuple", "make_dataclass", "replace", "is_dataclass"]

_FIELDS = "__dataclass_fields__"
_PARAMS = "__dataclass_params__"
_POST_INIT = "__post_init__"
_read_only = type(type.__dict__)
GenericAlias = type(list[int])


class FrozenInstanceError(AttributeError):
    pass


class _MISSING_TYPE:
    pass


class _KW_ONLY_TYPE:
    pass


MISSING = _MISSING_TYPE()
KW_ONLY = _KW_ONLY_TYPE()


class InitVar:
    __slots__ = ("type",)

    def __init__(self, type):
        self.type = type

    def __repr__(self):
        return f"dataclasses.InitVar[{_shown_type(self.type)}]"

    def __class_getitem__(cls, type):
        return cls(type)


class _Kind:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


_FIELD = _Kind("_FIELD")
_FIELD_CLASSVAR = _Kind("_FIELD_CLASSVAR")
_FIELD_INITVAR = _Kind("_FIELD_INITVAR")


class Field:
    __slots__ = ("name", "type", "default", "default_factory", "repr", "hash", "init", "compare", "metadata",
                 "kw_only", "_field_type")

    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = _read_only({} if metadata is None else metadata)
        self.kw_only = kw_only
        self._field_type = None

    def __repr__(self):
        order = ["name", "type", "default", "default_factory", "init", "repr", "hash", "compare",
                 "metadata", "kw_only"]
        shown = [f"{name}={getattr(self, name)!r}" for name in order]
        return f"Field({','.join(shown)},_field_type={self._field_type!r})"

    def __set_name__(self, owner, name):
        named = getattr(type(self.default), "__set_name__", None)
        if named is not None:
            named(self.default, owner, name)

    __class_getitem__ = classmethod(GenericAlias)


class _Params:
    def __init__(self, **options):
        self.__dict__.update(options)

    def __repr__(self):
        return f"_DataclassParams({','.join([f'{key}={value!r}' for key, value in self.__dict__.items()])})"


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True,
          metadata=None,
          kw_only=MISSING):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("a field has a default or a default_factory, not both")
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def _kind_of(annotation):
    """The kind of field that an annotation, possibly given as text, declares."""
    if isinstance(annotation, str):
        name = annotation.split("[")[0].strip().split(".")[-1]
        return {"ClassVar": _FIELD_CLASSVAR, "InitVar": _FIELD_INITVAR}.get(name, _FIELD)
    if annotation is InitVar or type(annotation) is InitVar:
        return _FIELD_INITVAR
    typing = sys.modules.get("typing")
    if typing is not None and (annotation is typing.ClassVar
                               or hasattr(annotation, "__args__") and annotation.__origin__ is typing.ClassVar):
        return _FIELD_CLASSVAR
    return _FIELD


def _is_kw_only_mark(annotation):
    if isinstance(annotation, str):
        return annotation in ("KW_ONLY", "dataclasses.KW_ONLY")
    return annotation is KW_ONLY


def _make_field(cls, name, annotation, kw_only):
    default = getattr(cls, name, MISSING)
    if isinstance(default, Field):
        f = default
    else:
        if type(default).__name__ in ("member_descriptor", "slot"):
            default = MISSING       # a slot of the class, not a default value
        f = field(default=default)
    f.name = name
    f.type = annotation
    f._field_type = _kind_of(annotation)
    if f._field_type is not _FIELD and f.default_factory is not MISSING:
        raise TypeError(f"field {name} cannot have a default_factory")
    if f._field_type is _FIELD_CLASSVAR:
        if f.kw_only is not MISSING:
            raise TypeError(f"field {name} is a ClassVar and cannot be kw_only")
    elif f.kw_only is MISSING:
        f.kw_only = kw_only
    if f._field_type is _FIELD and f.default is not MISSING and type(f.default).__hash__ is None:
        raise ValueError(f"the default of field {name} is mutable: use default_factory")
    return f


def _init_method(fields, frozen, post_init):
    """Makes __init__. `fields` includes the init-only variables; the plain fields are set on the instance."""
    taken = [f for f in fields if f.init]
    positional = [f.name for f in taken if not f.kw_only]
    known = {f.name for f in taken}
    extra = [f.name for f in taken if f._field_type is _FIELD_INITVAR]
    assign = object.__setattr__ if frozen else setattr
    # The usual case: no field needs special treatment, and all arguments are positional or all are keywords.
    names = [f.name for f in fields]
    is_plain = not post_init and len(taken) == len(fields) and all(f._field_type is _FIELD for f in fields)

    def __init__(self, /, *args, **kwargs):
        if is_plain and not args and kwargs.keys() == known:
            for name in names:
                assign(self, name, kwargs[name])
            return
        if is_plain and not kwargs and len(args) == len(names) == len(positional):
            for name, value in zip(names, args):
                assign(self, name, value)
            return
        if len(args) > len(positional):
            raise TypeError(f"{type(self).__name__}() takes at most {len(positional)} positional arguments, "
                            f"{len(args)} were given")
        values = dict(zip(positional, args))
        for name, value in kwargs.items():
            if name not in known:
                raise TypeError(f"{type(self).__name__}() has no argument {name!r}")
            if name in values:
                raise TypeError(f"{type(self).__name__}() was given {name!r} twice")
            values[name] = value
        for f in fields:
            name = f.name
            if name in values:
                value = values[name]
            elif f.default_factory is not MISSING:
                value = f.default_factory()
            elif not f.init:
                continue        # the default, if any, stays on the class
            elif f.default is not MISSING:
                value = values[name] = f.default
            else:
                raise TypeError(f"{type(self).__name__}() needs a value for {name!r}")
            if f._field_type is _FIELD:
                assign(self, name, value)
        if post_init:
            self.__post_init__(*[values[name] for name in extra])

    __init__.__annotations__ = {f.name: f.type.type if isinstance(f.type, InitVar) else f.type for f in taken}
    __init__.__annotations__["return"] = None
    # For inspect.signature(), because the code doesn't show the parameters.
    __init__._init_fields = [f for f in taken if not f.kw_only] + [f for f in taken if f.kw_only]
    return __init__


def _repr_method(names):
    running = set()

    def __repr__(self):
        if id(self) in running:
            return "..."
        running.add(id(self))
        try:
            shown = [f"{name}={getattr(self, name)!r}" for name in names]
        finally:
            running.discard(id(self))
        return f"{type(self).__qualname__}({', '.join(shown)})"
    return __repr__


def _values(self, names):
    return tuple([getattr(self, name) for name in names])


def _order_methods(names):
    def __lt__(self, other):
        return _values(self, names) < _values(other,
                                              names) if other.__class__ is self.__class__ else NotImplemented

    def __le__(self, other):
        return _values(self, names) <= _values(other,
                                               names) if other.__class__ is self.__class__ else NotImplemented

    def __gt__(self, other):
        return _values(self, names) > _values(other,
                                              names) if other.__class__ is self.__class__ else NotImplemented

    def __ge__(self, other):
        return _values(self, names) >= _values(other,
                                               names) if other.__class__ is self.__class__ else NotImplemented
    return __lt__, __le__, __gt__, __ge__


def _eq_method(names):
    def __eq__(self, other):
        return _values(self, names) == _values(other,
                                               names) if other.__class__ is self.__class__ else NotImplemented
    return __eq__


def _hash_method(names):
    def __hash__(self):
        return hash(_values(self, names))
    return __hash__


def _frozen_methods(cls, names):
    def refuses(self, name):
        return type(self) is cls or name in names

    def __setattr__(self, name, value):
        if refuses(self, name):
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self, name):
        if refuses(self, name):
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)
    return __setattr__, __delattr__


def _add(cls, method):
    """Adds the method unless the class body defines the name. Returns True when the body defines it."""
    if method.__name__ in cls.__dict__:
        return True
    method.__qualname__ = f"{cls.__qualname__}.{method.__name__}"
    method.__module__ = cls.__module__
    setattr(cls, method.__name__, method)
    return False


def _set_hash(cls, names, eq, frozen, unsafe_hash):
    own = cls.__dict__.get("__hash__", MISSING)
    # When a body defines only __eq__, Python sets __hash__ = None; that isn't the author's choice.
    explicit = own is not MISSING and not (own is None and "__eq__" in cls.__dict__)
    if unsafe_hash:
        if explicit:
            raise TypeError(f"{cls.__name__} has a __hash__ already")
        cls.__hash__ = _hash_method(names)
    elif eq and not explicit:
        cls.__hash__ = _hash_method(names) if frozen else None


def _shown_type(annotation):
    if isinstance(annotation, type) and not isinstance(annotation, GenericAlias):
        if annotation.__module__ == "builtins":
            return annotation.__qualname__
        return f"{annotation.__module__}.{annotation.__qualname__}"
    return repr(annotation).replace("typing.", "")


def _doc_of(cls, fields):
    shown = []
    for f in sorted([f for f in fields if f.init], key=lambda f: f.kw_only):
        if f.kw_only and "*" not in shown:
            shown.append("*")
        text = f"{f.name}: {_shown_type(f.type.type if isinstance(f.type, InitVar) else f.type)}"
        if f.default_factory is not MISSING:
            text += " = <factory>"
        elif f.default is not MISSING:
            text += f" = {f.default!r}"
        shown.append(text)
    return f"{cls.__name__}({', '.join(shown)})"


def _collect(cls, kw_only):
    """All fields of the class by name: first those of its bases, then its own."""
    found = {}
    for base in cls.__mro__[-1:0:-1]:
        for f in base.__dict__.get(_FIELDS, {}).values():
            found[f.name] = f
    marked = False
    annotations = cls.__dict__.get("__annotations__", {})
    for name, annotation in annotations.items():
        if _is_kw_only_mark(annotation):
            if marked:
                raise TypeError(f"{name!r} is a second KW_ONLY")
            marked = kw_only = True
            continue
        f = found[name] = _make_field(cls, name, annotation, kw_only)
        if isinstance(cls.__dict__.get(name), Field):
            if f.default is MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, f.default)
    for name, value in cls.__dict__.items():
        if isinstance(value, Field) and name not in annotations:
            raise TypeError(f"{name!r} is a field without a type")
    return found


def _check_frozen(cls, frozen):
    params = [base.__dict__[_PARAMS] for base in cls.__mro__[1:] if _PARAMS in base.__dict__]
    if frozen and any(not param.frozen for param in params):
        raise TypeError("a frozen data class cannot be derived from a data class that isn't frozen")
    if not frozen and any(param.frozen for param in params):
        raise TypeError("a data class that is not frozen cannot be derived from a frozen one")


def _check_defaults(taken):
    seen = False
    for f in taken:
        if f.kw_only:
            continue
        if f.default is not MISSING or f.default_factory is not MISSING:
            seen = True
        elif seen:
            raise TypeError(f"{f.name!r} has no default, but a field before it has")


def _with_slots(cls, weakref_slot):
    """Creates the class again, with a slot for each field that no base has a slot for."""
    if "__slots__" in cls.__dict__:
        raise TypeError(f"{cls.__name__} has __slots__ already")
    inherited = set()
    for base in cls.__mro__[1:-1]:
        slots = base.__dict__.get("__slots__", ())
        inherited.update((slots,) if isinstance(slots, str) else slots)
    namespace = dict(cls.__dict__)
    names = tuple(f.name for f in fields(cls))
    namespace["__slots__"] = tuple(name for name in names if name not in inherited) \
        + (("__weakref__",) if weakref_slot and "__weakref__" not in inherited else ())
    for name in (*names, "__dict__", "__weakref__"):
        namespace.pop(name, None)
    new = type(cls)(cls.__name__, cls.__bases__, namespace)
    new.__qualname__ = cls.__qualname__
    return new


def _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot):
    if order and not eq:
        raise ValueError("order requires eq")
    if weakref_slot and not slots:
        raise TypeError("weakref_slot requires slots")
    found = _collect(cls, kw_only)
    _check_frozen(cls, frozen)
    setattr(cls, _FIELDS, found)
    setattr(cls, _PARAMS, _Params(init=init, repr=repr, eq=eq, order=order, unsafe_hash=unsafe_hash,
                                  frozen=frozen))
    stored = [f for f in found.values() if f._field_type is _FIELD]
    given = [f for f in found.values() if f._field_type is not _FIELD_CLASSVAR]
    taken = [f for f in given if f.init]
    compared = [f.name for f in stored if f.compare]
    if init:
        _check_defaults(taken)
        _add(cls, _init_method(given, frozen, hasattr(cls, _POST_INIT)))
    if repr:
        _add(cls, _repr_method([f.name for f in stored if f.repr]))
    _set_hash(cls, [f.name for f in stored if (f.compare if f.hash is None else f.hash)], eq, frozen,
              unsafe_hash)
    if eq:
        _add(cls, _eq_method(compared))
    if order:
        for method in _order_methods(compared):
            if _add(cls, method):
                raise TypeError(f"{cls.__name__} has a {method.__name__} already")
    if frozen:
        for method in _frozen_methods(cls, {f.name for f in stored}):
            if _add(cls, method):
                raise TypeError(f"{cls.__name__} has a {method.__name__} already")
    if cls.__doc__ is None:
        cls.__doc__ = _doc_of(cls, given)
    if match_args and "__match_args__" not in cls.__dict__:
        cls.__match_args__ = tuple([f.name for f in taken if not f.kw_only])
    if slots:
        cls = _with_slots(cls, weakref_slot)
    if "__abstractmethods__" in cls.__dict__:
        import abc
        abc.update_abstractmethods(cls)
    return cls


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False,
              match_args=True, kw_only=False, slots=False, weakref_slot=False):
    def wrap(cls):
        return _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots,
                        weakref_slot)
    return wrap if cls is None else wrap(cls)


def fields(class_or_instance):
    found = getattr(class_or_instance, _FIELDS, None)
    if found is None:
        raise TypeError("fields() needs a data class or an instance of one")
    return tuple([f for f in found.values() if f._field_type is _FIELD])


def is_dataclass(obj):
    return hasattr(obj if isinstance(obj, type) else type(obj), _FIELDS)


def _converted(value, convert):
    """A copy in which `convert` has replaced every data class instance."""
    if hasattr(type(value), _FIELDS):
        return convert([(f.name, _converted(getattr(value, f.name), convert)) for f in fields(value)])
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[_converted(item, convert) for item in value])
    if isinstance(value, (list, tuple)):
        return type(value)([_converted(item, convert) for item in value])
    if isinstance(value, dict):
        return type(value)([(_converted(key, convert), _converted(item, convert)) for key,
                            item in value.items()])
    import copy
    return copy.deepcopy(value)


def asdict(obj, *, dict_factory=dict):
    if not hasattr(type(obj), _FIELDS):
        raise TypeError("asdict() needs an instance of a data class")
    return _converted(obj, dict_factory)


def astuple(obj, *, tuple_factory=tuple):
    if not hasattr(type(obj), _FIELDS):
        raise TypeError("astuple() needs an instance of a data class")
    return _converted(obj, lambda pairs: tuple_factory([value for _, value in pairs]))


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, init=True, repr=True, eq=True, order=False,
                   unsafe_hash=False, frozen=False, match_args=True, kw_only=False, slots=False,
                   weakref_slot=False):
    body = {} if namespace is None else dict(namespace)
    annotations = {}
    for item in fields:
        name, annotation, *default = (item, "typing.Any") if isinstance(item, str) else item
        if not isinstance(name, str) or not name.isidentifier():
            raise TypeError(f"{name!r} cannot be a field's name")
        if name in annotations:
            raise TypeError(f"two fields have the name {name!r}")
        annotations[name] = annotation
        if default:
            body[name] = default[0]
    body["__annotations__"] = annotations
    body.setdefault("__module__", "types")
    cls = type(cls_name, tuple(bases), body)
    return dataclass(cls, init=init, repr=repr, eq=eq, order=order, unsafe_hash=unsafe_hash, frozen=frozen,
                     match_args=match_args, kw_only=kw_only, slots=slots, weakref_slot=weakref_slot)


def replace(obj, /, **changes):
    if not hasattr(type(obj), _FIELDS):
        raise TypeError("replace() needs an instance of a data class")
    for f in getattr(obj, _FIELDS).values():
        if f._field_type is _FIELD_CLASSVAR:
            continue
        if not f.init:
            if f.name in changes:
                raise ValueError(f"field {f.name} is not set through __init__ and cannot be replaced")
        elif f.name not in changes:
            if f._field_type is _FIELD_INITVAR and f.default is MISSING:
                raise ValueError(f"replace() needs a value for {f.name!r}")
            if f._field_type is _FIELD:
                changes[f.name] = getattr(obj, f.name)
    return obj.__class__(**changes)
