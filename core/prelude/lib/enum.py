"""Enumerations. Members are created together with the class, as plain attributes in its dictionary."""

import sys

__all__ = ["EnumType", "EnumMeta", "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum", "auto",
           "unique",
           "property", "verify", "member", "nonmember", "FlagBoundary", "STRICT", "CONFORM", "EJECT", "KEEP",
           "global_flag_repr", "global_enum_repr", "global_str", "global_enum", "EnumCheck", "CONTINUOUS",
           "NAMED_FLAGS", "UNIQUE"]

# The base classes of this module by name. EnumType fills this in; most programs don't create the flag classes.
_made = {"Enum": None, "Flag": None, "ReprEnum": None}

_reserved = ("_order_", "_generate_next_value_", "_numeric_repr_", "_missing_", "_ignore_", "_iter_member_",
             "_iter_member_by_value_", "_iter_member_by_def_", "_value_repr_")
_flag_operators = ("__or__", "__and__", "__xor__", "__ror__", "__rand__", "__rxor__", "__invert__")
_unset = object()
_builtin_property = property
_read_only = type(type.__dict__)


class nonmember:
    def __init__(self, value):
        self.value = value


class member:
    def __init__(self, value):
        self.value = value


class auto:
    def __init__(self, value=_unset):
        self.value = value

    def __repr__(self):
        return f"auto({'' if self.value is _unset else repr(self.value)})"


class property:
    """An attribute of members whose name may also be a member: access through the class gives that member."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget = fget
        self.fset = fset
        self.fdel = fdel
        self.__doc__ = doc or getattr(fget, "__doc__", None)

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner=None):
        if instance is not None:
            if self.fget is None:
                raise AttributeError(f"{owner!r} has no attribute {self.name!r}")
            return self.fget(instance)
        found = owner._member_map_.get(self.name)
        if found is None:
            raise AttributeError(f"{owner!r} has no attribute {self.name!r}")
        return found

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError(f"{type(instance)!r} does not let {self.name!r} be set")
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError(f"{type(instance)!r} does not let {self.name!r} be deleted")
        self.fdel(instance)

    def setter(self, fset):
        return type(self)(self.fget, fset, self.fdel, self.__doc__)

    def deleter(self, fdel):
        return type(self)(self.fget, self.fset, fdel, self.__doc__)


def _is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == "__" and name[2] != "_" and name[-3] != "_"


def _is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == "_" and name[1] != "_" and name[-2] != "_"


def _is_descriptor(value):
    return hasattr(value, "__get__") or hasattr(value, "__set__") or hasattr(value, "__delete__")


class _EnumDict(dict):
    """The namespace of an enum's body: separates members from other names as they are assigned."""

    def __init__(self, class_name):
        super().__init__()
        self._class_name = class_name
        self._members = {}
        self._ignored = ()
        self._next_value = None

    def __setitem__(self, key, value):
        wrapped = isinstance(value, (member, nonmember))
        if wrapped and isinstance(value, nonmember):
            dict.__setitem__(self, key, value.value)
        elif key[:1] == "_" and self._is_no_member(key):
            self._set_other(key, value)
        elif key in self._members:
            raise TypeError(f"{key!r} is a member already")
        elif key in self._ignored or not wrapped and _is_descriptor(value):
            dict.__setitem__(self, key, value)
        elif key in self:
            raise TypeError(f"{key!r} is an attribute already")
        else:
            if wrapped:
                value = value.value
            if isinstance(value, (auto, tuple)):
                value = self._resolved(key, value)
            self._members[key] = value
            dict.__setitem__(self, key, value)

    def _is_no_member(self, key):
        return _is_dunder(key) or _is_sunder(key) or key.startswith(f"_{self._class_name}__")

    def _set_other(self, key, value):
        if _is_sunder(key):
            self._set_reserved(key, value)
        else:
            dict.__setitem__(self, key, "_order_" if key == "__order__" else value)

    def _set_reserved(self, key, value):
        if key not in _reserved:
            raise ValueError(f"names like {key!r} are reserved")
        if key == "_generate_next_value_":
            if self._members:
                raise TypeError("_generate_next_value_ must be defined before the first member")
            self._next_value = getattr(value, "__func__", value)
        elif key == "_ignore_":
            value = value.replace(",", " ").split() if isinstance(value, str) else list(value)
            taken = [name for name in value if name in self._members]
            if taken:
                raise ValueError(f"_ignore_ names members: {taken}")
            self._ignored = value
        dict.__setitem__(self, key, value)

    def _resolved(self, key, value):
        """Replaces auto() in a value, either the value itself or an element of a tuple."""
        if isinstance(value, auto):
            if value.value is _unset:
                value.value = self._next_value(key, 1, len(self._members), list(self._members.values()))
            return value.value
        if any(isinstance(part, auto) for part in value):
            return tuple([self._resolved(key, part) for part in value])
        return value


