from enum import Enum, Flag, IntEnum, auto


class Shape(Enum):
    SQUARE = auto()
    CIRCLE = auto()

    @classmethod
    def parse(cls, text):
        return cls[text.upper()]

    def __call__(self, r):
        return {Shape.SQUARE: r * r, Shape.CIRCLE: 3 * r * r}[self]


class Config:
    class Mode(IntEnum):
        FAST = 1
        SLOW = 2

    default = Mode.FAST


print(Shape.parse("circle")(2), Shape.SQUARE(3), Config.default, repr(Config.Mode.SLOW), Config.Mode.__qualname__, Shape.SQUARE.__class__.__name__)
print({s: s.value for s in Shape}, [s.name for s in Shape if s is not Shape.CIRCLE], Shape(1) is Shape.SQUARE, isinstance(Config.default, int))
print(sorted(Config.Mode, reverse=True), max(Config.Mode, key=lambda m: -m), sum(Config.Mode), list(range(5))[Config.Mode.SLOW])
