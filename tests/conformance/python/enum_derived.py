import copy
from enum import Enum, EnumMeta, IntEnum


class Base(Enum):
    def shout(self):
        return self.name.upper()

    @staticmethod
    def _generate_next_value_(name, start, count, last):
        return name * 2


class Words(Base):
    hello = "h"
    bye = "b"

    def __str__(self):
        return "word:" + self.value


class WithRepr(Enum):
    A = 1

    def __repr__(self):
        return "the A"

    def __eq__(self, other):
        return isinstance(other, WithRepr) or other == 1

    __hash__ = Enum.__hash__


class Comparable(Enum):
    S = 1
    L = 2

    def __lt__(self, other):
        return self.value < other.value


print(Words.hello.shout(), Words.hello, f"{Words.bye:>8}", repr(Words.bye), [WithRepr.A], WithRepr.A == 1)
print(sorted([Comparable.L, Comparable.S]), isinstance(Words, EnumMeta), type(Base) is EnumMeta, Words.__bases__ == (Base,))
print(copy.copy(Words.hello) is Words.hello, copy.deepcopy([Words.bye])[0] is Words.bye)
match Comparable.S:
    case Comparable.L:
        print("large")
    case Comparable.S:
        print("small")


class Meta(EnumMeta):
    def __contains__(cls, value):
        return value in cls._value2member_map_


class Lookup(Enum, metaclass=Meta):
    A = 1


print(1 in Lookup, 2 in Lookup, Lookup.A.__class__ is Lookup, "A" in dir(Lookup))
