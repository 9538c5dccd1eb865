from abc import ABC, abstractmethod


class Quacks(ABC):
    @abstractmethod
    def quack(self):
        ...

    @classmethod
    def __subclasshook__(cls, other):
        if cls is Quacks:
            return any("quack" in base.__dict__ for base in other.__mro__)
        return NotImplemented


class Duck:
    def quack(self):
        return "quack"


class Loud(Quacks):
    def quack(self):
        return "QUACK"


print(isinstance(Duck(), Quacks), issubclass(Duck, Loud), isinstance(Loud(), Quacks), issubclass(list, Quacks))
print(Loud().quack())
try:
    issubclass(3, Quacks)
except TypeError as error:
    print(type(error).__name__)
