import types


class C:
    """Doc."""
    attr = 1

    def m(self, a, b=2):
        """M doc."""
        inner = 1
        return inner

    @staticmethod
    def s(): ...

    @classmethod
    def k(cls): ...


def f(x: int, *args, y=3, **kw) -> str:
    return ""


print(f.__name__, f.__qualname__, f.__module__, f.__doc__, f.__annotations__, f.__defaults__, f.__kwdefaults__, f.__dict__, f.__code__.co_name, f.__code__.co_varnames)
print(C.m.__qualname__, C.m.__doc__, C().m.__self__.__class__.__name__, C.__dict__["s"].__class__.__name__, C.__dict__["k"].__class__.__name__, callable(C), callable(C()), C.__doc__)
print(isinstance(f, types.FunctionType), isinstance(C().m, types.MethodType), isinstance(len, types.BuiltinFunctionType), isinstance(types, types.ModuleType), isinstance((i for i in ()), types.GeneratorType), type(None) is types.NoneType)
c = C()
c.z = 1
print([n for n in dir(c) if not n.startswith("__")], hasattr(c, "m"), getattr(c, "nope", "d"), vars(c), "attr" in dir(C), type(c), type(type(c)), id(c) == id(c))
print(type(5), type("s"), type([]), type(None), type(...), type(NotImplemented), type(f), type(c.m), type(C), type(print), type(1j), type(b""), type(range(1)), type({}.keys()), type(slice(1)), type(object()))
print(repr(C), str(C), repr(len), repr(int), repr(...), repr(NotImplemented), repr(range(3)), repr(slice(1, 2)), repr(type), repr(print), repr(str.join), f.__class__.__name__)
setattr(f, "tag", [1])
print(f.tag, f.__dict__, isinstance(True, (str, int)), issubclass(bool, (str, int)), isinstance(5, int | str), isinstance(None, type(None)))
ns = types.SimpleNamespace(a=1, b=[2])
ns.c = 3
print(ns, ns.a, ns == types.SimpleNamespace(a=1, b=[2], c=3), vars(ns))
import inspect
print(inspect.signature(f), inspect.signature(C.m), inspect.isfunction(f), inspect.isclass(C), inspect.ismethod(c.m), list(inspect.signature(f).parameters), inspect.getdoc(C.m))
