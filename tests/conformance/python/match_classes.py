from dataclasses import dataclass
from enum import Enum


@dataclass
class Point:
    x: int
    y: int


@dataclass
class Line:
    a: Point
    b: Point


class Color(Enum):
    RED = 1
    BLUE = 2


class Plain:
    __match_args__ = ("first", "second")

    def __init__(self, first, second):
        self.first, self.second = first, second


def f(v):
    match v:
        case Point(0, 0):
            return "origin"
        case Point(x=0):
            return "on y"
        case Point(x, y) if x == y:
            return f"diagonal {x}"
        case Point():
            return "point"
        case Line(Point(x1, _), b=Point(y=y2)):
            return f"line {x1} {y2}"
        case Color.RED:
            return "red"
        case Color():
            return "color"
        case Plain(1, second=s):
            return f"plain {s}"
        case Plain(a, b):
            return f"{a} {b}"
        case bool(b):
            return f"bool {b}"
        case int(n) | float(n):
            return f"number {n}"
        case str(s):
            return f"str {s}"
        case list([x, *_]) | tuple((x, *_)):
            return f"first {x}"
        case dict(d):
            return f"dict {d}"
        case None:
            return "none"
        case object():
            return "object"


for v in (Point(0, 0), Point(0, 3), Point(2, 2), Point(1, 2), Line(Point(5, 6), Point(7, 8)), Color.RED, Color.BLUE, Plain(1, 2), Plain(3, 4),
          True, 3, 2.5, "s", [1, 2], (3,), {"a": 1}, None, [], Ellipsis):
    print(f(v))
try:
    match Plain(1, 2):
        case Plain(1, 2, 3):
            pass
except TypeError as error:
    print(error)
try:
    match Color.RED:
        case Point(1, x=1):
            print("no")
        case Color(1):
            print("no")
except TypeError as error:
    print(error)
