from dataclasses import KW_ONLY, dataclass, field, fields


@dataclass
class Base:
    x: int = 1
    y: str = "y"


@dataclass
class Child(Base):
    z: float = 2.5
    x: int = 10


@dataclass
class Plain(Child):
    pass


class NotData(Base):
    w: int = 4


@dataclass
class Last(NotData):
    v: int = 9


@dataclass
class Mixed:
    a: int
    _: KW_ONLY
    b: int = 0
    c: int = field(kw_only=True)


print(Child(), Child("first", "second", 3.0), [f.name for f in fields(Child)], Plain(), Last(), [f.name for f in fields(Last)])
print(Base() == Child(), Child() == Plain(), Mixed(1, c=3), Mixed.__match_args__, [f.name for f in fields(NotData())])
for body in ({"__annotations__": {"a": int, "b": int}, "a": 1}, {"__annotations__": {"a": list}, "a": []}, {"a": field()}):
    try:
        dataclass(type("Wrong", (), body))
    except (TypeError, ValueError) as error:
        print(type(error).__name__)
try:
    @dataclass(frozen=True)
    class Frozen(Base):
        pass
except TypeError as error:
    print(type(error).__name__)
