import abc


class Base(metaclass=abc.ABCMeta):
    @classmethod
    @abc.abstractmethod
    def make(cls):
        ...

    @staticmethod
    @abc.abstractmethod
    def helper():
        ...

    @abc.abstractproperty
    def old(self):
        ...

    @property
    def value(self):
        return 1

    @value.setter
    @abc.abstractmethod
    def value(self, new):
        ...


class Full(Base):
    @classmethod
    def make(cls):
        return cls()

    @staticmethod
    def helper():
        return "helped"

    old = 5
    value = 6


print(sorted(Base.__abstractmethods__))
print(Full.make().helper(), Full().old, Full().value, Full.__abstractmethods__)


class Later(Base):
    pass


Later.make = classmethod(lambda cls: 1)
Later.helper = staticmethod(lambda: 2)
Later.old = Later.value = 3
print(len(Later.__abstractmethods__))
abc.update_abstractmethods(Later)
print(len(Later.__abstractmethods__), Later().old)
