from enum import Enum, IntEnum, member, nonmember


class Status(Enum):
    OK = "ok"
    BAD = "bad"

    @classmethod
    def _missing_(cls, value):
        if isinstance(value, str):
            return cls.__members__.get(value.upper())
        if value == 5:
            return 5
        return None


class Numbers(Enum):
    _ignore_ = "temporary i"
    temporary = 3
    for i in range(2):
        vars()[f"N{i}"] = i + temporary


class Special(Enum):
    A = 1
    B = nonmember(2)

    @member
    def C(self):
        return 3

    @staticmethod
    def helper():
        return "helped"

    __private = "p"
    _order_ = "A C"


print(Status("OK"), Status("Bad"))
for value in ("none", 5, 7, [1]):
    try:
        Status(value)
    except (ValueError, TypeError) as error:
        print(type(error).__name__)
print(list(Numbers), hasattr(Numbers, "temporary"))
print([m.name for m in Special], Special.B, Special.helper(), type(Special.C).__name__)
try:
    class Ordered(Enum):
        _order_ = "B A"
        A = 1
        B = 2
except TypeError as error:
    print(type(error).__name__)
try:
    class Sunder(Enum):
        _strange_ = 1
except ValueError as error:
    print(type(error).__name__)


class Unhashable(Enum):
    L = [1]
    D = {}
    M = [1]


print(Unhashable([1]), Unhashable({}), Unhashable.M is Unhashable.L, list(Unhashable))