def _bases_info(bases):
    """The data type of the members, and the enum class among the bases."""
    if not bases:
        return object, _made["Enum"]
    first_enum = bases[-1]
    if not isinstance(first_enum, EnumType):
        raise TypeError("the bases of an enum must be data types, followed by an enum")
    if len(bases) == 1:
        return first_enum._member_type_, first_enum
    found = []
    for chain in bases:
        candidate = None
        for base in chain.__mro__:
            if base is object:
                continue
            if isinstance(base, EnumType):
                if base._member_type_ is not object:
                    found.append(base._member_type_)
                    break
            elif "__new__" in base.__dict__ or "__dataclass_fields__" in base.__dict__:
                found.append(candidate or base)
                break
            else:
                candidate = candidate or base
    kinds = list(dict.fromkeys(found))
    if len(kinds) > 1:
        raise TypeError(f"an enum can have one data type, not {kinds!r}")
    return (kinds[0] if kinds else object), first_enum


def _maker_of(namespace, member_type, first_enum):
    """The __new__ for creating members, and whether it takes the member's value as arguments."""
    enum = _made["Enum"]
    plain = [object.__new__] if enum is None else [object.__new__, enum.__new__]
    make = namespace.get("__new__")
    if make is None:
        if first_enum is not None and member_type is object and first_enum.__new_member__ is object.__new__:
            return object.__new__, False
        for method in ("__new_member__", "__new__"):
            for cls in (member_type, first_enum):
                target = getattr(cls, method, None)
                if target is not None and target not in plain:
                    return target, first_enum is not None
        return object.__new__, False
    return getattr(make, "__func__", make), first_enum is not None


def _representation_of(bases):
    for chain in bases:
        for base in chain.__mro__:
            if base is object:
                continue
            if isinstance(base, EnumType):
                return base._value_repr_
            if "__repr__" in base.__dict__:
                return base.__dict__["__repr__"]
    return None


def _is_flag(cls):
    flag = _made["Flag"]
    return flag is not None and issubclass(cls, flag)


def _single_bit(value):
    return value > 0 and value & (value - 1) == 0


