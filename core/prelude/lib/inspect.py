"""Introspection of live objects. Source text and frames aren't available."""

import types
from collections import OrderedDict

__all__ = ["BoundArguments", "Parameter", "Signature", "classify_class_attrs", "cleandoc", "getattr_static",
           "getdoc",
           "getfile", "getfullargspec", "getmembers", "getmodule", "getmro", "getsource", "getsourcefile",
           "getsourcelines", "isabstract", "isasyncgenfunction", "isawaitable", "isbuiltin", "isclass",
           "iscode",
           "iscoroutine", "iscoroutinefunction", "isdatadescriptor", "isframe", "isfunction", "isgenerator",
           "isgeneratorfunction", "ismethod", "ismethoddescriptor", "ismodule", "isroutine", "istraceback",
           "signature", "stack", "unwrap"]

CO_OPTIMIZED, CO_NEWLOCALS, CO_VARARGS, CO_VARKEYWORDS = 1, 2, 4, 8
CO_NESTED, CO_GENERATOR, CO_COROUTINE, CO_ASYNC_GENERATOR = 16, 32, 128, 512


class _empty:
    pass


def ismodule(object):
    return isinstance(object, types.ModuleType)


def isclass(object):
    return isinstance(object, type)


def ismethod(object):
    return isinstance(object, types.MethodType)


def isfunction(object):
    return isinstance(object, types.FunctionType)


def isbuiltin(object):
    return isinstance(object, types.BuiltinFunctionType)


def iscode(object):
    return isinstance(object, types.CodeType)


def isgenerator(object):
    return isinstance(object, types.GeneratorType)


def iscoroutine(object):
    return isinstance(object, types.CoroutineType)


def isasyncgen(object):
    return isinstance(object, types.AsyncGeneratorType)


def isawaitable(object):
    return isinstance(object, types.CoroutineType) or hasattr(type(object), "__await__")


def istraceback(object):
    return isinstance(object, types.TracebackType)


def isframe(object):
    return False


def isabstract(object):
    return isinstance(object, type) and bool(getattr(object, "__abstractmethods__", None))


def isdatadescriptor(object):
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    return hasattr(type(object), "__set__") or hasattr(type(object), "__delete__")


def ismethoddescriptor(object):
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    return hasattr(type(object), "__get__") and not hasattr(type(object), "__set__")


def isgetsetdescriptor(object):
    return isinstance(object, types.GetSetDescriptorType)


def ismemberdescriptor(object):
    return isinstance(object, types.MemberDescriptorType)


def isroutine(object):
    return isbuiltin(object) or isfunction(object) or ismethod(object) or ismethoddescriptor(object)


def _has_flag(object, flag):
    while True:
        if ismethod(object):
            object = object.__func__
        elif hasattr(object, "func") and hasattr(object, "keywords"):
            object = object.func
        else:
            break
    return isfunction(object) and bool(object.__code__.co_flags & flag)


def isgeneratorfunction(obj):
    return _has_flag(obj, CO_GENERATOR)


def iscoroutinefunction(obj):
    return _has_flag(obj, CO_COROUTINE)


def isasyncgenfunction(obj):
    return _has_flag(obj, CO_ASYNC_GENERATOR)


def getmro(cls):
    return cls.__mro__


def getmembers(object, predicate=None):
    found = []
    for name in sorted(set(dir(object))):
        try:
            value = getattr(object, name)
        except AttributeError:
            continue
        if predicate is None or predicate(value):
            found.append((name, value))
    return found


def getattr_static(obj, attr, default=_empty):
    """The attribute as stored, without the descriptor protocol."""
    attributes = getattr(obj, "__dict__", {})
    if not isclass(obj) and attr in attributes:
        return attributes[attr]
    for cls in [*(obj.__mro__ if isclass(obj) else ()), *type(obj).__mro__]:
        if attr in cls.__dict__:
            return cls.__dict__[attr]
    if default is _empty:
        raise AttributeError(attr)
    return default


