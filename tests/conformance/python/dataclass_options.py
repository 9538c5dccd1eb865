from dataclasses import dataclass, field


@dataclass(order=True, frozen=True)
class Version:
    major: int
    minor: int = 0
    note: str = field(default="", compare=False, repr=False)


@dataclass(init=False, repr=False, eq=False)
class Bare:
    x: int = 5


@dataclass(unsafe_hash=True)
class Hashed:
    a: int
    b: list = field(default_factory=list, hash=False)


@dataclass(kw_only=True)
class Keywords:
    a: int
    b: int = 2
    c: int


@dataclass(slots=True)
class Slotted:
    a: int
    b: int = 7


v = Version(1, 2, "n")
print(v, v < Version(1, 3), v >= Version(1, 2, "other"), v == Version(1, 2), hash(v) == hash(Version(1, 2)), sorted([Version(2), Version(1, 9)]))
for bad in (lambda: setattr(v, "major", 3), lambda: delattr(v, "major"), lambda: setattr(v, "new", 3), lambda: Keywords(1, 2),
            lambda: setattr(Slotted(1), "c", 3), lambda: v < 3):
    try:
        bad()
    except (AttributeError, TypeError) as error:
        print(type(error).__name__)
print(Bare().x, Bare() == Bare(), hash(Hashed(1)) == hash(Hashed(1, [2])), Keywords(c=3, a=1), Slotted(1), Slotted.__slots__, hasattr(Slotted(1), "__dict__"))
print(Keywords.__match_args__, Version.__match_args__, Keywords.__doc__, Version.__dataclass_params__)
