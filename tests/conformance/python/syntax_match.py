from dataclasses import dataclass


@dataclass
class Point:
    x: int
    y: int


class Color:
    RED = "red"


def kind(v):
    match v:
        case 0:
            return "zero"
        case -1 | 1.5 | 2j:
            return "number"
        case "a" | "b" as s:
            return f"letter {s}"
        case None | True | False:
            return f"singleton {v}"
        case Color.RED:
            return "red"
        case []:
            return "empty"
        case [x]:
            return f"one {x}"
        case [1, *rest]:
            return f"starts {rest}"
        case (a, b, *_, z) if a == z:
            return f"ends {a} {b}"
        case [*init, last]:
            return f"last {last} of {len(init)}"
        case {"k": k, **rest} if rest:
            return f"k {k} {rest}"
        case {"k": [p, q]}:
            return f"pair {p} {q}"
        case {}:
            return "mapping"
        case Point(0, y):
            return f"axis {y}"
        case Point(x=px, y=py) if px == py:
            return f"diagonal {px}"
        case Point():
            return "point"
        case str(text):
            return f"str {text}"
        case int() | float() as n:
            return f"num {n}"
        case _:
            return "other"


for v in (0, -1, 1.5, 2j, "a", "b", None, True, "red", [], [5], [1, 2, 3], (4, 5, 6, 4), (7, 8, 9), {"k": 1, "z": 2},
          {"k": [1, 2]}, {"q": 1}, {}, Point(0, 3), Point(2, 2), Point(1, 2), "text", 42, 4.5, {1, 2}, b"x", range(2)):
    print(repr(v), "->", kind(v))


def noelse(v):
    match v:
        case 1:
            return "one"
    return "nothing"


print(noelse(1), noelse(2))


def nested(v):
    match v:
        case {"a": {"b": [Point(x=x), *_]}}:
            return x
        case (("l" | "r") as side, [_, (p, q)]):
            return side, p, q
    return None


print(nested({"a": {"b": [Point(9, 1), 2]}}), nested(("l", [0, (1, 2)])), nested(("z", 1)))
for i in range(4):
    match i:
        case 0:
            continue
        case 2:
            break
    print("i", i)
try:
    match 1:
        case int(a, b):
            pass
except TypeError as e:
    print(e)
try:
    match Point(1, 2):
        case Point(1, 2, 3):
            pass
except TypeError as e:
    print(e)
