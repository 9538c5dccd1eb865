import types


def function():
    yield


class C:
    __slots__ = ("s",)

    def method(self):
        pass


for value, name in ((function, "FunctionType"), (lambda: 0, "LambdaType"), (C().method, "MethodType"), (function(), "GeneratorType"),
                    (len, "BuiltinFunctionType"), ([].append, "BuiltinMethodType"), (types, "ModuleType"), (None, "NoneType"),
                    (int | str, "UnionType"), (list[int], "GenericAlias"), (C.__dict__, "MappingProxyType"),
                    (function.__code__, "CodeType"), (..., "EllipsisType"), (NotImplemented, "NotImplementedType"),
                    (C.s, "MemberDescriptorType")):
    print(name, isinstance(value, getattr(types, name)), getattr(types, name).__name__)
bound = types.MethodType(lambda self, x: (self, x), 5)
print(bound(6), bound.__self__)
module = types.ModuleType("made", "its text")
module.x = 1
print(module.__name__, module.__doc__, module.x)
proxy = types.MappingProxyType({"a": 1})
print(proxy["a"], dict(proxy), proxy)
try:
    proxy["b"] = 2
except TypeError as error:
    print(type(error).__name__)
print(types.GenericAlias(list, (int,)) == list[int])
