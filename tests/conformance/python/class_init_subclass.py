class Plugin:
    registry = {}

    def __init_subclass__(cls, /, key=None, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.registry[key or cls.__name__] = cls
        cls.tag = key


class A(Plugin, key="a"):
    pass


class B(Plugin):
    pass


class C(A, key="c"):
    pass


print({k: v.__name__ for k, v in Plugin.registry.items()}, A.tag, B.tag, C.tag)
try:
    class D(int, wrong=1):
        pass
except TypeError as error:
    print(error)


class Box:
    def __class_getitem__(cls, item):
        return f"{cls.__name__}[{item!r}]"


class Sub(Box):
    pass


print(Box[3], Sub["x", 1])
try:
    A[1]
except TypeError as error:
    print(error)
try:
    int[1]
except TypeError as error:
    print(error)
try:
    A()[1]
except TypeError as error:
    print(error)


class Named:
    def __set_name__(self, owner, name):
        raise ValueError("no")


try:
    class E:
        x = Named()
except (RuntimeError, ValueError) as error:
    print("refused")
