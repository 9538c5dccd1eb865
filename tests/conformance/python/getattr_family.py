class Log:
    def __init__(self):
        object.__setattr__(self, "log", [])
        self.a = 1

    def __getattribute__(self, name):
        if name not in ("log", "__dict__", "__class__"):
            object.__getattribute__(self, "log").append("get " + name)
        return super().__getattribute__(name)

    def __getattr__(self, name):
        self.log.append("missing " + name)
        if name.startswith("x"):
            return name * 2
        raise AttributeError(f"no {name}")

    def __setattr__(self, name, value):
        self.log.append(f"set {name}")
        super().__setattr__(name, value)

    def __delattr__(self, name):
        self.log.append(f"del {name}")
        super().__delattr__(name)


o = Log()
print(o.a, o.xy, hasattr(o, "b"), getattr(o, "b", "default"))
o.b = 5
del o.b
try:
    del o.b
except AttributeError as error:
    print(type(error).__name__)
try:
    o.zzz
except AttributeError as error:
    print(error)
print(o.log)


class Proxy:
    def __init__(self, target):
        self._target = target

    def __getattr__(self, name):
        return getattr(self._target, name)

    def __len__(self):
        return len(self._target)


p = Proxy([1, 2])
p.append(3)
print(len(p), p.count(3), p._target)
try:
    p[0]
except TypeError as error:
    print(error)


class Lazy:
    def __getattr__(self, name):
        print("compute", name)
        value = self.__dict__[name] = len(name)
        return value


z = Lazy()
print(z.abc, z.abc, vars(z))


class Frozen:
    __slots__ = ("v",)

    def __init__(self, v):
        object.__setattr__(self, "v", v)

    def __setattr__(self, name, value):
        raise AttributeError("frozen")


try:
    Frozen(1).v = 2
except AttributeError as error:
    print(error, Frozen(3).v)
print(setattr(z, "q", 1), getattr(z, "q"), delattr(z, "q"), "q" in vars(z))


class Dir:
    def __dir__(self):
        return ["b", "a"]


print(dir(Dir()))
