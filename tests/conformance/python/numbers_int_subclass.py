class Meters(int):
    def __new__(cls, value, label="m"):
        self = super().__new__(cls, value)
        self.label = label
        return self

    def __add__(self, other):
        return Meters(int(self) + int(other), self.label)


length = Meters(5, "km")
print(length, repr(length), length + 3, (length + 3).label, length * 2, type(length * 2).__name__, type(length + 1).__name__)
print(length == 5, hash(length) == hash(5), {5: "five"}[length], [10, 11, 12, 13, 14, 15][length], isinstance(length, int))
print(f"{length:03d}", "%d" % length, str(length), int(length), float(length), -length, abs(length), length.label, bool(Meters(0)))


class Ratio(float):
    def twice(self):
        return Ratio(self * 2)


half = Ratio(0.5)
print(half, half.twice(), type(half.twice()).__name__, half + 1, half == 0.5, f"{half:.2f}", half.is_integer(), isinstance(half, float))
print(int.__new__(Meters, 3), Meters.__mro__[1].__name__, sum([Meters(1), Meters(2)]), max(Meters(3), 2))
