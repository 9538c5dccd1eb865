from enum import CONTINUOUS, Enum, IntEnum, UNIQUE, StrEnum, auto, unique, verify


class Auto(Enum):
    A = auto()
    B = 10
    C = auto()
    D = (auto(), "text")


class Lower(StrEnum):
    FIRST_ONE = auto()
    SECOND = "given"


class Named(Enum):
    def _generate_next_value_(name, start, count, last_values):
        return name + str(count) + str(len(last_values))

    X = auto()
    Y = auto()


print([m.value for m in Auto], [m.value for m in Lower], [m.value for m in Named])
print(Lower.SECOND, repr(Lower.FIRST_ONE), Lower.SECOND == "given", Lower.SECOND.upper(), f"{Lower.SECOND:>8}", Lower("given"))
try:
    @unique
    class Twice(Enum):
        A = 1
        B = 1
except ValueError as error:
    print(type(error).__name__)
print(len(unique(Auto)))
try:
    @verify(UNIQUE, CONTINUOUS)
    class Gap(IntEnum):
        A = 1
        B = 3
except ValueError as error:
    print(type(error).__name__)
try:
    class Again(Enum):
        A = 1
        A = 2
except TypeError as error:
    print(type(error).__name__)