def unwrap(func, *, stop=None):
    seen = {id(func)}
    while hasattr(func, "__wrapped__") and not (stop and stop(func)):
        func = func.__wrapped__
        if id(func) in seen:
            raise ValueError("the function wraps itself in a cycle")
        seen.add(id(func))
    return func


def cleandoc(doc):
    lines = doc.expandtabs().split("\n")
    margins = [len(line) - len(line.lstrip()) for line in lines[1:] if line.lstrip()]
    margin = min(margins, default=0)
    lines = [lines[0].lstrip(), *[line[margin:] for line in lines[1:]]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)


def getdoc(object):
    doc = getattr(object, "__doc__", None)
    if doc is None and isclass(object):
        for base in object.__mro__[1:]:
            if base is not type and base.__doc__ is not None and base.__module__ != "builtins":
                doc = base.__doc__
                break
    return cleandoc(doc) if isinstance(doc, str) else None


def getmodule(object, _filename=None):
    import sys
    if ismodule(object):
        return object
    return sys.modules.get(getattr(object, "__module__", None))


def getmodulename(path):
    name = path.split("/")[-1]
    return name[:-3] if name.endswith(".py") else None


def _no_source(object, *args):
    if not (ismodule(object) or isclass(object) or isroutine(object) or iscode(object)):
        raise TypeError(f"a {type(object).__name__} has no source text")
    raise OSError("source text isn't available at run time")


getsource = getsourcelines = getsourcefile = getfile = getabsfile = findsource = getcomments = _no_source


def currentframe():
    return None


def stack(context=1):
    return []


trace = stack


class _ParameterKind(int):
    _names = ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD", "VAR_POSITIONAL", "KEYWORD_ONLY", "VAR_KEYWORD")
    _texts = ("positional-only", "positional or keyword", "variadic positional", "keyword-only",
              "variadic keyword")
    name = property(lambda self: self._names[self])
    value = property(int)
    description = property(lambda self: self._texts[self])

    def __str__(self):
        return self.name

    def __repr__(self):
        return f"<_ParameterKind.{self.name}: {int(self)}>"


def formatannotation(annotation, base_module=None):
    if getattr(annotation, "__module__", None) == "typing":
        return repr(annotation).replace("typing.", "")
    if isinstance(annotation, types.GenericAlias):
        return str(annotation)
    if isclass(annotation):
        if annotation.__module__ in ("builtins", base_module):
            return annotation.__qualname__
        return f"{annotation.__module__}.{annotation.__qualname__}"
    return repr(annotation)


class Parameter:
    POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = map(_ParameterKind,
                                                                                            range(5))
    empty = _empty
    __slots__ = ("_name", "_kind", "_default", "_annotation")

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        if kind not in range(5):
            raise ValueError(f"{kind!r} is not a kind of parameter")
        if default is not _empty and kind in (self.VAR_POSITIONAL, self.VAR_KEYWORD):
            raise ValueError("a variadic parameter has no default")
        if not isinstance(name, str):
            raise TypeError("the name of a parameter must be a str")
        if not name.isidentifier():
            raise ValueError(f"{name!r} cannot be a parameter's name")
        self._name = name
        self._kind = _ParameterKind(kind)
        self._default = default
        self._annotation = annotation

    name = property(lambda self: self._name)
    kind = property(lambda self: self._kind)
    default = property(lambda self: self._default)
    annotation = property(lambda self: self._annotation)

    def replace(self, *, name=_empty, kind=_empty, annotation=..., default=...):
        return type(self)(self._name if name is _empty else name, self._kind if kind is _empty else kind,
                          default=self._default if default is ... else default,
                          annotation=self._annotation if annotation is ... else annotation)

    def __str__(self):
        text = {self.VAR_POSITIONAL: "*", self.VAR_KEYWORD: "**"}.get(self._kind, "") + self._name
        if self._annotation is not _empty:
            text += f": {formatannotation(self._annotation)}"
        if self._default is not _empty:
            text += (" = " if self._annotation is not _empty else "=") + repr(self._default)
        return text

    def __repr__(self):
        return f'<Parameter "{self}">'

    def _parts(self):
        return self._name, self._kind, self._default, self._annotation

    def __eq__(self, other):
        return self._parts() == other._parts() if isinstance(other, Parameter) else NotImplemented

    def __hash__(self):
        return hash(self._parts())


