from enum import Enum, Flag, IntEnum, IntFlag, auto, unique


class Color(Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1

    @property
    def pretty(self):
        return self.name.title()

    @classmethod
    def default(cls):
        return cls.GREEN


print(Color.RED, repr(Color.GREEN), Color(2), Color["RED"], Color.CRIMSON is Color.RED, list(Color), len(Color), Color.RED.pretty, Color.default(), Color.RED in Color)
print(Color.__members__.keys(), Color.RED.name, Color.RED.value, type(Color.RED).__name__, isinstance(Color.RED, Color), Color.RED == 1, {Color.RED: "r"}[Color.CRIMSON])
for f in (lambda: Color(9), lambda: Color["X"], lambda: setattr(Color, "RED", 3), lambda: Color.RED < Color.GREEN, lambda: Color.BLUE):
    try:
        print(f())
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        print(type(error).__name__)


class Level(IntEnum):
    LOW = auto()
    HIGH = auto()


print(Level.LOW + 1, Level.HIGH > Level.LOW, Level(2), sorted(Level, reverse=True), f"{Level.LOW}", "%d" % Level.HIGH, [10, 20, 30][Level.LOW])


class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W


print(Perm.R | Perm.X, Perm.RW & Perm.W, ~Perm.R, Perm.R in Perm.RW, bool(Perm.R & Perm.W), Perm(5), [p.name for p in Perm])


class Planet(Enum):
    EARTH = (5.9, 6.3)
    MARS = (0.6, 3.4)

    def __init__(self, mass, radius):
        self.mass, self.radius = mass, radius


print(Planet.MARS.mass, Planet((5.9, 6.3)), [p.radius for p in Planet])
try:
    @unique
    class Bad(Enum):
        A = 1
        B = 1
except ValueError as error:
    print(type(error).__name__)


class Auto(str, Enum):
    def _generate_next_value_(name, start, count, last):
        return name.lower()
    ONE = auto()
    TWO = auto()


print(Auto.ONE.value, Auto.ONE == "one", Auto("two"), Auto.TWO.upper(), IntFlag("F", "A B C").B, Enum("Fn", {"P": 1, "Q": 2}).Q)
match Color.RED:
    case Color.GREEN:
        print("green")
    case Color.RED:
        print("red")
