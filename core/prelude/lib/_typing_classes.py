"""The names of typing that are classes with special behaviour; the native module typing looks them up here."""

import abc
import builtins
import collections
import re
import sys
from typing import Annotated, ForwardRef, Generic, TypeVar, get_args, get_origin

_T_co = TypeVar("T_co", covariant=True)


# ---- named tuples

_NAMED_TUPLE_METHODS = {"__new__", "__init__", "__slots__", "__getnewargs__", "_fields", "_field_defaults",
                        "_field_types", "_make", "_replace", "_asdict", "_source"}
_NAMED_TUPLE_RECORDS = {"__module__", "__name__", "__annotations__", "__qualname__", "__doc__",
                        "__orig_bases__"}


def _make_named_tuple(name, types, module, defaults=()):
    made = collections.namedtuple(name, [field for field, _ in types], defaults=defaults, module=module)
    made.__annotations__ = made.__new__.__annotations__ = dict(types)
    return made


class NamedTupleMeta(type):
    def __new__(mcs, name, bases, space):
        for base in bases:
            if base is not _NamedTuple and base is not Generic:
                raise TypeError("can only inherit from a NamedTuple type and Generic")
        types = space.get("__annotations__", {})
        defaults = []
        for field in types:
            if field in space:
                defaults.append(space[field])
            elif defaults:
                raise TypeError(f"Non-default namedtuple field {field} cannot follow default field"
                                f"{'s' if len(defaults) > 1 else ''} "
                                f"{', '.join([other for other in types if other in space])}")
        made = _make_named_tuple(name, list(types.items()), space["__module__"], defaults)
        if Generic in bases:
            made = type(name, (made, Generic), {"__slots__": (), "__module__": space["__module__"],
                                                "__orig_bases__": space.get("__orig_bases__", bases)})
        for key, value in space.items():
            if key in _NAMED_TUPLE_METHODS:
                raise AttributeError("Cannot overwrite NamedTuple attribute " + key)
            if key not in _NAMED_TUPLE_RECORDS and key not in types:
                setattr(made, key, value)
        made.__qualname__ = space["__qualname__"]
        if "__doc__" in space and space["__doc__"] is not None:
            made.__doc__ = space["__doc__"]
        return made


_NamedTuple = type.__new__(NamedTupleMeta, "NamedTuple", (), {"__module__": "typing"})


def NamedTuple(typename, fields=None, /, **kwargs):
    if fields is None:
        fields = kwargs.items()
    elif kwargs:
        raise TypeError("Either list of fields or keywords can be provided to NamedTuple, not both")
    return _make_named_tuple(typename, list(fields), "__main__")


NamedTuple.__mro_entries__ = lambda bases: (_NamedTuple,)


# ---- typed dicts

class _TypedDictMeta(type):
    def __new__(mcs, name, bases, space, total=True):
        for base in bases:
            if type(base) is not _TypedDictMeta and base is not Generic:
                raise TypeError("cannot inherit from both a TypedDict type and a non-TypedDict base class")
        made = type.__new__(mcs, name, (Generic, dict) if Generic in bases else (dict,), space)
        annotations = {}
        required = set()
        optional = set()
        for base in bases:
            annotations.update(base.__dict__.get("__annotations__", {}))
            required |= base.__dict__.get("__required_keys__", set())
            optional |= base.__dict__.get("__optional_keys__", set())
        own = space.get("__annotations__", {})
        annotations.update(own)
        (required if total else optional).update(own)
        made.__annotations__ = annotations
        made.__required_keys__ = frozenset(required)
        made.__optional_keys__ = frozenset(optional)
        made.__total__ = total
        return made

    def __instancecheck__(cls, instance):
        raise TypeError("TypedDict does not support instance and class checks")

    __subclasscheck__ = __instancecheck__

    def __call__(cls, *args, **kwargs):
        return dict(*args, **kwargs)


_TypedDict = type.__new__(_TypedDictMeta, "TypedDict", (), {"__module__": "typing"})


def TypedDict(typename, fields=None, /, *, total=True, **kwargs):
    if fields is None:
        fields = kwargs
    elif kwargs:
        raise TypeError("TypedDict takes either a dict or keyword arguments, but not both")
    space = {"__annotations__": dict(fields), "__module__": "__main__"}
    return _TypedDictMeta(typename, (), space, total=total)