class BoundArguments:
    __slots__ = ("arguments", "_signature")

    def __init__(self, signature, arguments):
        self.arguments = arguments
        self._signature = signature

    signature = property(lambda self: self._signature)

    @property
    def args(self):
        args = []
        for name, parameter in self._signature.parameters.items():
            if parameter.kind in (Parameter.KEYWORD_ONLY,
                                  Parameter.VAR_KEYWORD) or name not in self.arguments:
                break
            if parameter.kind == Parameter.VAR_POSITIONAL:
                args.extend(self.arguments[name])
            else:
                args.append(self.arguments[name])
        return tuple(args)

    @property
    def kwargs(self):
        kwargs = {}
        by_name = False
        for name, parameter in self._signature.parameters.items():
            if parameter.kind in (Parameter.KEYWORD_ONLY,
                                  Parameter.VAR_KEYWORD) or name not in self.arguments:
                by_name = True
            if by_name and name in self.arguments:
                if parameter.kind == Parameter.VAR_KEYWORD:
                    kwargs.update(self.arguments[name])
                else:
                    kwargs[name] = self.arguments[name]
        return kwargs

    def apply_defaults(self):
        filled = {}
        for name, parameter in self._signature.parameters.items():
            if name in self.arguments:
                filled[name] = self.arguments[name]
            elif parameter.default is not _empty:
                filled[name] = parameter.default
            elif parameter.kind == Parameter.VAR_POSITIONAL:
                filled[name] = ()
            elif parameter.kind == Parameter.VAR_KEYWORD:
                filled[name] = {}
        self.arguments = filled

    def __eq__(self, other):
        if not isinstance(other, BoundArguments):
            return NotImplemented
        return self._signature == other._signature and self.arguments == other.arguments

    def __repr__(self):
        shown = [f"{name}={value!r}" for name, value in self.arguments.items()]
        return f"<BoundArguments ({', '.join(shown)})>"


