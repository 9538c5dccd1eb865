from dataclasses import InitVar, dataclass, field, fields
from typing import ClassVar, List, Optional


@dataclass
class Box:
    width: int
    height: int
    scale: InitVar[int] = 1
    area: int = field(init=False)
    count: ClassVar[int] = 0
    names: Optional[List[str]] = None
    label: "ClassVar[str]" = "box"

    def __post_init__(self, scale):
        self.area = self.width * self.height * scale
        Box.count += 1


b = Box(2, 3)
print(b, Box(2, 3, 10).area, Box.count, [f.name for f in fields(b)], Box.label, b.scale)


@dataclass
class Own:
    x: int

    def __init__(self):
        self.x = 42

    def __repr__(self):
        return "own repr"

    def __eq__(self, other):
        return "own eq"


print(Own(), Own() == 3, Own().x, InitVar[int])


@dataclass
class Node:
    value: int
    next: "Optional[Node]" = None


n = Node(1)
n.next = n
print(n, Node(1, Node(2)) == Node(1, Node(2)))


@dataclass
class self_named:
    self: int
    name: str = "n"


print(self_named(1), self_named(self=3))
