# What `__init__` methods take from numpy: calculations with a few numbers. Everything else of it isn't known.
import math

pi = math.pi
e = math.e
inf = math.inf
nan = math.nan


class ndarray:
    def __init__(self, items):
        self._items = items

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __getitem__(self, index):
        found = self._items[index]
        return ndarray(found) if isinstance(index, slice) else found

    def __repr__(self):
        return f'array({self._items})'

    @property
    def shape(self):
        return (len(self._items),)

    def tolist(self):
        return list(self._items)


def linspace(start, stop, num=50, endpoint=True):
    parts = num - 1 if endpoint else num
    step = (stop - start) / parts if parts > 0 else 0.0
    items = [start + i * step for i in range(num)]
    if endpoint and num > 1:
        items[-1] = float(stop)
    return ndarray(items)


def prod(a):
    return math.prod(a)


def sqrt(x):
    return math.sqrt(x)


def log(x):
    return math.log(x)


def log2(x):
    return math.log2(x)


def exp(x):
    return math.exp(x)


def ceil(x):
    return float(math.ceil(x))


def floor(x):
    return float(math.floor(x))
