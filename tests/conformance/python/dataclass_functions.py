from collections import OrderedDict, defaultdict, namedtuple
from dataclasses import InitVar, asdict, astuple, dataclass, field, fields, make_dataclass, replace

Pair = namedtuple("Pair", "a b")


@dataclass
class Inner:
    v: int


@dataclass
class Outer:
    inner: Inner
    items: list
    table: dict
    pair: Pair
    hidden: int = field(default=0, repr=False)


o = Outer(Inner(1), [Inner(2), 3], {"k": Inner(4)}, Pair(Inner(5), 6))
print(asdict(o))
print(astuple(o))
print(asdict(o)["items"] is o.items, asdict(Inner(1), dict_factory=OrderedDict), astuple(Inner(1), tuple_factory=list))
print(replace(o, hidden=3, items=[]), replace(o, hidden=3).hidden)
C = make_dataclass("C", ["x", ("y", int), ("z", int, field(default=5))], namespace={"total": lambda self: self.y + self.z}, frozen=True)
print(C(1, 2), C(1, 2).total(), C.__name__, [f.name for f in fields(C)])
D = make_dataclass("D", [("w", int, 1)], bases=(Inner,))
print(issubclass(D, Inner), [f.name for f in fields(D)])


@dataclass
class WithInit:
    x: int
    i: InitVar[int]
    n: int = field(init=False, default=3, metadata={"unit": "m"})


for bad in (lambda: asdict(Inner), lambda: replace(WithInit(1, 2), x=3), lambda: replace(WithInit(1, 2), i=1, n=3),
            lambda: make_dataclass("E", ["a", "a"]), lambda: field(default=1, default_factory=int), lambda: replace(3)):
    try:
        bad()
    except (TypeError, ValueError) as error:
        print(type(error).__name__)
print(replace(WithInit(1, 2), i=5, x=7), fields(WithInit)[1].metadata["unit"], fields(Inner)[0].type)
