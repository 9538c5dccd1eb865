from collections import namedtuple

Point = namedtuple("Point", "x y z", defaults=[0])
p = Point(1, 2)
print(p, p.x, p[1], p.z, Point(1, y=5, z=6), Point._fields, Point._field_defaults, Point.__doc__, Point.x.__doc__)
print(p._replace(x=9), p._asdict(), Point._make([7, 8, 9]), p == (1, 2, 0), isinstance(p, tuple), len(p), hash(p) == hash((1, 2, 0)))
x, *rest = p
print(x, rest, p + (1,), Point.__name__, Point.__slots__, p.__getnewargs__(), Point.__match_args__)
match p:
    case Point(x=1, y=b):
        print("matched", b)


class Named(namedtuple("Base", ["a", "b"])):
    def total(self):
        return self.a + self.b


print(Named(1, 2).total(), Named(1, b=3), namedtuple("R", "a class a _d", rename=True)._fields)
for bad in (lambda: Point(), lambda: Point(1, 2, 3, 4), lambda: Point(1, 2, q=3), lambda: p._replace(q=1),
            lambda: namedtuple("P", "a a"), lambda: namedtuple("P", "_a"), lambda: namedtuple("P", "class"),
            lambda: Point._make([1]), lambda: setattr(p, "x", 1), lambda: setattr(p, "w", 1),
            lambda: namedtuple("P", "a", defaults=[1, 2]), lambda: Point(1, x=1, y=2)):
    try:
        bad()
    except (TypeError, ValueError, AttributeError) as error:
        print(type(error).__name__)
print(namedtuple("Empty", [])(), namedtuple("C", "a, b")(1, 2), Point.__module__)
