from enum import Enum


class Planet(Enum):
    EARTH = (5.97, 6.37)
    MARS = (0.642, 3.39)

    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius

    @property
    def density(self):
        return round(self.mass / self.radius ** 3, 4)


class Coordinate(bytes, Enum):
    def __new__(cls, value, label, unit):
        obj = bytes.__new__(cls, [value])
        obj._value_ = value
        obj.label = label
        obj.unit = unit
        return obj

    PX = (0, "P.X", "km")
    PY = (1, "P.Y", "m")


class Text(str, Enum):
    A = "a"
    B = "b"


class Helper:
    def shout(self):
        return self.name + "!"


class Loud(Helper, Enum):
    X = 1


class Pair(tuple, Enum):
    P = (1, 2)


print(Planet.EARTH, Planet.EARTH.value, Planet.MARS.density, Planet((0.642, 3.39)), repr(Planet.MARS))
print(str(Coordinate.PY), Coordinate(1).label, Coordinate.PX.unit, Coordinate.PY == b"\x01")
print(Text.A, repr(Text.B), f"{Text.A}", Text.A == "a", Text.A + "x", Text("b").name, "".join(Text))
print(Loud.X.shout(), Loud.X, Pair.P, repr(Pair.P), Pair.P[1], Pair.P.value)
