from abc import ABC, ABCMeta, abstractmethod


class Shape(ABC):
    @abstractmethod
    def area(self):
        return 0

    @property
    @abstractmethod
    def name(self):
        ...

    def show(self):
        return f"{self.name}: {self.area()}"


class Half(Shape):
    def area(self):
        return super().area() + 1


class Square(Half):
    name = "square"


for cls in (Shape, Half, Square):
    try:
        print(cls.__name__, cls().show())
    except TypeError as error:
        print(cls.__name__, type(error).__name__)
    print(sorted(cls.__abstractmethods__), type(cls) is ABCMeta)
print(isinstance(Square(), Shape), issubclass(Half, Shape), issubclass(int, Shape))
