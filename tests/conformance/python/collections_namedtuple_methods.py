from collections import namedtuple

Employee = namedtuple("Employee", ["name", "age", "title"])
rows = [("x", 30, "a"), ("y", 25, "b")]
people = [Employee._make(row) for row in rows]
print(sorted(people, key=lambda e: e.age), max(people), [e.title for e in people], dict(people[0]._asdict()))


class Vector(namedtuple("Vector", "x y")):
    __slots__ = ()

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    @property
    def norm(self):
        return (self.x ** 2 + self.y ** 2) ** 0.5


print(Vector(3, 4) + Vector(1, 1), Vector(3, 4).norm, Vector(1, 2)._replace(y=5), Vector(*[1, 2]) == (1, 2), {Vector(0, 0): "o"}[(0, 0)])