class Signature:
    empty = _empty
    __slots__ = ("_parameters", "_return_annotation")

    def __init__(self, parameters=None, *, return_annotation=_empty):
        parameters = list(parameters or ())
        last_kind = Parameter.POSITIONAL_ONLY
        with_default = False
        found = OrderedDict()
        for parameter in parameters:
            if parameter.kind < last_kind:
                raise ValueError("the parameters are in a wrong order")
            last_kind = parameter.kind
            if parameter.kind <= Parameter.POSITIONAL_OR_KEYWORD:
                if parameter.default is not _empty:
                    with_default = True
                elif with_default:
                    raise ValueError("a parameter without a default follows a parameter with a default")
            if parameter.name in found:
                raise ValueError(f"two parameters have the name {parameter.name!r}")
            found[parameter.name] = parameter
        self._parameters = types.MappingProxyType(found)
        self._return_annotation = return_annotation

    parameters = property(lambda self: self._parameters)
    return_annotation = property(lambda self: self._return_annotation)

    @classmethod
    def from_callable(cls, obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
        return _signature_of(obj, follow_wrapped)

    def replace(self, *, parameters=..., return_annotation=...):
        return type(self)(self._parameters.values() if parameters is ... else parameters,
                          return_annotation=self._return_annotation if return_annotation is ...
                          else return_annotation)

    def _bind(self, args, kwargs, partial):
        bound = {}
        kwargs = dict(kwargs)
        left = list(args)
        rest = None
        for name, parameter in self._parameters.items():
            kind = parameter.kind
            if kind == Parameter.VAR_POSITIONAL:
                if left:
                    bound[name] = tuple(left)
                    left = []
            elif kind == Parameter.VAR_KEYWORD:
                rest = name
            elif kind != Parameter.KEYWORD_ONLY and left:
                bound[name] = left.pop(0)
                if name in kwargs and kind != Parameter.POSITIONAL_ONLY:
                    raise TypeError(f"the argument {name!r} is given twice")
            elif name in kwargs and kind != Parameter.POSITIONAL_ONLY:
                bound[name] = kwargs.pop(name)
            elif parameter.default is _empty and not partial:
                raise TypeError(f"missing an argument for {name!r}")
        if left:
            raise TypeError("there are too many positional arguments")
        if kwargs:
            if rest is None:
                raise TypeError(f"unknown parameter {next(iter(kwargs))!r}")
            bound[rest] = kwargs
        return BoundArguments(self, bound)

    def bind(self, /, *args, **kwargs):
        return self._bind(args, kwargs, False)

    def bind_partial(self, /, *args, **kwargs):
        return self._bind(args, kwargs, True)

    def __eq__(self, other):
        if not isinstance(other, Signature):
            return NotImplemented
        def parts(signature):
            values = list(signature._parameters.values())
            return ([value for value in values if value.kind != Parameter.KEYWORD_ONLY],
                    {value.name: value for value in values if value.kind == Parameter.KEYWORD_ONLY},
                    signature._return_annotation)
        return parts(self) == parts(other)

    def __hash__(self):
        return hash((tuple(self._parameters.values()), self._return_annotation))

    def __str__(self):
        shown = []
        before = None
        starred = False
        for parameter in self._parameters.values():
            kind = parameter.kind
            if before == Parameter.POSITIONAL_ONLY and kind != before:
                shown.append("/")
            if kind == Parameter.VAR_POSITIONAL:
                starred = True
            elif kind == Parameter.KEYWORD_ONLY and not starred:
                shown.append("*")
                starred = True
            shown.append(str(parameter))
            before = kind
        if before == Parameter.POSITIONAL_ONLY:
            shown.append("/")
        text = f"({', '.join(shown)})"
        if self._return_annotation is not _empty:
            text += f" -> {formatannotation(self._return_annotation)}"
        return text

    def __repr__(self):
        return f"<Signature {self}>"


def _function_signature(func):
    code = func.__code__
    names = code.co_varnames
    annotations = getattr(func, "__annotations__", {})
    defaults = func.__defaults__ or ()
    keyword_defaults = func.__kwdefaults__ or {}
    count = code.co_argcount
    parameters = OrderedDict()

    def add(name, kind, default=_empty):
        # Skips the checks of __init__: a function's parameters are in a valid order.
        made = parameters[name] = object.__new__(Parameter)
        made._name = name
        made._kind = kind
        made._default = default
        made._annotation = annotations.get(name, _empty)
    for i, name in enumerate(names[:count]):
        at = i - (count - len(defaults))
        add(name, Parameter.POSITIONAL_ONLY if i < code.co_posonlyargcount
            else Parameter.POSITIONAL_OR_KEYWORD,
            defaults[at] if at >= 0 else _empty)
    after = count + code.co_kwonlyargcount
    if code.co_flags & CO_VARARGS:
        add(names[after], Parameter.VAR_POSITIONAL)
    for name in names[count:after]:
        add(name, Parameter.KEYWORD_ONLY, keyword_defaults.get(name, _empty))
    if code.co_flags & CO_VARKEYWORDS:
        add(names[after + bool(code.co_flags & CO_VARARGS)], Parameter.VAR_KEYWORD)
    made = object.__new__(Signature)
    made._parameters = types.MappingProxyType(parameters)
    made._return_annotation = annotations.get("return", _empty)
    return made


class _Factory:
    def __repr__(self):
        return "<factory>"


def _data_class_signature(init):
    """The parameters of a data class's generated __init__, whose code takes *args and **kwargs."""
    from dataclasses import MISSING
    parameters = [Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)]
    for field in init._init_fields:
        default = field.default if field.default is not MISSING else _empty
        if field.default_factory is not MISSING:
            default = _Factory()
        parameters.append(Parameter(field.name, Parameter.KEYWORD_ONLY if field.kw_only else
                                    Parameter.POSITIONAL_OR_KEYWORD, default=default,
                                    annotation=init.__annotations__.get(field.name, _empty)))
    return Signature(parameters, return_annotation=None)


def _without_first(signature):
    parameters = list(signature.parameters.values())
    if not parameters:
        raise ValueError("a method has a parameter for its object")
    if parameters[0].kind != Parameter.VAR_POSITIONAL:
        parameters = parameters[1:]
    return signature.replace(parameters=parameters)