class EnumType(type):
    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        for base in bases:
            if isinstance(base, EnumType) and base._member_names_:
                raise TypeError(f"{base!r} has members, so it can't be a base class")
        namespace = _EnumDict(cls)
        first_enum = _bases_info(bases)[1]
        if first_enum is not None:
            namespace._next_value = first_enum._generate_next_value_
        return namespace

    def __new__(metacls, name, bases, namespace, *, boundary=None, **kwds):
        members = namespace._members
        if "mro" in members:
            raise ValueError("no member can have the name 'mro'")
        member_type, first_enum = _bases_info(bases)
        make, use_args = _maker_of(namespace, member_type, first_enum)
        attributes = {key: value for key, value in namespace.items()
                      if key not in members and key not in namespace._ignored and key != "_ignore_"}
        order = attributes.pop("_order_", None)
        if "_generate_next_value_" in attributes:
            attributes["_generate_next_value_"] = staticmethod(namespace._next_value)
        attributes.update(_member_names_=[], _member_map_={}, _value2member_map_={}, _unhashable_values_=[],
                          _member_type_=member_type, __new_member__=make, _use_args_=use_args)
        attributes.setdefault("_value_repr_", _representation_of(bases))
        attributes["_boundary_"] = boundary or getattr(first_enum, "_boundary_", None)
        attributes.update(_flag_mask_=0, _all_bits_=0, _singles_mask_=0)
        if first_enum is not None:
            attributes["__new__"] = Enum.__new__
        cls = super().__new__(metacls, name, bases, attributes, **kwds)
        if len(bases) != 1 or bases[0] is _made["ReprEnum"] or _is_flag(cls):  # otherwise it inherits from its base
            metacls._inherit(cls, bases, namespace, member_type, first_enum)
        if members:
            cls._add_members_(namespace)
        if order is not None:
            cls._check_order(order)
        if name in _made and attributes["__module__"] == __name__:
            _made[name] = cls
        return cls

    def __init__(cls, *args, **kwds):
        super().__init__(*args)

    def _inherit(cls, bases, namespace, member_type, first_enum):
        """Prefers the enum's own methods to those of the data type, which comes first among the bases."""
        repr_enum = _made["ReprEnum"]
        keeps_repr = repr_enum is not None and repr_enum in bases
        if keeps_repr:
            if "__format__" not in namespace:
                cls.__format__ = member_type.__format__
            if "__str__" not in namespace:
                text = member_type.__str__
                cls.__str__ = member_type.__repr__ if text == object.__str__ else text
        if first_enum is None:
            return
        for name in ("__repr__", "__str__", "__format__"):
            if name not in namespace and getattr(cls, name) in (getattr(member_type, name), getattr(object,
                                                                                                    name)) \
                    and not (keeps_repr and name != "__repr__"):
                setattr(cls, name, getattr(first_enum, name))
        if _is_flag(cls):
            for name in _flag_operators:
                if name not in namespace:
                    setattr(cls, name, getattr(_made["Flag"], name))

    def _add_members_(cls, namespace):
        for key, value in namespace._members.items():
            cls._add_member(key, value, cls.__new_member__, cls._use_args_, cls._member_type_)
        if _is_flag(cls):
            bits = [cls._member_map_[name]._value_ for name in cls._member_names_]
            if bits != sorted(bits):
                cls._iter_member_ = cls._iter_member_by_def_

    def _add_member(cls, name, value, make, use_args, member_type):
        args = value if isinstance(value, tuple) else (value,)
        if member_type is tuple:
            args = (args,)
        new = make(cls, *args) if use_args else make(cls)
        if make is object.__new__ or not hasattr(new, "_value_"):
            new._value_ = value if member_type is object else member_type(*args)
        value = new._value_
        new._name_ = name
        new.__objclass__ = cls
        new.__init__(*args)
        new._sort_order_ = len(cls._member_names_)
        same = cls._find(value)
        if same is not None:
            new = same
        elif not _is_flag(cls):
            cls._member_names_.append(name)
        elif isinstance(value, int):
            if _single_bit(value):
                cls._member_names_.append(name)
                cls._singles_mask_ |= value
            cls._flag_mask_ |= value
            cls._all_bits_ = 2 ** cls._flag_mask_.bit_length() - 1
        cls._member_map_[name] = new
        type.__setattr__(cls, name, new)
        if same is not None:
            return
        if type(value).__hash__ is not None:
            try:
                cls._value2member_map_.setdefault(value, new)
                return
            except TypeError:  # an element is unhashable
                pass
        cls._unhashable_values_.append(value)

    def _find(cls, value):
        if type(value).__hash__ is not None:
            try:
                return cls._value2member_map_.get(value)
            except TypeError:
                pass
        members = cls._member_map_.values()
        for found in members:
            if found._value_ is value:
                return found
        for found in members:
            if found._value_ == value:
                return found
        return None

    def _check_order(cls, order):
        names = order.replace(",", " ").split() if isinstance(order, str) else list(order)
        if [name for name in names if cls._member_map_.get(name) and cls._member_map_[name]._name_ == name] \
                != cls._member_names_:
            raise TypeError("the members are not in the order that _order_ says")

    def __bool__(cls):
        return True

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        if names is None:
            return cls.__new__(cls, value)
        return cls._create_(value, names, module=module, qualname=qualname, type=type, start=start,
                            boundary=boundary)

    def _create_(cls, class_name, names, *, module=None, qualname=None, type=None, start=1, boundary=None):
        metacls = cls.__class__
        bases = (cls,) if type is None else (type, cls)
        namespace = metacls.__prepare__(class_name, bases)
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        names = list(names)
        if names and isinstance(names[0], str):
            values = []
            for count, name in enumerate(names):
                values.append(namespace._next_value(name, start, count, values[:]))
            names = list(zip(names, values))
        for item in names:
            name, value = (item, names[item]) if isinstance(item, str) else item
            namespace[name] = value
        made = metacls.__new__(metacls, class_name, bases, namespace, boundary=boundary)
        name_of = getattr(sys, "_getframemodulename", None)
        made.__module__ = module or (name_of(2) if name_of else None) or "__main__"
        if qualname is not None:
            made.__qualname__ = qualname
        return made

    def __contains__(cls, member):
        if not isinstance(member, Enum):
            raise TypeError(f"{type(member).__name__!r} is not an enum: find the member by calling {cls.__name__}")
        return isinstance(member, cls) and member._name_ in cls._member_map_

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get("_member_map_", ()):
            raise AttributeError(f"the member {name!r} cannot be set again")
        super().__setattr__(name, value)

    def __delattr__(cls, name):
        if name in cls._member_map_:
            raise AttributeError(f"the member {name!r} cannot be deleted")
        super().__delattr__(name)

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        return iter([cls._member_map_[name] for name in cls._member_names_])

    def __reversed__(cls):
        return iter([cls._member_map_[name] for name in reversed(cls._member_names_)])

    def __len__(cls):
        return len(cls._member_names_)

    @_builtin_property
    def __members__(cls):
        return _read_only(cls._member_map_)

    def __repr__(cls):
        return f"<{'flag' if _is_flag(cls) else 'enum'} {cls.__name__!r}>"


