from enum import Enum


class Color(Enum):
    """Colors."""
    RED = 1
    GREEN = 2
    CRIMSON = 1

    def describe(self):
        return f"{self.name} is {self.value}"

    @property
    def dark(self):
        return self is Color.RED

    @classmethod
    def favourite(cls):
        return cls.GREEN


print(Color, Color.RED, repr(Color.RED), f"{Color.RED}", f"{Color.RED:>12}|", "%s" % Color.GREEN)
print(list(Color), list(reversed(Color)), len(Color), Color["RED"], Color(2), Color.CRIMSON is Color.RED)
print(dict(Color.__members__), Color.RED.describe(), Color.RED.dark, Color.favourite(), Color.__doc__)
print(Color.RED in Color, isinstance(Color.RED, Color), type(Color.RED) is Color, Color.RED == 1, Color.RED != Color.GREEN)
print({Color.RED: "r"}[Color(1)], hash(Color.RED) == hash("RED"), bool(Color), bool(Color.RED), Color.RED.name, Color.RED.value)
for bad in (lambda: Color(9), lambda: Color["BLUE"], lambda: setattr(Color, "RED", 3), lambda: delattr(Color, "RED"),
            lambda: Color.RED < Color.GREEN, lambda: setattr(Color.RED, "name", "x"), lambda: Color.BLUE,
            lambda: type("Sub", (Color,), {}), lambda: 1 in Color):
    try:
        bad()
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        print(type(error).__name__)
