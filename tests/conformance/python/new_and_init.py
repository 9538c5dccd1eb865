class Point(tuple):
    def __new__(cls, x, y):
        return super().__new__(cls, (x, y))

    @property
    def x(self):
        return self[0]


class Upper(str):
    def __new__(cls, text):
        return super().__new__(cls, text.upper())

    def twice(self):
        return self * 2


class Int(int):
    def __new__(cls, v, tag=""):
        self = super().__new__(cls, v)
        self.tag = tag
        return self

    def __add__(self, o):
        return Int(int(self) + o, self.tag)


print(Point(1, 2).x, Point(3, 4), Upper("ab"), Upper("ab").twice(), type(Upper("a") + "b").__name__, Int(5, "t") + 1, (Int(5, "t") + 1).tag, Int(3) * 2, [10, 20, 30, 40][Int(3)])


class Other:
    def __new__(cls, *args):
        print("new", args)
        return args[0] if args else super().__new__(cls)

    def __init__(self, *args):
        print("init", args)


print(Other(5), type(Other()).__name__)


class Cache:
    made = {}

    def __new__(cls, key):
        if key not in cls.made:
            cls.made[key] = super().__new__(cls)
        return cls.made[key]

    def __init__(self, key):
        self.count = getattr(self, "count", 0) + 1


print(Cache("a") is Cache("a"), Cache("a").count, len(Cache.made))


class BadInit:
    def __init__(self):
        return 5


class NoArgs:
    pass


class OnlyNew:
    def __new__(cls, a):
        return super().__new__(cls)


class OnlyInit:
    def __init__(self, a):
        pass


for f in (lambda: BadInit(), lambda: NoArgs(1), lambda: NoArgs(a=1), lambda: OnlyNew(), lambda: OnlyInit(), lambda: OnlyInit(1, 2), lambda: object(1), lambda: object.__new__(5), lambda: int.__new__(str), lambda: type()):
    try:
        print(type(f()).__name__)
    except TypeError as error:
        print(error)
