from typing import List, NamedTuple, Optional


class Point(NamedTuple):
    """A point."""
    x: int
    y: int = 0
    label: Optional[str] = None

    def norm(self):
        return self.x ** 2 + self.y ** 2

    @property
    def flipped(self):
        return Point(self.y, self.x)

    @staticmethod
    def origin():
        return Point(0)


p = Point(3, 4)
print(p, p.x, p.y, p.label, p[0], p[-1], len(p), p.norm(), p.flipped, Point.origin())
print(Point._fields, Point._field_defaults, Point.__annotations__, Point.__name__, Point.__doc__)
print(p._replace(x=9), p._asdict(), Point._make([1, 2, "l"]), p == (3, 4, None),
      hash(p) == hash((3, 4, None)))
print(isinstance(p, tuple), Point.__mro__[1], Point.__bases__, Point(y=1, x=2), [*p])
x, y, label = p
print(x, y, label)


class Sub(Point):
    def norm(self):
        return -1


print(Sub(1, 2), Sub(1).norm(), isinstance(Sub(1), Point))
Call = NamedTuple("Call", [("name", str), ("args", List[int])])
print(Call("f", [1]), Call._fields, Call.__annotations__)


def attempt(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


def bad_order():
    class Bad(NamedTuple):
        a: int = 1
        b: int


def overwrite():
    class Bad(NamedTuple):
        a: int
        _make = 5


attempt(lambda: Point())
attempt(lambda: Point(1, 2, 3, 4))
attempt(lambda: Point(1, z=2))
attempt(bad_order)
attempt(overwrite)
attempt(lambda: Point(1, x=2))
try:
    p.x = 1
except AttributeError:
    print("a field can't be set")
