from abc import ABC, ABCMeta, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, MutableSequence, Sequence, Sized


class Shape(ABC):
    @abstractmethod
    def area(self):
        """Area."""

    @property
    @abstractmethod
    def name(self): ...

    def describe(self):
        return f"{self.name} {self.area()}"


class Square(Shape):
    name = "square"

    def __init__(self, s):
        self.s = s

    def area(self):
        return self.s ** 2


print(Square(3).describe(), sorted(Shape.__abstractmethods__), Square.__abstractmethods__, isinstance(Square(1), Shape), type(Shape).__name__)
try:
    Shape()
except TypeError as error:
    print(type(error).__name__)


class Half(Shape):
    def area(self):
        return super().area()


try:
    Half()
except TypeError as error:
    print("half")
Half.name = "h"


@Shape.register
class Other:
    pass


print(isinstance(Other(), Shape), issubclass(Other, Shape), Other.__mro__)


class Hook(metaclass=ABCMeta):
    @classmethod
    def __subclasshook__(cls, c):
        return hasattr(c, "quack") or NotImplemented


class Duck:
    def quack(self): ...


print(isinstance(Duck(), Hook), isinstance(5, Hook), issubclass(list, Sequence), isinstance({}, Mapping), isinstance(len, Callable), isinstance([], Hashable), isinstance((), Hashable), isinstance(iter([]), Iterator), issubclass(str, Iterable), isinstance(Duck(), Sized))


class Numbers(Sequence):
    def __len__(self):
        return 4

    def __getitem__(self, i):
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(4))]
        if not -4 <= i < 4:
            raise IndexError(i)
        return i % 4 * 10


n = Numbers()
print(list(n), 20 in n, n.index(30), n.count(0), list(reversed(n)), n[1:3], n[-1])


class L(MutableSequence):
    def __init__(self, *a):
        self.a = list(a)

    def __len__(self):
        return len(self.a)

    def __getitem__(self, i):
        return self.a[i]

    def __setitem__(self, i, v):
        self.a[i] = v

    def __delitem__(self, i):
        del self.a[i]

    def insert(self, i, v):
        self.a.insert(i, v)


l = L(1, 2)
l.append(3)
l.extend([4, 5])
l.remove(2)
l += [6]
l.reverse()
print(l.a, l.pop(), l.pop(0), l.a, 3 in l, l.clear(), len(l))
