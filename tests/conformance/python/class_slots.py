class Point:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y


p = Point(1, 2)
print(p.x, p.y, hasattr(p, "__dict__"), Point.__slots__)
p.x = 5
print(p.x)
for action in ["set", "get", "del"]:
    try:
        if action == "set":
            p.z = 1
        elif action == "get":
            p.z
        else:
            del p.x
            p.x
    except AttributeError as error:
        print(action, error)


class Point3(Point):
    __slots__ = "z"


q = Point3(1, 2)
q.z = 3
print(q.x, q.y, q.z)


class Open(Point):
    pass


o = Open(1, 2)
o.free = 3
print(o.free, o.x, hasattr(o, "__dict__"))


class WithDict:
    __slots__ = ("a", "__dict__")


w = WithDict()
w.b = 1
w.a = 2
print(w.a, w.b, w.__dict__["b"])
try:
    class Conflict:
        __slots__ = ("v",)
        v = 1
except ValueError as error:
    print(error)
print(type(Point.x).__name__, repr(Point.x))


class Private:
    __slots__ = ("__hidden",)

    def __init__(self):
        self.__hidden = 4

    def get(self):
        return self.__hidden


print(Private().get(), Private()._Private__hidden)
