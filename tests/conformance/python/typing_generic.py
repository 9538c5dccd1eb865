from typing import Dict, Generic, List, TypeVar

T = TypeVar("T")
K = TypeVar("K")


class Box(Generic[T]):
    def __init__(self, item: T):
        self.item = item

    def get(self) -> T:
        return self.item


class Pair(Generic[K, T]):
    pass


class Named(Pair[str, T]):
    pass


class Numbers(List[int]):
    def total(self):
        return sum(self)


class Table(Dict[K, List[T]]):
    pass


class Base:
    registry = []

    def __init_subclass__(cls, tag=None, **kwargs):
        super().__init_subclass__(**kwargs)
        Base.registry.append((cls.__name__, tag))


class Both(Base, Generic[T], tag="both"):
    pass


class Other(Generic[T], Base, tag="other"):
    pass


print(Box, Box[int], Box[T], Box[T][str], Box[List[int]], Pair[int, str])
print(Box(1).get(), Box[int](2).get(), Box[int](2).__orig_class__, isinstance(Box(1), Box))
print(Box.__parameters__, Pair.__parameters__, Named.__parameters__, Table.__parameters__, Named[int])
print([c.__name__ for c in Box.__mro__], [c.__name__ for c in Named.__mro__])
print([c.__name__ for c in Numbers.__mro__], Numbers([1, 2]).total(), [c.__name__ for c in Table.__mro__])
print(Box.__orig_bases__, Named.__orig_bases__, Base.registry, Both[int], Other[str])
print(Table(a=[1]), Box[int].__origin__, Box[int].__args__, Box[int].get is Box.get, Box.__bases__)
print(Box[int] == Box[int], Box[int] == Box[str], Generic, Generic[T], Generic[K, T])


def attempt(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


class Plain:
    pass


attempt(lambda: Box[int, str])
attempt(lambda: Pair[int])
attempt(lambda: Numbers[int])
attempt(lambda: Generic[int])
attempt(lambda: Generic[T, T])
attempt(lambda: Plain[int])
attempt(lambda: isinstance(Box(1), Box[int]))
