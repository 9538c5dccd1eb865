from dataclasses import asdict, astuple, dataclass, field, fields, replace, make_dataclass, KW_ONLY, InitVar, FrozenInstanceError, is_dataclass
from typing import ClassVar, List


@dataclass(order=True)
class Item:
    name: str
    price: float = 1.5
    tags: List[str] = field(default_factory=list, compare=False)
    count: ClassVar[int] = 0
    hidden: int = field(default=3, repr=False, init=False)


a, b = Item("a"), Item("b", 2.0, ["x"])
print(a, b, a < b, a == Item("a", tags=["other"]), a.hidden, Item.count, [f.name for f in fields(Item)])
a.tags.append("t")
print(Item("q").tags, asdict(b), astuple(b), replace(b, name="c"), is_dataclass(Item), is_dataclass(a))


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0

    def moved(self, dx):
        return replace(self, x=self.x + dx)


p = Point(1)
print(p.moved(2), hash(Point(1)) == hash(p), {p: 1}[Point(1, 0)], p.__match_args__)
for f in (lambda: setattr(p, "x", 5), lambda: delattr(p, "y")):
    try:
        f()
    except FrozenInstanceError as error:
        print(error)


@dataclass
class Scaled:
    raw: int
    factor: InitVar[int] = 2
    value: int = field(init=False)
    _: KW_ONLY
    label: str = "none"

    def __post_init__(self, factor):
        self.value = self.raw * factor


print(Scaled(3), Scaled(3, 5, label="l"))


@dataclass
class Base:
    a: int = 1


@dataclass
class Derived(Base):
    b: int = 2
    a: int = 10


print(Derived(), Derived(5, 6), make_dataclass("M", [("x", int), ("y", int, 7)])(1))


@dataclass(eq=False, repr=False)
class Plain:
    x: int


print(Plain(1) == Plain(1), "Plain object" in repr(Plain(1)))


@dataclass(slots=True)
class Slotted:
    x: int = 0


try:
    Slotted().y = 1
except AttributeError as error:
    print(type(error).__name__)
print(asdict(Derived(1, 2)), [(f.name, f.default) for f in fields(Derived)], Item.__eq__(a, 5))