TypedDict.__mro_entries__ = lambda bases: (_TypedDict,)


def is_typeddict(tp):
    return isinstance(tp, _TypedDictMeta)


# ---- protocols

_PROTOCOL_RECORDS = {"__abstractmethods__", "__annotations__", "__dict__", "__doc__", "__init__",
                     "__module__", "__new__", "__slots__", "__subclasshook__", "__weakref__",
                     "__class_getitem__",
                     "__parameters__", "__orig_bases__", "__init_subclass__", "_is_protocol",
                     "_is_runtime_protocol", "_MutableMapping__marker", "_abc_impl", "__qualname__",
                     "__static_attributes__", "__firstlineno__", "__match_args__"}


def _protocol_members(cls):
    members = set()
    for base in cls.__mro__[:-1]:
        if base.__name__ in ("Protocol", "Generic"):
            continue
        for name in [*base.__dict__, *base.__dict__.get("__annotations__", {})]:
            if not name.startswith("_abc_") and name not in _PROTOCOL_RECORDS:
                members.add(name)
    return members


class _ProtocolMeta(abc.ABCMeta):
    def __instancecheck__(cls, instance):
        if not cls.__dict__.get("_is_protocol", False):
            return super().__instancecheck__(instance)
        if super().__instancecheck__(instance):
            return True
        if not getattr(cls, "_is_runtime_protocol", False):
            raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
        return all([hasattr(instance, name) for name in _protocol_members(cls)])

    def __subclasscheck__(cls, other):
        if not cls.__dict__.get("_is_protocol", False) or cls is Protocol:
            return super().__subclasscheck__(other)
        if not getattr(cls, "_is_runtime_protocol", False):
            raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
        defined = {name for base in other.__mro__ for name in base.__dict__}
        return _protocol_members(cls) <= defined


def _no_init(self, *args, **kwargs):
    if type(self).__dict__.get("_is_protocol", False):
        raise TypeError("Protocols cannot be instantiated")


class Protocol(Generic, metaclass=_ProtocolMeta):
    __module__ = "typing"
    _is_protocol = True

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        if not cls.__dict__.get("_is_protocol", False):
            cls._is_protocol = any([base is Protocol for base in cls.__bases__])
        if cls._is_protocol and "__init__" not in cls.__dict__:
            cls.__init__ = _no_init


def runtime_checkable(cls):
    if not getattr(cls, "_is_protocol", False):
        raise TypeError("@runtime_checkable can be only applied to protocol classes, got %r" % cls)
    cls._is_runtime_protocol = True
    return cls


@runtime_checkable
class SupportsInt(Protocol):
    __module__ = "typing"

    @abc.abstractmethod
    def __int__(self):
        pass


@runtime_checkable
class SupportsFloat(Protocol):
    __module__ = "typing"

    @abc.abstractmethod
    def __float__(self):
        pass


@runtime_checkable
class SupportsComplex(Protocol):
    __module__ = "typing"

    @abc.abstractmethod
    def __complex__(self):
        pass


@runtime_checkable
class SupportsBytes(Protocol):
    __module__ = "typing"

    @abc.abstractmethod
    def __bytes__(self):
        pass


@runtime_checkable
class SupportsIndex(Protocol):
    __module__ = "typing"

    @abc.abstractmethod
    def __index__(self):
        pass


@runtime_checkable
class SupportsAbs(Protocol[_T_co]):
    __module__ = "typing"

    @abc.abstractmethod
    def __abs__(self):
        pass


@runtime_checkable
class SupportsRound(Protocol[_T_co]):
    __module__ = "typing"

    @abc.abstractmethod
    def __round__(self, ndigits=0):
        pass


# ---- other names

class NewType:
    __module__ = "typing"

    def __init__(self, name, tp):
        self.__qualname__ = name
        self.__name__ = name.rpartition(".")[2]
        self.__supertype__ = tp
        self.__module__ = "__main__"

    def __call__(self, x):
        return x

    def __repr__(self):
        return f"{self.__module__}.{self.__qualname__}"

    def __or__(self, other):
        return _union(self, other)

    def __ror__(self, other):
        return _union(other, self)


