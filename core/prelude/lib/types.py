"""Types that have no builtin name, and dynamic creation of classes."""

import sys


class _Sample:
    """An object of each type, used to get the type."""
    __slots__ = ("slot",)

    def method(self):
        yield

    async def coroutine(self):
        pass

    async def generator(self):
        yield


def _type_of_coroutine():
    running = _Sample().coroutine()
    running.close()
    return type(running)


def _closure_of(value):
    return lambda: value


FunctionType = LambdaType = type(_closure_of)
CodeType = type(_closure_of.__code__)
CellType = type(_closure_of(1).__closure__[0])
MethodType = type(_Sample().method)
GeneratorType = type(_Sample().method())
CoroutineType = _type_of_coroutine()
AsyncGeneratorType = type(_Sample().generator())
BuiltinFunctionType = BuiltinMethodType = type(len)
WrapperDescriptorType = type(object.__init__)
MethodWrapperType = type(object().__str__)
MethodDescriptorType = type(str.join)
ClassMethodDescriptorType = type(dict.__dict__["fromkeys"])
GetSetDescriptorType = type(FunctionType.__code__)
MemberDescriptorType = type(_Sample.slot)
MappingProxyType = type(type.__dict__)
ModuleType = type(sys)
GenericAlias = type(list[int])
UnionType = type(int | str)
NoneType = type(None)
EllipsisType = type(Ellipsis)
NotImplementedType = type(NotImplemented)
try:
    raise ValueError
except ValueError as _error:
    TracebackType = type(_error.__traceback__)


class SimpleNamespace:
    def __init__(self, /, **kwargs):
        self.__dict__.update(kwargs)

    def __repr__(self):
        shown = ", ".join([f"{name}={value!r}" for name, value in self.__dict__.items()])
        name = "namespace" if type(self) is SimpleNamespace else type(self).__name__
        return f"{name}({shown})"

    def __eq__(self, other):
        return self.__dict__ == other.__dict__ if isinstance(other, SimpleNamespace) else NotImplemented

    __hash__ = None


class DynamicClassAttribute:
    """A property of instances; access through the class uses the metaclass's attribute."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget = fget
        self.fset = fset
        self.fdel = fdel
        self.__doc__ = doc or getattr(fget, "__doc__", None)
        self.overwrite_doc = doc is None
        self.__isabstractmethod__ = bool(getattr(fget, "__isabstractmethod__", False))

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            if self.__isabstractmethod__:
                return self
            raise AttributeError
        if self.fget is None:
            raise AttributeError("this attribute cannot be read")
        return self.fget(instance)

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError("this attribute cannot be set")
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError("this attribute cannot be deleted")
        self.fdel(instance)

    def getter(self, fget):
        return type(self)(fget, self.fset, self.fdel, self.__doc__)

    def setter(self, fset):
        return type(self)(self.fget, fset, self.fdel, self.__doc__)

    def deleter(self, fdel):
        return type(self)(self.fget, self.fset, fdel, self.__doc__)


def resolve_bases(bases):
    resolved = []
    for base in bases:
        entries = None if isinstance(base, type) else getattr(base, "__mro_entries__", None)
        resolved += [base] if entries is None else entries(bases)
    return tuple(resolved) if resolved != list(bases) else bases


def prepare_class(name, bases=(), kwds=None):
    kwds = dict(kwds or {})
    meta = kwds.pop("metaclass", type(bases[0]) if bases else type)
    if isinstance(meta, type):
        for base in bases:
            if issubclass(type(base), meta):
                meta = type(base)
            elif not issubclass(meta, type(base)):
                raise TypeError("the metaclasses of the bases conflict")
    prepare = getattr(meta, "__prepare__", None)
    return meta, prepare(name, bases, **kwds) if prepare else {}, kwds


def new_class(name, bases=(), kwds=None, exec_body=None):
    resolved = resolve_bases(bases)
    meta, namespace, kwds = prepare_class(name, resolved, kwds)
    if exec_body is not None:
        exec_body(namespace)
    if resolved is not bases:
        namespace["__orig_bases__"] = bases
    return meta(name, resolved, namespace, **kwds)


def coroutine(func):
    if not callable(func):
        raise TypeError("coroutine() expects a callable")
    return func
