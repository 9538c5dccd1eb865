from functools import total_ordering


def check(name):
    def compare(self, other):
        if not isinstance(other, Version):
            return NotImplemented
        a, b = self.number, other.number
        return {"__lt__": a < b, "__le__": a <= b, "__gt__": a > b, "__ge__": a >= b}[name]

    class Version:
        def __init__(self, number):
            self.number = number

        def __eq__(self, other):
            return self.number == other.number
    setattr(Version, name, compare)
    Version = total_ordering(Version)
    one, two, again = Version(1), Version(2), Version(1)
    print(name, one < two, one <= two, one > two, one >= two, one <= again, one >= again, one < again, one > again)
    try:
        one < 3
    except TypeError as error:
        print(type(error).__name__)


for name in ("__lt__", "__le__", "__gt__", "__ge__"):
    check(name)
try:
    total_ordering(type("Empty", (), {}))
except ValueError as error:
    print(type(error).__name__)
