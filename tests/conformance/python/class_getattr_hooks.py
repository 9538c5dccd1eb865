class Fallback:
    def __init__(self):
        self.here = 1

    def __getattr__(self, name):
        if name.startswith("no"):
            raise AttributeError(f"refused {name}")
        return "made " + name


f = Fallback()
print(f.here, f.other, hasattr(f, "nothing"), hasattr(f, "x"), getattr(f, "nope", 7))
try:
    f.nono
except AttributeError as error:
    print(error)


class All:
    def __getattribute__(self, name):
        if name == "special":
            return 42
        return object.__getattribute__(self, name)

    def __getattr__(self, name):
        return "late " + name


a = All()
a.x = 1
print(a.x, a.special, a.missing)


class Recording:
    def __setattr__(self, name, value):
        print("set", name, value)
        super().__setattr__(name, value)

    def __delattr__(self, name):
        print("del", name)
        object.__delattr__(self, name)


r = Recording()
r.a = 1
r.b = [2]
del r.a
print(vars(r), hasattr(r, "a"))
try:
    del r.a
except AttributeError as error:
    print(type(error).__name__, error)


class WithProperty:
    @property
    def broken(self):
        raise AttributeError("inner")

    def __getattr__(self, name):
        return "fallback for " + name


print(WithProperty().broken)
try:
    (1).foo
except AttributeError as error:
    print(error, error.name, error.obj)
try:
    Fallback.foo
except AttributeError as error:
    print(error)
try:
    (1).real = 3
except AttributeError as error:
    print(error)
try:
    object().x = 1
except AttributeError as error:
    print(error)
try:
    [].append = 1
except AttributeError as error:
    print(error)
try:
    int.x = 1
except TypeError as error:
    print(error)
