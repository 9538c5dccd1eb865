from abc import ABC, abstractmethod


class A(ABC):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = 1

    @abstractmethod
    def run(self):
        return ["A"]


class Mixin:
    def run(self):
        return ["Mixin"] + super().run()


class B(Mixin, A):
    pass


class C(A):
    def run(self):
        return ["C"] + super().run()


print(B().run(), C().run(), B().a, B.__mro__[1].__name__, B.__abstractmethods__)


class Meta(type(ABC)):
    def __new__(mcls, name, bases, namespace, tag=None):
        cls = super().__new__(mcls, name, bases, namespace)
        cls.tag = tag
        return cls


class Tagged(A, metaclass=Meta, tag="t"):
    run = None


print(Tagged.tag, Tagged().run, type(Tagged).__name__)