def _union(left, right):
    from typing import Union
    return Union[left, right]


def no_type_check_decorator(decorator):
    return decorator


class _Text:
    """Evaluates an annotation given as text: names, dots, subscripts, lists, tuples, `|`, numbers and strings."""

    def __init__(self, text, globalns, localns):
        self.tokens = re.findall(r"[A-Za-z_]\w*|\d+|'[^']*'|\"[^\"]*\"|\.\.\.|\S", text)
        self.at = 0
        self.text = text
        self.names = {**vars(builtins), **(globalns or {}), **(localns or {})}

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted=None):
        token = self.peek()
        if wanted is not None and token != wanted or not token:
            raise SyntaxError(f"Forward reference must be an expression -- got {self.text!r}")
        self.at += 1
        return token

    def whole(self):
        value = self.union()
        if self.peek():
            self.take("")
        return value

    def union(self):
        value = self.postfix()
        while self.peek() == "|":
            self.take()
            value = value | self.postfix()
        return value

    def postfix(self):
        value = self.atom()
        while self.peek() in (".", "["):
            if self.take() == ".":
                value = getattr(value, self.take())
            else:
                items, several = self.items("]")
                value = value[tuple(items) if several else items[0]]
        return value

    def items(self, closer):
        """Parses up to the closing bracket; returns the items and whether there was a comma."""
        items = []
        several = False
        while self.peek() != closer:
            items.append(self.union())
            if self.peek() != ",":
                break
            self.take()
            several = True
        self.take(closer)
        return items, several or not items

    def atom(self):
        token = self.take()
        if token == "(":
            items, several = self.items(")")
            return tuple(items) if several else items[0]
        if token == "[":
            return self.items("]")[0]
        if token == "...":
            return ...
        if token in ("None", "True", "False"):
            return {"None": None, "True": True, "False": False}[token]
        if token == "-":
            return -self.atom()
        if token[0] in "'\"":
            return token[1:-1]
        if token[0].isdigit():
            return int(token)
        if token not in self.names:
            raise NameError(f"name {token!r} is not defined")
        return self.names[token]


def _resolve(annotation, globalns, localns):
    if annotation is None:
        return type(None)
    if isinstance(annotation, ForwardRef):
        annotation = annotation.__forward_arg__
    if isinstance(annotation, str):
        return _resolve(_Text(annotation, globalns, localns).whole(), globalns, localns)
    origin = get_origin(annotation)
    args = get_args(annotation)
    if not args or origin is None:
        return annotation
    resolved = tuple([_resolve(one, globalns, localns) if isinstance(one, (str, ForwardRef)) or get_args(one)
                      else one for one in args])
    if resolved == args:
        return annotation
    # list[int] and typing.List[int] have the same origin.
    form = _FORMS.get(origin, origin) if repr(annotation).startswith("typing.") else origin
    return form[resolved]


def _forms():
    import typing
    named = {"List": list, "Dict": dict, "Tuple": tuple, "Set": set, "FrozenSet": frozenset, "Type": type}
    forms = {origin: getattr(typing, name) for name, origin in named.items()}
    for name in ("Callable", "Iterable", "Iterator", "Sequence", "Mapping"):
        forms[getattr(collections.abc, name)] = getattr(typing, name)
    return forms


_FORMS = _forms()


def _without_extras(annotation):
    return annotation.__origin__ if get_origin(annotation) is Annotated else annotation


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    hints = {}
    holders = [base for base in reversed(obj.__mro__)] if isinstance(obj, type) else [obj]
    for holder in holders:
        names = globalns
        if names is None:
            module = sys.modules.get(getattr(holder, "__module__", None))
            names = getattr(holder, "__globals__", None) or getattr(module, "__dict__", {})
        own = holder.__dict__ if isinstance(holder, type) else {"__annotations__": holder.__annotations__}
        found = own.get("__annotations__", {})
        for name, annotation in found.items():
            hints[name] = _resolve(annotation, names, localns)
    return hints if include_extras else {name: _without_extras(hint) for name, hint in hints.items()}