def _partial_signature(partial, signature):
    bound = signature.bind_partial(*partial.args, **partial.keywords).arguments
    parameters = []
    by_keyword = False
    for name, parameter in signature.parameters.items():
        if name in partial.keywords and parameter.kind in (Parameter.POSITIONAL_OR_KEYWORD,
                                                           Parameter.KEYWORD_ONLY):
            parameters.append(parameter.replace(kind=Parameter.KEYWORD_ONLY, default=partial.keywords[name]))
            by_keyword = True
        elif name in bound and parameter.kind <= Parameter.POSITIONAL_OR_KEYWORD:
            continue
        elif by_keyword and parameter.kind == Parameter.VAR_POSITIONAL:
            continue
        elif by_keyword and parameter.kind == Parameter.POSITIONAL_OR_KEYWORD:
            parameters.append(parameter.replace(kind=Parameter.KEYWORD_ONLY))
        else:
            parameters.append(parameter)
    return signature.replace(parameters=parameters)


def _signature_of(obj, follow_wrapped=True):
    if not callable(obj):
        raise TypeError(f"{obj!r} cannot be called")
    if ismethod(obj):
        return _without_first(_signature_of(obj.__func__, follow_wrapped))
    if follow_wrapped:
        obj = unwrap(obj, stop=lambda func: hasattr(func, "__signature__"))
        if ismethod(obj):
            return _signature_of(obj, follow_wrapped)
    given = getattr(obj, "__signature__", None)
    if given is not None:
        return given
    if isfunction(obj):
        return _data_class_signature(obj) if hasattr(obj, "_init_fields") else _function_signature(obj)
    if hasattr(obj, "func") and hasattr(obj, "keywords"):
        return _partial_signature(obj, _signature_of(obj.func))
    if isclass(obj):
        call = getattr_static(type(obj), "__call__", None)
        if isfunction(call) and type(obj).__module__ not in ("abc", "enum"):
            return _without_first(_signature_of(call))
        for name in ("__new__", "__init__"):
            method = getattr(obj, name, None)
            if isfunction(method):
                return _without_first(_signature_of(method))
        if obj.__init__ is object.__init__ and obj.__new__ is object.__new__:
            return Signature()
        raise ValueError(f"{obj!r} does not say what it takes")
    call = getattr(type(obj), "__call__", None)
    if isfunction(call):
        return _without_first(_signature_of(call))
    raise ValueError(f"{obj!r} does not say what it takes")


def signature(obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
    return _signature_of(obj, follow_wrapped)


class FullArgSpec(tuple):
    _fields = ("args", "varargs", "varkw", "defaults", "kwonlyargs", "kwonlydefaults", "annotations")

    def __getattr__(self, name):
        if name in FullArgSpec._fields:
            return self[FullArgSpec._fields.index(name)]
        raise AttributeError(name)

    def __repr__(self):
        return f"FullArgSpec({', '.join([f'{name}={value!r}' for name, value in zip(self._fields, self)])})"


def getfullargspec(func):
    found = signature(func, follow_wrapped=False)
    if ismethod(func):
        found = _signature_of(func.__func__, False)
    by_kind = {kind: [] for kind in range(5)}
    annotations = {} if found.return_annotation is _empty else {"return": found.return_annotation}
    for parameter in found.parameters.values():
        by_kind[parameter.kind].append(parameter)
        if parameter.annotation is not _empty:
            annotations[parameter.name] = parameter.annotation
    plain = by_kind[0] + by_kind[1]
    defaults = tuple([parameter.default for parameter in plain if parameter.default is not _empty])
    keyword_defaults = {parameter.name: parameter.default for parameter in by_kind[3]
                        if parameter.default is not _empty}
    return FullArgSpec(([parameter.name for parameter in plain], by_kind[2][0].name if by_kind[2] else None,
                        by_kind[4][0].name if by_kind[4] else None, defaults or None,
                        [parameter.name for parameter in by_kind[3]], keyword_defaults or None, annotations))
