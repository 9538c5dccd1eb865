from abc import ABC


class Number(ABC):
    pass


class Whole(Number):
    pass


print(isinstance(3, Number))
print(Number.register(int) is int)
print(isinstance(3, Number), isinstance(True, Number), isinstance("3", Number))
Whole.register(str)
print(isinstance("3", Number), isinstance("3", Whole), isinstance(3, Whole))


@Number.register
class Mine:
    pass


print(issubclass(Mine, Number), Number in Mine.__mro__)
try:
    Mine2 = Number.register("no class")
except TypeError as error:
    print(type(error).__name__)
try:
    Whole.register(Number)
except RuntimeError as error:
    print(type(error).__name__)