EnumMeta = EnumType


class Enum(metaclass=EnumType):
    def __new__(cls, value):
        if type(value) is cls:
            return value
        found = cls._find(value)
        if found is None:
            found = cls._missing_(value)
        if isinstance(found, cls) or found is not None and cls._boundary_ is EJECT and isinstance(found, int):
            return found
        if found is None:
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        raise TypeError(f"_missing_() of {cls.__name__} returned {found!r}, which is not a member")

    def __init__(self, *args, **kwds):
        pass

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        for last in sorted((value for value in last_values if isinstance(value, (int, float))), reverse=True):
            return last + 1
        return start

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        show = self.__class__._value_repr_ or repr
        return f"<{self.__class__.__name__}.{self._name_}: {show(self._value_)}>"

    def __str__(self):
        return f"{self.__class__.__name__}.{self._name_}"

    def __format__(self, format_spec):
        return str.__format__(str(self), format_spec)

    def __dir__(self):
        names = {"__class__", "__doc__", "__eq__", "__hash__", "__module__", "name", "value"}
        for cls in type(self).__mro__:
            if cls not in (object, Enum):
                names.update(name for name in cls.__dict__
                             if not name.startswith("_") and name not in self._member_map_)
        return sorted(names)

    def __hash__(self):
        return hash(self._name_)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce_ex__(self, proto):
        return self.__class__, (self._value_,)

    @property
    def name(self):
        return self._name_

    @property
    def value(self):
        return self._value_


class ReprEnum(Enum):
    """An enum with the str() and format() of its data type."""


class IntEnum(int, ReprEnum):
    pass


class StrEnum(str, ReprEnum):
    def __new__(cls, *values):
        if not 1 <= len(values) <= 3 or not all(isinstance(value, str) for value in values):
            raise TypeError(f"the values of a StrEnum are strings, not {values!r}")
        new = str.__new__(cls, *values)
        new._value_ = str(*values)
        return new

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


class FlagBoundary(StrEnum):
    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


STRICT = FlagBoundary.STRICT
CONFORM = FlagBoundary.CONFORM
EJECT = FlagBoundary.EJECT
KEEP = FlagBoundary.KEEP


