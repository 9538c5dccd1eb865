from enum import Enum, IntEnum


class Level(IntEnum):
    LOW = 1
    HIGH = 5


class Mixed(int, Enum):
    ONE = 1
    TWO = 2


print(Level.LOW, repr(Level.LOW), f"{Level.HIGH}", f"{Level.HIGH:03d}", str(Level.HIGH), "%d" % Level.LOW)
print(Level.LOW < Level.HIGH, Level.LOW + 1, Level.HIGH == 5, sorted([Level.HIGH, Level.LOW]), [10, 20][Level.LOW], int(Level.HIGH))
print(Mixed.ONE, repr(Mixed.ONE), f"{Mixed.ONE}", Mixed.ONE + 1, Mixed.TWO == 2, Mixed(2), isinstance(Mixed.ONE, int))
print(max(Level), Level(5).name, Level.LOW.real, {1: "x"}[Level.LOW], -Level.LOW, Level.LOW | 4, type(Level.LOW | 4).__name__)
