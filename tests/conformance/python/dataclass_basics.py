from dataclasses import dataclass, field, fields, is_dataclass


@dataclass
class Point:
    x: int
    y: int = 2
    tags: list = field(default_factory=list)

    def total(self):
        return self.x + self.y


p = Point(1)
q = Point(1, y=2)
print(p, p == q, p != Point(3), p.total(), p.tags is q.tags, Point.__match_args__, Point.__doc__)
p.tags.append("t")
print(p, p == q, Point.__hash__, is_dataclass(Point), is_dataclass(p), is_dataclass(int), Point.y, hasattr(Point, "x"))
print([(f.name, f.type.__name__, f.init, f.repr, f.compare, f.hash, f.kw_only) for f in fields(p)])
for bad in (lambda: Point(), lambda: Point(1, 2, [], 4), lambda: Point(1, z=1), lambda: Point(1, x=2), lambda: fields(3),
            lambda: p < q, lambda: hash(p)):
    try:
        bad()
    except TypeError as error:
        print(type(error).__name__)
match p:
    case Point(a, b):
        print(a, b)
print(Point.__init__.__annotations__, Point.__init__.__qualname__, Point.__repr__.__name__)
