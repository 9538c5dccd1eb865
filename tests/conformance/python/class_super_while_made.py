# Methods that __init_subclass__, __set_name__ or a metaclass calls may use super().
class Base:
    def __init_subclass__(cls):
        print(cls.__name__, cls().hello())

    def hello(self):
        return "base"


class Child(Base):
    def hello(self):
        return "child of " + super().hello()


class Meta(type):
    def __new__(mcs, name, bases, space):
        cls = super().__new__(mcs, name, bases, space)
        print(cls.__name__, cls().who(), "__classcell__" in cls.__dict__)
        return cls


class Root(metaclass=Meta):
    def who(self):
        return "root"


class Leaf(Root):
    def who(self):
        return __class__.__name__ + " of " + super().who()


class Hook:
    def __set_name__(self, owner, name):
        print(name, owner.make())


class Hooked(Child):
    hook = Hook()

    @classmethod
    def make(cls):
        return super().__name__ if False else super().hello(cls())