# Unknown bits are dropped, as in the first releases of 3.11; later releases raise an error.
class Flag(Enum, boundary=CONFORM):
    _numeric_repr_ = repr

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start if start is not None else 1
        return 2 ** max(last_values).bit_length()

    @classmethod
    def _iter_member_by_value_(cls, value):
        value &= cls._flag_mask_
        while value:
            bit = value & -value
            value ^= bit
            found = cls._value2member_map_.get(bit)
            if found is not None:
                yield found

    @classmethod
    def _iter_member_by_def_(cls, value):
        yield from sorted(cls._iter_member_by_value_(value), key=lambda found: found._sort_order_)

    _iter_member_ = _iter_member_by_value_

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        mask = cls._flag_mask_
        every = cls._all_bits_
        if not ~every <= value <= every or value & (every ^ mask):
            if cls._boundary_ is STRICT:
                raise ValueError(f"{value!r} has bits that {cls.__qualname__} does not know")
            if cls._boundary_ is CONFORM:
                value &= mask
            elif cls._boundary_ is EJECT:
                return value
            elif value < 0:
                value += max(every + 1, 2 ** value.bit_length())
        if value < 0:
            value += every + 1
        found = cls._value2member_map_.get(value)
        if found is not None:
            return found
        new = object.__new__(cls) if cls._member_type_ is object else cls.__new_member__(cls, value)
        new._value_ = value
        unknown = value & ~mask
        names = [part._name_ for part in cls._iter_member_(value)]
        if unknown and names:
            names.append(cls._numeric_repr_(unknown))
        new._name_ = "|".join(names) or None
        return cls._value2member_map_.setdefault(value, new)

    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            raise TypeError(f"{type(other).__qualname__!r} is no {self.__class__.__qualname__!r}")
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        return self._iter_member_(self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __bool__(self):
        return bool(self._value_)

    def __repr__(self):
        show = self.__class__._value_repr_ or repr
        name = "" if self._name_ is None else "." + self._name_
        return f"<{self.__class__.__name__}{name}: {show(self._value_)}>"

    def __str__(self):
        name = self.__class__.__name__
        return f"{name}({self._value_!r})" if self._name_ is None else f"{name}.{self._name_}"

    def _bits(self, other):
        """The value of the operator's other operand; None when the operand isn't supported."""
        if isinstance(other, self.__class__):
            return other._value_
        if self._member_type_ is not object and isinstance(other, self._member_type_):
            return other
        return None

    def __or__(self, other):
        bits = self._bits(other)
        return NotImplemented if bits is None else self.__class__(self._value_ | bits)

    def __and__(self, other):
        bits = self._bits(other)
        return NotImplemented if bits is None else self.__class__(self._value_ & bits)

    def __xor__(self, other):
        bits = self._bits(other)
        return NotImplemented if bits is None else self.__class__(self._value_ ^ bits)

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__

    def __invert__(self):
        if self._boundary_ in (EJECT, KEEP):
            return self.__class__(~self._value_)
        return self.__class__(self._singles_mask_ & ~self._value_)


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    pass


def unique(enumeration):
    aliases = [f"{name} is {found._name_}" for name, found in enumeration.__members__.items()
               if name != found._name_]
    if aliases:
        raise ValueError(f"{enumeration!r} has values twice: {', '.join(aliases)}")
    return enumeration


class EnumCheck(StrEnum):
    CONTINUOUS = "continuous"
    NAMED_FLAGS = "named flags"
    UNIQUE = "unique"


CONTINUOUS = EnumCheck.CONTINUOUS
NAMED_FLAGS = EnumCheck.NAMED_FLAGS
UNIQUE = EnumCheck.UNIQUE


class verify:
    """A class decorator that applies the given checks to an enum."""

    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        values = [found._value_ for found in enumeration]
        for check in self.checks:
            if check is UNIQUE:
                unique(enumeration)
            elif check is CONTINUOUS and values:
                step = [2 ** i for i in range(min(values).bit_length() - 1, max(values).bit_length())] \
                    if issubclass(enumeration, Flag) else range(min(values), max(values) + 1)
                if [value for value in step if value not in values]:
                    raise ValueError(f"{enumeration!r} skips values")
            elif check is NAMED_FLAGS:
                for name, found in enumeration._member_map_.items():
                    if found._value_ & ~enumeration._singles_mask_:
                        raise ValueError(f"{name} of {enumeration!r} has bits without a name")
        return enumeration


def global_enum_repr(self):
    return f"{self.__class__.__module__.split('.')[-1]}.{self._name_}"


def global_flag_repr(self):
    module = self.__class__.__module__.split(".")[-1]
    if self._name_ is None:
        return f"{module}.{self.__class__.__name__}({self._value_!r})"
    return "|".join([f"{module}.{name}" for name in self._name_.split("|")])


def global_str(self):
    return self.__class__.__name__ + f"({self._value_!r})" if self._name_ is None else self._name_


def global_enum(cls, update_str=False):
    """Adds the members to the global names of the enum's module, and changes their repr accordingly."""
    cls.__repr__ = global_flag_repr if issubclass(cls, Flag) else global_enum_repr
    if not issubclass(cls, ReprEnum) or update_str:
        cls.__str__ = global_str
    sys.modules[cls.__module__].__dict__.update(cls.__members__)
    return cls
